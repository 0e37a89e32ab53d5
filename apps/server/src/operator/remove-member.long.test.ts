import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { eventsTopic } from '@covo/contract/events/events.news'
import type { EventPage } from '@covo/contract/events/events.routes'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { closeCodes } from '@covo/contract/realtime'
import * as cast from '@covo/testing/cast'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { register } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

it('removes a member’s data and sessions, publishes it, keeps their messages, and hands their events over', async () => {
  const settings = await operatorSettings(app)
  const [dario, anna, bruno, carla] = await Promise.all(
    (['dario', 'anna', 'bruno', 'carla'] as const).map((name) => app.as(name)),
  )
  if (!dario || !anna || !bruno || !carla) throw new Error('unreachable')
  await befriend(dario, anna)
  const chat = await openPrivateChat(dario, anna)
  await dario.post('/api/friends/requests', { uid: bruno.uid })
  await carla.post('/api/friends/requests', { uid: dario.uid })
  await sendMessage(dario, 'generale', 'Resta.')
  await sendMessage(dario, chat, 'Resta anche questo.')
  const own = await createEvent(dario, { title: 'Di Dario' })
  const joined = await createEvent(anna, { title: 'Di Anna' })
  await dario.put(`/api/events/${joined.id}/participation`)
  const shared = await createEvent(dario, { title: 'Di Dario e Anna' })
  expect((await dario.put(`/api/events/${shared.id}/organizers/${anna.uid}`)).status).toBe(204)
  const profile = {
    displayName: 'Dario Elmi',
    bio: 'La mia vita',
    telefono: '333 1234567',
    citta: 'Torino',
    professione: 'Fabbro',
    dataNascita: '1990-01-31',
  }
  await dario.put('/api/profiles/me', profile)
  const { output: link } = await runOperatorCommand(settings, 'reset-link', dario.uid)
  const socket = app.live(dario)
  await socket.receive('live.welcome')
  const tabs = [anna, bruno, carla].map((member) => app.live(member))
  for (const tab of tabs) for (const topic of [membersTopic, eventsTopic]) await tab.watch(topic)

  const picture = Buffer.from('foto')
  await app.database
    .insertInto('photos')
    .values({ user_id: dario.uid, small: picture, large: picture })
    .execute()

  const { code, output } = await runOperatorCommand(settings, 'remove-member', cast.dario.email, '--yes')
  expect(output).toBe(`Removed: the account of Dario Elmi (dario@esempio.it, ${dario.uid}).\n`)
  expect(code).toBe(0)

  expect(await socket.closed()).toBe(closeCodes.sessionEnded)
  expect((await dario.fetch('/api/profiles/me')).status).toBe(401)
  expect(await app.database.selectFrom('photos').selectAll().execute()).toEqual([])
  for (const tab of tabs) {
    const { displayName, photoURL } = await tab.receive(
      'profiles.member_changed',
      ({ uid }) => uid === dario.uid,
    )
    expect([displayName, photoURL]).toEqual(['Utente eliminato', ''])
    await tab.receive('friends.changed')
    const { participantsCount } = await tab.receive(
      'events.participants_changed',
      ({ eventId, revision }) => eventId === joined.id && revision === 2,
    )
    expect(participantsCount).toBe(0)
  }
  const { email, password } = cast.dario
  expect((await app.visit().post('/api/auth/login', { email, password })).status).toBe(401)
  const [, token = ''] = /#token=([\w-]+)/.exec(link) ?? []
  const json = { token, password: 'Tana-rossa9', passwordConfirmation: 'Tana-rossa9' }
  expect((await app.visit().post('/api/auth/reset-password', json)).status).toBe(410)

  const row = await app.database
    .selectFrom('users')
    .selectAll()
    .where('id', '=', dario.uid)
    .executeTakeFirst()
  // A sign-in that was under way is ended by it.
  expect(row).toMatchObject({ blocked_at: expect.any(Date), erased_at: expect.any(Date) })

  const room = await bruno.read<MessagePage>('/api/chat/generale/messages')
  expect(room.messages).toMatchObject([{ text: 'Resta.', userName: 'Utente eliminato', photoURL: null }])
  const kept = await anna.read<MessagePage>(`/api/chat/${chat}/messages`)
  expect(kept.messages).toMatchObject([{ text: 'Resta anche questo.', userName: 'Utente eliminato' }])
  const refusedMessage = await sendMessage(anna, chat, 'Ci sei?')
  expect([refusedMessage.status, await refusedMessage.json()]).toMatchObject([
    403,
    { code: 'chat.partner_gone' },
  ])
  const { events } = await bruno.read<EventPage>('/api/events')
  expect(events.find(({ id }) => id === own.id)).toMatchObject({ organizerName: 'Organizzatore Anonimo' })
  expect(events.find(({ id }) => id === shared.id)).toMatchObject({ organizerId: anna.uid })
  expect(await anna.read('/api/friends/counts')).toMatchObject({ friends: 0 })
  expect(await bruno.read('/api/friends/counts')).toMatchObject({ incomingRequests: 0 })
  expect(await carla.read('/api/friends/search?query=eliminato')).toMatchObject({ people: [] })
  const asked = await carla.post('/api/friends/requests', { uid: dario.uid })
  expect(asked.status).toBe(404)
  expect((await runOperatorCommand(settings, 'check')).code).toBe(0)

  for (const command of ['block', 'unblock', 'reset-link']) {
    const refused = await runOperatorCommand(settings, command, dario.uid)
    expect(refused.output).toBe(`The account of ${dario.uid} was removed.\n`)
  }
  // The address is free, for an account that has nothing of the old one.
  const again = await register(app.origin, cast.dario)
  expect(again.uid).not.toBe(dario.uid)

  // The texts of a member may be removed later too.
  const room2 = app.live(bruno)
  await room2.watch(conversationTopic('generale'))
  await room2.watch(eventsTopic)
  const later = await runOperatorCommand(settings, 'remove-member', dario.uid, '--with-messages', '--yes')
  expect(later.output).toBe(
    `The account of ${dario.uid} was removed before.\nRemoved events: 1.\nRemoved messages: 2.\n`,
  )
  await room2.receive('live.head', ({ topic }) => topic === conversationTopic('generale'))
  expect((await room2.receive('events.removed')).eventId).toBe(own.id)
  const emptied = await anna.read<MessagePage>(`/api/chat/${chat}/messages`)
  expect(emptied.messages).toMatchObject([{ text: '', isRemoved: true }])
  expect(await anna.read('/api/chat')).toMatchObject({ chats: [{ lastMessage: '', isUnread: false }] })
  expect((await runOperatorCommand(settings, 'check')).code).toBe(0)
})

it('removes a member only after their name is typed, or with --yes', async () => {
  const settings = await operatorSettings(app)
  const member = await app.as('bruno')
  async function answer(typed: string): Promise<string> {
    const covo = resolve(import.meta.dirname, '../covo.ts')
    const env = { PATH: process.env.PATH, ...settings }
    const child = execFile(process.execPath, [covo, 'remove-member', member.uid], {
      env,
      cwd: join(covo, '..'),
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    child.stdin?.end(typed)
    const [code] = await once(child, 'close')
    return `${code} ${output}`
  }
  for (const typed of ['', '\n', 'bruno\n', `${member.uid}\n`]) {
    expect(await answer(typed)).toMatch(
      /^1 This can't be undone\. To remove Bruno Conti \(.+\), type the name: \nNothing was removed: .+\n$/,
    )
    expect((await member.fetch('/api/profiles/me')).status).toBe(200)
  }
  expect(await answer('Bruno Conti\n')).toMatch(/^0 .+: Removed: the account of Bruno Conti \(.+\)\.\n$/)
  expect((await member.fetch('/api/profiles/me')).status).toBe(401)
})
