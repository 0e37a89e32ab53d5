import type { MessagePage, OwnRooms } from '@covo/contract/chat/chat.routes'
import { roomId } from '@covo/contract/chat/chat.rules'
import type { Rooms } from '@covo/contract/rooms/rooms.routes'
import { sendMessage } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { lockConversation } from '../chat/chat.store.ts'
import { archiveRoom, createRoom } from './change-rooms.ts'

const app = runTestApp({ limits: { roomMemberships: { points: 10_000, seconds: 60 } } })

let made = 0

async function makeRoom(): Promise<string> {
  made += 1
  const draft = { name: `Stanza ${made}`, purpose: 'Prove', group: '' }
  return await app.database.transaction().execute((trx) => createRoom(trx, draft))
}

async function archive(slug: string, isArchived = true): Promise<void> {
  await app.database.transaction().execute((trx) => archiveRoom(trx, lockConversation, slug, isArchived))
}

const enter = (by: Member, slug: string) => by.put(`/api/rooms/${slug}/membership`)
const leave = (by: Member, slug: string) => by.delete(`/api/rooms/${slug}/membership`)
const send = (by: Member, slug: string, text = 'ciao') => sendMessage(by, roomId(slug), text)

async function roomOf(member: Member, slug: string) {
  const { rooms } = await member.read<Rooms>('/api/rooms')
  return rooms.find((room) => room.slug === slug)
}

async function ownRoomOf(member: Member, slug: string) {
  const { rooms } = await member.read<OwnRooms>('/api/rooms/own')
  return rooms.find((room) => room.conversationId === roomId(slug))
}

it('is read by everybody, and written to by who entered', async () => {
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await makeRoom()]
  expect(await roomOf(bruno, slug)).toMatchObject({
    conversationId: roomId(slug),
    members: 0,
    archivedAt: null,
  })
  const notMember = [403, 'rooms.not_member']
  expect(await refusalOf(await send(anna, slug))).toEqual(notMember)
  const entered = await enter(anna, slug)
  expect([entered.status, await entered.json()]).toEqual([200, { conversationId: roomId(slug), readUpTo: 0 }])
  expect((await send(anna, slug, 'prima')).status).toBe(201)
  const { messages } = await bruno.read<MessagePage>(`/api/chat/${roomId(slug)}/messages`)
  expect(messages).toMatchObject([{ text: 'prima' }])
  const at = `/api/chat/${roomId(slug)}/messages/1`
  expect(await refusalOf(await bruno.put(`${at}/reactions/up`))).toEqual(notMember)
  expect((await leave(anna, slug)).status).toBe(204)
  expect(await refusalOf(await anna.put(at, { text: 'altro', edits: 0 }))).toEqual(notMember)
  expect((await anna.delete(at)).status).toBe(204)
  for (const act of [enter, leave])
    expect(await refusalOf(await act(anna, 'nessuna'))).toEqual([404, 'rooms.not_found'])
})

it('counts a member once, however often they enter, and forgets who was erased', async () => {
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await makeRoom()]
  await Promise.all(Array.from({ length: 12 }, () => enter(anna, slug)))
  await enter(bruno, slug)
  expect(await roomOf(anna, slug)).toMatchObject({ members: 2 })
  await Promise.all(Array.from({ length: 6 }, () => leave(anna, slug)))
  await app.database.deleteFrom('memberships').where('user_id', '=', bruno.uid).execute()
  expect(await roomOf(anna, slug)).toMatchObject({ members: 0 })
})

it('says what is unread, from where one has entered or read on', async () => {
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await makeRoom()]
  await enter(anna, slug)
  await send(anna, slug)
  await enter(bruno, slug)
  expect(await ownRoomOf(bruno, slug)).toMatchObject({ readUpTo: 1, head: 1, newest: 1, eventId: null })
  await send(anna, slug)
  expect(await ownRoomOf(bruno, slug)).toMatchObject({ readUpTo: 1, head: 2 })
  expect(await ownRoomOf(anna, slug)).toMatchObject({ readUpTo: 0, head: 0, newest: 2 })
  const tab = app.live(bruno)
  await tab.receive('live.welcome')
  const read = (sequence: number) => bruno.post(`/api/chat/${roomId(slug)}/read`, { sequence })
  await read(2)
  await tab.receive('rooms.own_changed', ({ readUpTo }) => readUpTo === 2)
  await read(1)
  expect(await ownRoomOf(bruno, slug)).toMatchObject({ readUpTo: 2 })
  await leave(bruno, slug)
  await tab.receive('rooms.own_changed', ({ isMember }) => !isMember)
  expect((await read(2)).status).toBe(204)
  expect(await ownRoomOf(bruno, slug)).toBeUndefined()
})

