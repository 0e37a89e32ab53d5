import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import {
  befriend,
  createEvent,
  makeBot,
  openPrivateChat,
  sendMessage,
  uploadFile,
} from '@covo/testing/member-actions'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { greyPng } from '../../test/pictures.ts'
import { runTestApp } from '../../test/test-app.ts'
import { keyOf } from '../files/file-store.ts'

const app = runTestApp()
const rules = 41

it('finds each broken rule, repairs derived rows, and reports both', async () => {
  const settings = await operatorSettings(app)
  const run = (statement: string) => sql.raw(statement).execute(app.database)
  const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
  await befriend(anna, bruno)
  await openPrivateChat(anna, bruno)
  const chat = privateConversationId(anna.uid, bruno.uid)
  for (const conversation of [chat, 'generale']) await sendMessage(anna, conversation, 'ciao')
  await createEvent(anna, { title: 'Gara' })

  const [bot, other] = [await makeBot(carla, 'Robottino'), await makeBot(carla, 'Altro robottino')]

  const team = randomUUID()
  const whole = await operate(settings, 'check')
  expect(whole.output.match(/^right {2}/gm)).toHaveLength(rules)
  expect(whole.output).toMatch(/Everything is consistent\.\n$/)
  expect(whole.code).toBe(0)

  const faults: [string, string][] = [
    [
      'the last message that lists show',
      `update conversations set last_message = 'altro' where id = '${chat}'`,
    ],
    [
      'both members see a chat',
      `update conversation_members set last_message_at = now() where user_id = '${anna.uid}'`,
    ],
    [
      'unread marks',
      `update conversation_members set is_unread = not is_unread where user_id = '${bruno.uid}'`,
    ],
    [
      "rooms' numbers of members",
      `with made as (insert into conversations (id, kind) values ('stanza-web', 'room') returning id)
       insert into rooms (conversation_id, slug, name, purpose, group_name, place, members)
       select id, 'web', 'Web', 'Siti', '', 1, 7 from made`,
    ],
    [
      "teams' numbers of members",
      `insert into conversations (id, kind) values ('squadra-${team}', 'team');
       insert into teams (id, name, presentation, folded, maximum, skills, ctftime_id, captain_id)
       values ('${team}', 'Volpi', '', 'volpi', 5, '{}', '', '${anna.uid}');
       insert into memberships (conversation_id, user_id, read_up_to) values ('squadra-${team}', '${anna.uid}', 0);
       update teams set members = 3`,
    ],
    [
      'nobody asks or is invited into a team',
      `insert into team_candidates (team_id, user_id, is_invited) values ('${team}', '${anna.uid}', true)`,
    ],
    ["conversations' numbers of authors", `update conversations set author_count = 7 where id = 'generale'`],
    ["no message's change is above", `update messages set change = 3 where conversation_id = '${chat}'`],
    [
      "messages' counts of reactions",
      `update messages set reactions = '[{"reaction": "up", "count": 1}]' where conversation_id = '${chat}'`,
    ],
    [
      'nothing but messages that all read waits',
      `insert into message_mentions (user_id, conversation_id, sequence) values ('${bruno.uid}', '${chat}', 1)`,
    ],
    [
      'no device gets pushes',
      `alter table push_subscriptions drop constraint push_subscriptions_session_id_fkey;
       insert into push_subscriptions values ('${randomUUID()}', 'x', 'x', 'x')`,
    ],
    [
      'messages are known to have files',
      `update messages set has_files = true where conversation_id = '${chat}'`,
    ],
    ['who wrote is listed', `delete from conversation_authors where conversation_id = '${chat}'`],
    ["events' numbers of participants", 'update events set participant_count = 3'],
    ["events' numbers of who waits", 'update events set waiting_count = 2'],
    [
      'each event with participants',
      `insert into event_participants (event_id, user_id) select id, '${bruno.uid}' from events`,
    ],
    [
      'nobody has a name that is reserved',
      `update users set display_name = 'C0vo' where id = '${bruno.uid}';
       update users set display_name = 'Moderazione' where id = '${carla.uid}'`,
    ],
  ]
  for (const [, statement] of faults) await run(statement)
  const found = await operate(settings, 'check')
  for (const [rule] of faults) expect(found.output).toContain(`WRONG  ${rule}`)
  expect(found.output).toMatch(new RegExp(`Broken: ${faults.length} of ${rules}\\.\n$`))
  expect(found.code).toBe(1)

  const repaired = await operate(settings, 'check', '--repair')
  expect(repaired.output.split('Repaired; once more:')[1]).not.toContain('WRONG')
  expect(repaired.code).toBe(0)

  const lasting: [string, string][] = [
    ["each event's updates are numbered", 'update events set update_number = 2'],
    [
      'no owner of an event is among',
      'insert into event_organizers (event_id, user_id) select id, organizer_id from events',
    ],
    ['ids of version 8', `update users set bot_owner = null where id = '${other.uid}'`],
    [
      'bots sign in by one token',
      `insert into accounts (user_id, account_id, provider_id) values ('${bot.uid}', 'robot', 'oidc')`,
    ],
    [
      "bots are nobody's friends",
      `insert into event_organizers (event_id, user_id) select id, '${bot.uid}' from events`,
    ],
    ['each friendship is known', `delete from friendships where user_id = '${bruno.uid}'`],
    ['no friend request waits', `insert into friend_requests values ('${anna.uid}', '${bruno.uid}')`],
    ['no two friend requests cross', `insert into friend_requests values ('${bruno.uid}', '${anna.uid}')`],
    ['nobody is a friend of', `insert into blocks values ('${bruno.uid}', '${anna.uid}')`],
    [
      'no two members have one name',
      `drop index users_display_name_unique; drop index users_display_name_skeleton_unique;
       update users set display_name = 'Anna Bassi'`,
    ],
    ['names are of one line', `update users set display_name = E'Carla\\u202e' where id = '${carla.uid}'`],
    [
      "members' photos are where",
      `update users set photo_url = '/api/photos/${anna.uid}' where id = '${anna.uid}'`,
    ],
    ['emails are in lower case', `update users set email = 'Anna@esempio.it' where id = '${anna.uid}'`],
    ['nobody who is blocked', `update users set blocked_at = now() where id = '${bruno.uid}'`],
    [
      'nobody who is suspended',
      `update users set suspended_until = now() + interval '1 day' where id = '${bruno.uid}'`,
    ],
    [
      'nobody whose account is about',
      `update users set deletion_at = now() + interval '1 day' where id = '${bruno.uid}'`,
    ],
    ['nobody whose account was', `update users set erased_at = now() where id = '${bruno.uid}'`],
    [
      'sessions and ways',
      `alter table sessions drop constraint sessions_user_id_fkey; update sessions set user_id = '${randomUUID()}' where user_id = '${carla.uid}'`,
    ],
    ["each conversation's messages", `update conversations set head = 2 where id = 'generale'`],
    [
      'in private conversations only',
      `update messages set sender_id = '${carla.uid}' where conversation_id = '${chat}'`,
    ],
    [
      'nobody has read further',
      `update conversation_members set last_read = 9 where user_id = '${anna.uid}'`,
    ],
    [
      'each team has a captain',
      `alter table teams drop constraint teams_captain;
       delete from memberships where conversation_id = 'squadra-${team}'`,
    ],
    ['rooms have their conversations', `insert into conversations (id, kind) values ('stanza-sola', 'room')`],
    ['each private conversation has', `delete from conversation_members where user_id = '${bruno.uid}'`],
  ]
  for (const [, statement] of lasting) await run(statement)
  const broken = await operate(settings, 'check', '--repair')
  for (const [rule] of lasting)
    expect(broken.output.split('Repaired; once more:')[1]).toContain(`WRONG  ${rule}`)
  expect(broken.code).toBe(1)
  expect(faults.length + lasting.length).toBe(rules)
})

