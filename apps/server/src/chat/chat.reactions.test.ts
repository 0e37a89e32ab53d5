import { randomUUID } from 'node:crypto'
import { conversationTopic } from '@covo/contract/chat/chat.news'
import type {
  ChangedMessages,
  ChangedReactions,
  Message,
  MessagePage,
  OwnReactions,
  ReactingPage,
} from '@covo/contract/chat/chat.routes'
import { befriend, openPrivateChat } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({ limits: { reactionBurst: { points: 40, seconds: 600 } } })
const room = 'generale'

async function send(member: Member, text: string, conversationId = room): Promise<Message> {
  const answer = await member.post(`/api/chat/${conversationId}/messages`, { clientId: randomUUID(), text })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

const newcomer = (name: string) =>
  register(app.origin, { email: `${name}@esempio.it`, name, password: 'Tana-rossa1' })

const pathOf = ({ conversationId, sequence }: Message) => `/api/chat/${conversationId}/messages/${sequence}`

const request = (method: 'PUT' | 'DELETE', member: Member, message: Message, reaction: string) =>
  member.fetch(`${pathOf(message)}/reactions/${reaction}`, { method })

async function changed(answer: Promise<Response>): Promise<ChangedReactions> {
  const { status, body } = { status: (await answer).status, body: await (await answer).json() }
  expect(status).toBe(200)
  return body as ChangedReactions
}

const react = (member: Member, message: Message, reaction: string) =>
  changed(request('PUT', member, message, reaction))
const takeBack = (member: Member, message: Message, reaction: string) =>
  changed(request('DELETE', member, message, reaction))

const messageNow = async (member: Member, { sequence }: Message) =>
  (await member.read<MessagePage>(`/api/chat/${room}/messages`)).messages.find(
    (one) => one.sequence === sequence,
  )

const ownOf = async (member: Member, { sequence }: Message) =>
  (await member.read<OwnReactions>(`/api/chat/${room}/reactions/own?from=${sequence}&to=${sequence}`)).own

it('are counted by kind in the order of their first use, once for each member, and published', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const message = await send(anna, 'vinto!')
  const [tab, reader] = [app.live(bruno), app.live(anna)]
  await tab.receive('live.welcome')
  await reader.watch(conversationTopic(room))
  const first = await react(bruno, message, 'flag')
  expect(first).toEqual({ change: first.change, reactions: [{ reaction: 'flag', count: 1 }], own: ['flag'] })
  const change = first.change ?? 0
  // Repeated, it takes no number.
  expect(await react(bruno, message, 'flag')).toEqual(first)
  await react(bruno, message, 'up')
  const own = await react(anna, message, 'flag')
  const reactions = [
    { reaction: 'flag', count: 2 },
    { reaction: 'up', count: 1 },
  ]
  expect(own).toEqual({ change: change + 2, reactions, own: ['flag'] })
  expect(await messageNow(anna, message)).toEqual({ ...message, reactions, change: change + 2 })
  expect(await ownOf(bruno, message)).toEqual([
    { sequence: message.sequence, change: change + 2, reactions: ['flag', 'up'] },
  ])
  const ownNews = await tab.receive('chat.own_reactions_changed', (news) => news.own.length === 2)
  expect(ownNews).toMatchObject({ conversationId: room, sequence: message.sequence, change: change + 1 })
  const news = await reader.receive('chat.messages_changed', ({ changes }) => changes === change + 2)
  expect(news.changed.at(-1)).toEqual({ sequence: message.sequence, change: change + 2, reactions })

  await takeBack(bruno, message, 'flag')
  await takeBack(anna, message, 'flag')
  expect(await takeBack(anna, message, 'flag')).toMatchObject({ change: change + 4, own: [] })
  await takeBack(bruno, message, 'up')
  expect(await messageNow(anna, message)).toEqual({ ...message, change: change + 5 })
  expect(await ownOf(bruno, message)).toEqual([])
})

