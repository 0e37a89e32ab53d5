import type { MessagePage, OwnRooms, UnreadMentions } from '@covo/contract/chat/chat.routes'
import { roomId } from '@covo/contract/chat/chat.rules'
import type { ActOnRoom } from '@covo/contract/moderation/moderation.routes'
import { roomHeadsTopic } from '@covo/contract/rooms/rooms.news'
import type { Rooms } from '@covo/contract/rooms/rooms.routes'
import type { Bot } from '@covo/contract/tokens/bots.routes'
import { makeBot, sendMessage } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, visit } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { lockWaits } from '../../test/lock-waits.ts'
import { makeModerator } from '../../test/make-moderator.ts'
import { makeRoom, setArchived } from '../../test/make-room.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({
  limits: { roomMemberships: { points: 10_000, seconds: 60 }, roomChanges: { points: 30, seconds: 60 } },
})

let made = 0

async function newRoom(): Promise<string> {
  made += 1
  return await makeRoom(app.database, { name: `Stanza ${made}` })
}

async function archive(slug: string, isArchived = true): Promise<void> {
  await setArchived(app.database, slug, isArchived)
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
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await newRoom()]
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
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await newRoom()]
  await Promise.all(Array.from({ length: 12 }, () => enter(anna, slug)))
  await enter(bruno, slug)
  expect(await roomOf(anna, slug)).toMatchObject({ members: 2 })
  await Promise.all(Array.from({ length: 6 }, () => leave(anna, slug)))
  await app.database.deleteFrom('memberships').where('user_id', '=', bruno.uid).execute()
  expect(await roomOf(anna, slug)).toMatchObject({ members: 0 })
})

it('says what is unread, from where one has entered or read on', async () => {
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await newRoom()]
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
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await newRoom()]
  await enter(anna, slug)
  await send(anna, slug, `<@${bruno.uid}> vieni?`)
  await send(anna, slug, `<@${bruno.uid}> allora?`)
  await sendMessage(anna, 'generale', `<@${bruno.uid}> nella stanza`)
  const mentions = await bruno.read<UnreadMentions>('/api/chat/mentions')
  expect(mentions).toMatchObject({ total: 3, byRoom: { generale: 1, [roomId(slug)]: 2 } })
  expect(mentions.oldest).toContainEqual({ conversationId: roomId(slug), sequence: 1 })
  expect(mentions.oldest).toHaveLength(3)
  await enter(bruno, slug)
  await leave(bruno, slug)
  const left = await bruno.read<UnreadMentions>('/api/chat/mentions')
  expect(left).toMatchObject({ total: 1, byRoom: { generale: 1 } })
  expect(left.oldest).toHaveLength(1)
})

it('is closed by archiving, and its members are in it again when it is reopened', async () => {
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await newRoom()]
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
  const [anna, bruno, slug] = [await app.newcomer(), await app.newcomer(), await newRoom()]
  await enter(anna, slug)
  await send(anna, slug, `una mandragola ${slug}`)
  const search = (member: Member, more = '') =>
    member.read<{ results: object[] }>(`/api/chat/search?query=mandragola${more}`)
  expect((await search(anna)).results).toMatchObject([{ conversationId: roomId(slug) }])
  expect((await search(bruno)).results).toEqual([])
  expect((await search(bruno, `&conversationId=${roomId(slug)}`)).results).toHaveLength(1)
})

it('lets a member into 200 at most, of requests at once too', async () => {
  const [anna, one, other] = [await app.newcomer(), await newRoom(), await newRoom()]
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
  const [anna, slug] = [await app.newcomer(), await newRoom()]
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
  const make = () => makeRoom(app.database, { name: 'Réverse  Ingegneria' })
  expect(await make()).toBe('reverse-ingegneria')
  await expect(make()).rejects.toMatchObject({ code: 'rooms.name_taken' })
})