it('calls whom a message mentions, also who is not in it, until they leave', async () => {
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await makeRoom()]
  await enter(anna, slug)
  await send(anna, slug, `<@${bruno.uid}> vieni?`)
  const waiting = { total: 1, oldest: [{ conversationId: roomId(slug), sequence: 1 }] }
  expect(await bruno.read('/api/chat/mentions')).toEqual(waiting)
  await enter(bruno, slug)
  await leave(bruno, slug)
  expect(await bruno.read('/api/chat/mentions')).toMatchObject({ total: 0 })
})

it('is closed by archiving, and its members are in it again when it is reopened', async () => {
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await makeRoom()]
  await enter(anna, slug)
  await send(anna, slug, 'parola archiviata')
  await archive(slug)
  expect(await refusalOf(await send(anna, slug))).toEqual([403, 'chat.read_only'])
  expect(await refusalOf(await enter(bruno, slug))).toEqual([409, 'rooms.archived'])
  expect(await ownRoomOf(anna, slug)).toBeUndefined()
  expect((await roomOf(anna, slug))?.archivedAt).not.toBeNull()
  expect((await anna.fetch(`/api/chat/${roomId(slug)}/messages`)).status).toBe(200)
  await archive(slug, false)
  expect((await send(anna, slug)).status).toBe(201)
})

it('is found by a search in all own conversations by who is in it', async () => {
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await makeRoom()]
  await enter(anna, slug)
  await send(anna, slug, `una mandragola ${slug}`)
  const search = (member: Member, more = '') =>
    member.read<{ results: object[] }>(`/api/chat/search?query=mandragola${more}`)
  expect((await search(anna)).results).toMatchObject([{ conversationId: roomId(slug) }])
  expect((await search(bruno)).results).toEqual([])
  expect((await search(bruno, `&conversationId=${roomId(slug)}`)).results).toHaveLength(1)
})

it('lets a member into 200 at most, of requests at once too', async () => {
  const [anna, one, other] = [await app.newcomer(), await makeRoom(), await makeRoom()]
  await sql`
    with many as (
      insert into conversations (id, kind) select 'stanza-riempie-' || number, 'room' from generate_series(1, 199) as number
      returning id
    ), rooms_of_them as (
      insert into rooms (conversation_id, slug, name, purpose, group_name, place)
      select id, substr(id, 8), 'Riempie ' || id, 'Prove', '', 1000 from many
    )
    select`.execute(app.database)
  await sql`
    insert into memberships (conversation_id, user_id, read_up_to)
    select conversation_id, ${anna.uid}, 0 from rooms where slug like 'riempie-%'`.execute(app.database)
  const answers = await Promise.all([enter(anna, one), enter(anna, other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

it('stores no message of who has left, and each one before it once', async () => {
  const [anna, slug] = [await app.newcomer(), await makeRoom()]
  await enter(anna, slug)
  const sending = Array.from({ length: 20 }, (_, place) => send(anna, slug, String(place)))
  const left = leave(anna, slug).then(async () => {
    const { head } = await anna.read<MessagePage>(`/api/chat/${roomId(slug)}/messages`)
    return head
  })
  const stored = (await Promise.all(sending)).filter(({ status }) => status === 201).length
  expect(await left).toBe(stored)
  const { messages } = await anna.read<MessagePage>(`/api/chat/${roomId(slug)}/messages`)
  expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, place) => place + 1))
})

it('has one slug for names that look the same', async () => {
  const draft = { name: 'Réverse  Ingegneria', purpose: 'x', group: '' }
  const make = () => app.database.transaction().execute((trx) => createRoom(trx, draft))
  expect(await make()).toBe('reverse-ingegneria')
  await expect(make()).rejects.toMatchObject({ code: 'rooms.name_taken' })
})
