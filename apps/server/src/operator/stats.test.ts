import { randomBytes, randomUUID } from 'node:crypto'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import { eventForm } from '@covo/testing/event-form'
import { befriend, makeBot, openPrivateChat, sendMessage, uploadFile } from '@covo/testing/member-actions'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('counts members, messages, chats and events', async () => {
  const settings = await operatorSettings(app)
  const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]

  await befriend(anna, bruno)
  await makeBot(anna, 'Robottino')
  await openPrivateChat(anna, bruno)
  for (const id of ['generale', 'generale', privateConversationId(anna.uid, bruno.uid)])
    await sendMessage(anna, id, 'ciao')
  await anna.post('/api/events', eventForm())
  await sql`update sessions set updated_at = now() - interval '8 days' where user_id = ${bruno.uid}`.execute(
    app.database,
  )
  await sql`update sessions set updated_at = now() - interval '31 days' where user_id = ${carla.uid}`.execute(
    app.database,
  )
  await sql`update users set created_at = now() - interval '8 days' where id = ${carla.uid}`.execute(
    app.database,
  )
  // One that was opened, and nothing was written in.
  await sql`insert into conversations (id, kind) values ('a_b', 'private')`.execute(app.database)
  await operate(settings, 'block', carla.uid)

  const { code, output } = await operate(settings, 'stats')
  expect(output).toMatch(
    /^members: 3\nmembers blocked: 1\nmembers whose session was used in the last 7 days: 1\nmembers whose session was used in the last 30 days: 2\nmembers who registered in the last 7 days: 2\nbots: 1\nmessages in the public room: 2\nprivate messages: 1\nprivate chats: 1\nevents: 1\nevents to come: 1\nfiles of messages: 0\nsize of these files in MB: 0\ndatabase size in MB: \d+\n$/,
  )
  expect(code).toBe(0)
})

it('says how many bytes files have, and who sent the most', async () => {
  const settings = await operatorSettings(app)
  const anna = await app.as('anna')
  for (const [name, length] of [
    ['a.bin', 300_000],
    ['b.bin', 900_000],
  ] as const) {
    const { id } = await uploadFile(anna, 'generale', { name, bytes: randomBytes(length) })
    await anna.post('/api/chat/generale/messages', { clientId: randomUUID(), text: '', files: [{ id }] })
  }
  const { output } = await operate(settings, 'files')
  expect(output).toBe(
    `in the public room: 2 files, 1.2 MB\nin rooms: 0 files, 0.0 MB\nin private chats: 0 files, 0.0 MB\nin chats of events: 0 files, 0.0 MB\nin chats of teams: 0 files, 0.0 MB\n${anna.uid}  Anna Bassi: 2 files, 1.2 MB\n`,
  )
  const stats = await operate(settings, 'stats')
  expect(stats.output).toContain('files of messages: 2\nsize of these files in MB: 1.2\n')
})