it('has a bot in it as long as its owner, who alone is counted', async () => {
  const [owner, slug] = [await app.newcomer(), await newRoom()]
  const bot = await makeBot(owner, 'Bot in stanza')
  expect(await refusalOf(await enter(bot, slug))).toEqual([403, 'rooms.not_member'])
  await enter(owner, slug)
  for (const _ of ['once', 'again']) expect((await enter(bot, slug)).status).toBe(200)
  expect((await send(bot, slug)).status).toBe(201)
  expect(await roomOf(owner, slug)).toMatchObject({ members: 1 })
  const own = `/api/bots/${bot.uid}/rooms/${slug}`
  const isIn = async () =>
    (await owner.read<{ bots: Bot[] }>('/api/bots')).bots[0]?.rooms.map(({ isMember }) => isMember)
  expect((await owner.delete(own)).status).toBe(204)
  expect(await isIn()).toEqual([false])
  for (const _ of ['once', 'again']) expect((await owner.put(own)).status).toBe(204)
  expect(await isIn()).toEqual([true])
  expect(await refusalOf((await app.newcomer()).put(own))).toEqual([404, 'bots.not_found'])
  await Promise.all([leave(owner, slug), ...Array.from({ length: 6 }, () => enter(bot, slug))])
  expect(await refusalOf(await send(bot, slug))).toEqual([403, 'rooms.not_member'])
  expect(await roomOf(owner, slug)).toMatchObject({ members: 0 })
  expect(await refusalOf(owner.put(own))).toEqual([403, 'rooms.not_member'])
})

it('lets nobody else wait while many enter one room', async () => {
  const [anna, slug] = [await app.newcomer(), await newRoom()]
  const guests = await app.members(30)
  const entered: Promise<Response>[] = []
  await app.database.transaction().execute(async (trx) => {
    await sql`select from rooms where slug = ${slug} for update`.execute(trx)
    // More of them than the server has connections to the database.
    entered.push(...guests.map((guest) => enter(guest, slug)))
    await waitUntil(async () => (await lockWaits(app.database)) > 0)
    expect((await sendMessage(anna, 'generale', 'intanto')).status).toBe(201)
    // Counters of limits may wait for a moment too, until their table has grown.
    await expect.poll(() => lockWaits(app.database)).toBe(1)
  })
  expect((await Promise.all(entered)).map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect(await roomOf(anna, slug)).toMatchObject({ members: 30 })
})

describe('the acts of a moderator', () => {
  const rooms = '/api/moderation/rooms'
  const outcomeOf = async (answer: Promise<Response>) => {
    const { status } = await answer
    return status < 300 ? status : await refusalOf(await answer)
  }

  async function moderator() {
    const member = await app.newcomer()
    await makeModerator(app.database, member.uid)
    return member
  }

  it('make, change, order, archive and reopen rooms, and are logged by name', async () => {
    const by = await moderator()
    const answer = await by.post(rooms, { name: ' Però  Forense ', purpose: 'Tracce', group: 'CTF' })
    expect([answer.status, await answer.json()]).toEqual([201, { slug: 'pero-forense' }])
    const at = `${rooms}/pero-forense`
    expect((await by.patch(at, { version: 1, name: 'Forense' })).status).toBe(204)
    expect(await roomOf(by, 'pero-forense')).toMatchObject({
      name: 'Forense',
      purpose: 'Tracce',
      group: 'CTF',
      version: 2,
    })
    expect((await by.put(`${rooms}/order`, { slugs: ['nessuna', 'pero-forense'] })).status).toBe(204)
    expect((await by.read<Rooms>('/api/rooms')).rooms[0]).toMatchObject({ slug: 'pero-forense' })
    for (const _ of ['once', 'again']) expect((await by.put(`${at}/archive`)).status).toBe(204)
    expect(await roomOf(by, 'pero-forense')).toMatchObject({ archivedAt: expect.any(String) })
    expect((await by.delete(`${at}/archive`)).status).toBe(204)
    expect(await roomOf(by, 'pero-forense')).toMatchObject({ archivedAt: null })

    const { acts } = await by.read<{ acts: ActOnRoom[] }>('/api/moderation/log')
    expect(
      acts.slice(0, 5).map(({ act, roomName, moderatorName }) => [act, roomName, moderatorName]),
    ).toEqual([
      ['room_reopened', 'Forense', by.name],
      ['room_archived', 'Forense', by.name],
      ['rooms_ordered', '', by.name],
      ['room_edited', 'Forense', by.name],
      ['room_created', 'Però Forense', by.name],
    ])
  })

  it('are refused with a reason, and then change nothing', async () => {
    const [by, slug] = [await moderator(), await newRoom()]
    const at = `${rooms}/${slug}`
    await by.patch(at, { version: 1, purpose: 'Altro' })
    const before = await by.read<Rooms>('/api/rooms')
    const name = before.rooms[0]?.name ?? ''
    for (const [answer, code] of [
      [by.post(rooms, { name: 'x', purpose: 'Uno' }), 'field_invalid'],
      [by.post(rooms, { name: 'Senza scopo' }), 'field_invalid'],
      [by.post(rooms, { name: name.toUpperCase(), purpose: 'Uno' }), 'name_taken'],
      [by.patch(at, { version: 2, name }), 'name_taken'],
      [by.patch(at, { version: 2, group: 'g'.repeat(41) }), 'field_invalid'],
      [by.patch(at, { version: 1, purpose: 'Di più' }), 'changed_meanwhile'],
      [by.patch(`${rooms}/nessuna`, { version: 1 }), 'not_found'],
      [by.put(`${rooms}/nessuna/archive`), 'not_found'],
    ] as const)
      expect(await refusalOf(await answer)).toEqual([expect.any(Number), `rooms.${code}`])
    expect(await by.read<Rooms>('/api/rooms')).toEqual(before)
  })

  it('change a version once, and are limited', async () => {
    const [by, slug] = [await moderator(), await newRoom()]
    const edits = Array.from({ length: 4 }, (_, place) =>
      by.patch(`${rooms}/${slug}`, { version: 1, purpose: `Scopo ${place}` }),
    )
    const outcomes = await Promise.all(edits.map(outcomeOf))
    expect(outcomes.filter((outcome) => outcome === 204)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 204)).toEqual(
      Array(3).fill([409, 'rooms.changed_meanwhile']),
    )
    const order = () => by.put(`${rooms}/order`, { slugs: [] })
    while ((await order()).status === 204);
    expect(await refusalOf(await order())).toEqual([429, 'common.rate_limited'])
  })
})