it('of a member from everywhere at once are one', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const message = await send(anna, 'tutti insieme')
  const { changes } = await anna.read<ChangedMessages>(`/api/chat/${room}/changes?after=0`)
  await Promise.all(Array.from({ length: 8 }, () => react(bruno, message, 'heart')))
  const { rows } = await sql<{ count: number }>`
    select count(*) from message_reactions where sequence = ${message.sequence} and conversation_id = ${room}
  `.execute(app.database)
  expect(Number(rows[0]?.count)).toBe(1)
  const after = await anna.read<ChangedMessages>(`/api/chat/${room}/changes?after=${changes}`)
  expect(after).toMatchObject({
    changes: changes + 1,
    changed: [{ reactions: [{ reaction: 'heart', count: 1 }] }],
  })
})

it('are listed with who reacted, the first first, a page at a time', async () => {
  const anna = await app.as('anna')
  const message = await send(anna, 'chi viene?')
  const people = await app.members(55)
  for (const person of people) await react(person, message, 'eyes')
  const path = `${pathOf(message)}/reactions?reaction=eyes`
  const first = await anna.read<ReactingPage>(path)
  const second = await anna.read<ReactingPage>(`${path}&after=${first.next}`)
  expect(first.people).toHaveLength(50)
  expect([...first.people, ...second.people].map(({ uid }) => uid)).toEqual(people.map(({ uid }) => uid))
  expect(second.next).toBeNull()
  expect((await anna.read<ReactingPage>(`${pathOf(message)}/reactions?reaction=up`)).people).toEqual([])
})

it('are refused with their reason', async () => {
  const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
  const message = await send(anna, 'sparirà')
  const missing = { ...message, sequence: 99_999 }
  expect(await refusalOf(request('PUT', bruno, message, 'thumbsup'))).toEqual([400, 'common.invalid_request'])
  expect(await refusalOf(request('PUT', bruno, missing, 'up'))).toEqual([404, 'chat.message_not_found'])
  expect(await refusalOf(bruno.fetch(`${pathOf(missing)}/reactions?reaction=up`))).toEqual([
    404,
    'chat.message_not_found',
  ])
  const wide = `/api/chat/${room}/reactions/own?from=1&to=1002`
  expect(await refusalOf(bruno.fetch(wide))).toEqual([400, 'common.invalid_request'])

  await befriend(anna, carla)
  const chat = await openPrivateChat(anna, carla)
  const secret = await send(anna, 'tra noi', chat)
  expect(await refusalOf(request('PUT', bruno, secret, 'up'))).toEqual([404, 'chat.conversation_not_found'])
  await react(carla, secret, 'laugh')
  expect((await anna.delete(`/api/friends/${carla.uid}`)).status).toBe(204)
  expect(await refusalOf(request('PUT', carla, secret, 'up'))).toEqual([403, 'chat.not_friends'])

  await react(bruno, message, 'up')
  expect((await anna.delete(pathOf(message))).status).toBe(204)
  expect(await refusalOf(request('PUT', bruno, message, 'heart'))).toEqual([409, 'chat.message_removed'])
  expect(await messageNow(bruno, message)).not.toHaveProperty('reactions')
  expect(await ownOf(bruno, message)).toEqual([])

  const dora = await newcomer('dora')
  const target = await send(dora, 'una alla volta')
  for (let count = 0; count < 40; count += 1)
    expect((await request(count % 2 === 0 ? 'PUT' : 'DELETE', dora, target, 'up')).status).toBe(200)
  expect(await refusalOf(request('PUT', dora, target, 'up'))).toEqual([429, 'chat.too_many_reactions'])
})

it('are looked at by check, and counted again by its repair', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const message = await send(anna, 'contate male')
  await react(bruno, message, 'done')
  const settings = await operatorSettings(app)
  expect((await operate(settings, 'check')).code).toBe(0)
  await sql`
    update messages set reactions = '[{"reaction": "done", "count": 7}]' where id = ${message.id}
  `.execute(app.database)
  expect((await operate(settings, 'check')).code).toBe(1)
  expect((await operate(settings, 'check', '--repair')).code).toBe(0)
  expect(await messageNow(anna, message)).toMatchObject({ reactions: [{ reaction: 'done', count: 1 }] })
})