it('compares files with their store, and deletes what no row names', async () => {
  const settings = { ...(await operatorSettings(app)), COVO_DATA_DIR: join(app.outbox, '..') }
  const anna = await app.newcomer()
  const [picture, lost, text] = await Promise.all([
    uploadFile(anna, 'generale', { name: 'a.png', bytes: greyPng(9, 9) }),
    uploadFile(anna, 'generale', { name: 'b.png', bytes: greyPng(9, 9) }),
    uploadFile(anna, 'generale', { name: 'c.txt', bytes: Buffer.from('ciao') }),
  ])
  const message = { clientId: randomUUID(), text: '', files: [picture, lost, text].map(({ id }) => ({ id })) }
  expect((await anna.post('/api/chat/generale/messages', message)).status).toBe(201)
  const pathOf = (id: string, part: 'file' | 'small') =>
    join(settings.COVO_DATA_DIR, 'files', keyOf(id, part))
  const whole = await operate(settings, 'check', '--bytes')
  expect(
    whole.output.match(/^right {2}each (?:file of a message|file in the store|object in the store)/gm),
  ).toHaveLength(3)
  await rm(pathOf(lost.id, 'small'))
  await appendFile(pathOf(text.id, 'file'), '!')
  const orphan = pathOf(randomUUID(), 'file')
  await mkdir(dirname(orphan), { recursive: true })
  await writeFile(orphan, 'x')
  await utimes(orphan, 0, 0)
  const found = await operate(settings, 'check', '--repair')
  expect(found.output).toMatch(/^WRONG {2}each file of a message .*: not 2 times/m)
  expect(found.output).toMatch(/^WRONG {2}each object in the store .*: not 1 times/m)
  expect(found.code).toBe(1)
  const repaired = await operate(settings, 'check')
  expect(repaired.output).toMatch(/^WRONG {2}each file of a message .*: not 2 times/m)
  expect(repaired.output).toMatch(/^right {2}each object in the store/m)
  expect(repaired.output).not.toContain('has the bytes')

  // The same number of other bytes.
  await writeFile(pathOf(text.id, 'file'), 'miao')
  const small = await readFile(pathOf(picture.id, 'small'))
  await writeFile(pathOf(picture.id, 'small'), small.fill(0, small.length - 1))
  const read = await operate(settings, 'check', '--bytes')
  expect(read.output).toMatch(/^WRONG {2}each file of a message .*: not 1 times/m)
  expect(read.output).toMatch(
    /^WRONG {2}each file in the store has the bytes that it came with: not 2 times/m,
  )
  expect(read.code).toBe(1)
})