it('publishes how far rooms go: of all at first, then what moved, to every member', async () => {
  const [anna, carla, slug, other] = [
    await app.newcomer(),
    await app.newcomer(),
    await newRoom(),
    await newRoom(),
  ]
  await enter(anna, slug)
  await send(anna, slug)
  const another = visit(await app.startAnother(), { cookie: carla.cookie() })
  const tabs = [app.live(anna), app.live(another)]
  for (const tab of tabs) {
    await tab.watch(roomHeadsTopic)
    expect((await tab.receive('rooms.heads_moved')).heads).toMatchObject({ [slug]: 1, [other]: 0 })
  }
  const movedTo = async (sequence: number) => {
    await send(anna, slug)
    return await Promise.all(
      tabs.map((tab) => tab.receive('rooms.heads_moved', ({ heads }) => heads[slug] === sequence)),
    )
  }
  // The first sweep may name all.
  await movedTo(2)
  for (const { heads } of await movedTo(3)) expect(heads[other]).toBeUndefined()
})

it('has nobody who enters and nobody who leaves wait for the other, at two servers', async () => {
  const slug = await newRoom()
  const elsewhere = await app.startAnother()
  const members = await Promise.all(Array.from({ length: 24 }, () => app.newcomer()))
  const others = members.map((member) => visit(elsewhere, { cookie: member.cookie() }))
  for (const [place, member] of members.entries()) if (place % 2 === 0) await enter(member, slug)
  const answers = await Promise.all(
    members.map((member, place) =>
      place % 2 === 0 ? leave(member, slug) : others[place]?.put(`/api/rooms/${slug}/membership`),
    ),
  )
  expect(answers.map((answer) => answer?.status)).toEqual(
    members.map((_, place) => (place % 2 === 0 ? 204 : 200)),
  )
  expect(await roomOf(members[0] as Member, slug)).toMatchObject({ members: 12 })
})
