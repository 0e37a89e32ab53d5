import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { eventRoomId, maximumOwnRooms, roomId } from '@covo/contract/chat/chat.rules'
import { createEvent, sendMessage } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeRoom } from '../../test/make-room.ts'
import { runTestApp } from '../../test/test-app.ts'

const plenty = { points: 1_000_000, seconds: 3600 }
const app = runTestApp({
  limits: { messagesSustained: plenty, participationChanges: plenty, eventsCreated: plenty },
})

const newcomer = () => app.newcomer()

/** The room of a new event, whose guest has joined it. */
async function openRoom() {
  const [owner, guest] = await Promise.all([newcomer(), newcomer()])
  const { id: eventId, title } = await createEvent(owner)
  await join(guest, eventId)
  return { owner, guest, eventId, title, id: eventRoomId(eventId) }
}

async function join(member: Visitor, eventId: string): Promise<void> {
  expect((await member.put(`/api/events/${eventId}/participation`)).status).toBe(200)
}

async function write(by: Visitor, id: string, ...texts: string[]): Promise<void> {
  for (const text of texts) expect((await sendMessage(by, id, text)).status).toBe(201)
}

const read = (by: Visitor, id: string, sequence: number) => by.post(`/api/chat/${id}/read`, { sequence })

const roomsOf = async (member: Visitor) => (await member.read<OwnRooms>('/api/rooms/own')).rooms

/** How far the member's only room goes for them, and how far they have read it. */
async function marksOf(member: Visitor) {
  const [{ head, readUpTo, newest } = { head: -1, readUpTo: -1, newest: -1 }] = await roomsOf(member)
  return { head, readUpTo, newest }
}

describe('the position in a room', () => {
  it('moves forward alone, up to the newest message, whichever device reports last', async () => {
    const { owner, guest, eventId, title, id } = await openRoom()
    await write(owner, id, 'uno', 'due', 'tre')
    const phone = visit(app.origin, { cookie: guest.cookie() })
    const tab = app.live(phone)
    await tab.receive('live.welcome')
    expect((await read(guest, id, 2)).status).toBe(204)
    expect(await tab.receive('rooms.own_changed')).toEqual({
      type: 'rooms.own_changed',
      isMember: true,
      conversationId: id,
      readUpTo: 2,
      mutedUntil: null,
    })
    expect(await roomsOf(phone)).toEqual([
      { conversationId: id, eventId, title, head: 3, readUpTo: 2, newest: 3, mutedUntil: null },
    ])
    for (const sequence of [1, 2, 0]) expect((await read(phone, id, sequence)).status).toBe(204)
    expect(await marksOf(guest)).toEqual({ head: 3, readUpTo: 2, newest: 3 })
    await read(phone, id, 99)
    await tab.receive('rooms.own_changed', ({ readUpTo }) => readUpTo === 3)
    expect(await marksOf(guest)).toEqual({ head: 3, readUpTo: 3, newest: 3 })
    expect(tab.received.filter(({ type }) => type === 'rooms.own_changed')).toHaveLength(2)
    // It is theirs alone.
    expect(await marksOf(owner)).toMatchObject({ readUpTo: null })
  })

  it('is stored of who may read the room alone, and of no public one', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    await write(owner, id, 'uno')
    const stranger = await newcomer()
    expect((await guest.delete(`/api/events/${eventId}/participation`)).status).toBe(200)
    for (const member of [stranger, guest])
      expect(await refusalOf(await read(member, id, 1))).toEqual([404, 'chat.conversation_not_found'])
    expect((await read(guest, 'generale', 1)).status).toBe(204)
    const rows = await app.database
      .selectFrom('memberships')
      .where('user_id', 'in', [guest.uid, stranger.uid])
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })

  it('goes with the room', async () => {
    const { owner, guest, id } = await openRoom()
    await write(owner, id, 'uno')
    await read(guest, id, 1)
    await sql`delete from messages where conversation_id = ${id}`.execute(app.database)
    await sql`delete from conversation_authors where conversation_id = ${id}`.execute(app.database)
    await app.database.deleteFrom('conversations').where('id', '=', id).execute()
    const rows = await app.database
      .selectFrom('memberships')
      .where('conversation_id', '=', id)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })
})

describe('the own rooms', () => {
  it('have nothing unread but what others wrote since the member joined, as long as it is there', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    await write(owner, id, 'prima')
    const late = await newcomer()
    await join(late, eventId)
    expect(await marksOf(late)).toEqual({ head: 0, readUpTo: null, newest: 1 })
    await write(late, id, 'eccomi')
    expect(await marksOf(late)).toMatchObject({ head: 0 })
    await write(guest, id, 'ciao')
    expect(await marksOf(late)).toEqual({ head: 3, readUpTo: null, newest: 3 })
    expect((await guest.delete(`/api/chat/${id}/messages/3`)).status).toBe(204)
    expect(await marksOf(late)).toEqual({ head: 0, readUpTo: null, newest: 3 })
    await read(late, id, 1)
    expect(await marksOf(late)).toEqual({ head: 1, readUpTo: 1, newest: 3 })
  })

  it('have nothing unread by somebody whom the member does not see', async () => {
    const { owner, guest, id } = await openRoom()
    await write(owner, id, 'prima')
    expect((await guest.put(`/api/blocks/${owner.uid}`)).status).toBe(204)
    expect(await marksOf(guest)).toEqual({ head: 0, readUpTo: null, newest: 1 })
    expect((await guest.delete(`/api/blocks/${owner.uid}`)).status).toBe(204)
    expect(await marksOf(guest)).toMatchObject({ head: 1 })
  })

  it('are the five of the nearest events: what goes on, what comes, what ended, as long as one may write', async () => {
    const [owner, member] = await Promise.all([newcomer(), newcomer()])
    const now = Date.now()
    const hour = 3_600_000
    const day = 24 * hour
    const times = {
      'ended last': [-3 * day, -2 * day],
      tomorrow: [day, 2 * day],
      closed: [-60 * day, -31 * day],
      'in a week': [7 * day, 8 * day],
      'ended before': [-9 * day, -8 * day],
      running: [-hour, hour],
      cancelled: [2 * hour, 3 * hour],
      'not joined': [hour, 2 * hour],
    }
    for (const [title, [startsAt = 0, endsAt = 0]] of Object.entries(times)) {
      const { id } = await createEvent(owner, { title })
      if (title !== 'not joined') await join(member, id)
      await app.database
        .updateTable('events')
        .set({ starts_at: new Date(now + startsAt), ends_at: new Date(now + endsAt) })
        .where('id', '=', id)
        .execute()
      if (title === 'cancelled')
        await app.database
          .updateTable('events')
          .set({ status: 'cancelled', cancelled_at: new Date(now - day) })
          .where('id', '=', id)
          .execute()
    }
    const titlesOf = async (one: Member) => (await roomsOf(one)).map(({ title }) => title)
    expect(await titlesOf(member)).toEqual(['running', 'tomorrow', 'in a week', 'cancelled', 'ended last'])
    expect(await titlesOf(owner)).toEqual(['running', 'not joined', 'tomorrow', 'in a week', 'cancelled'])
    expect(await roomsOf(owner)).toHaveLength(maximumOwnRooms)
    expect(await roomsOf(await newcomer())).toEqual([])
  })

  it('are those of who organizes or has a seat, once each', async () => {
    const [owner, organizer, waiting] = await Promise.all([newcomer(), newcomer(), newcomer()])
    const { id: eventId } = await createEvent(owner, { capacity: 1 })
    await join(organizer, eventId)
    await app.database
      .insertInto('event_organizers')
      .values({ event_id: eventId, user_id: organizer.uid })
      .execute()
    await join(waiting, eventId)
    for (const member of [owner, organizer]) expect(await roomsOf(member)).toHaveLength(1)
    expect(await roomsOf(waiting)).toEqual([])
  })
})

describe('the muting of a room', () => {
  const mute = (by: Visitor, id: string, until: unknown) => by.put(`/api/chat/${id}/mute`, { until })

  it('is stored for all devices, ends by null, and leaves what is unread', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    await write(owner, id, 'prima')
    const late = await newcomer()
    await join(late, eventId)
    await write(guest, id, 'dopo')
    const tab = app.live(late)
    await tab.receive('live.welcome')
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    for (const until of ['always', soon, null]) {
      expect((await mute(late, id, until)).status).toBe(204)
      // Of a room that they never opened, what was there when they joined is read.
      expect(await tab.receive('rooms.own_changed', ({ mutedUntil }) => mutedUntil === until)).toMatchObject({
        conversationId: id,
        isMember: true,
        readUpTo: 1,
      })
      expect(await roomsOf(late)).toMatchObject([{ mutedUntil: until, readUpTo: 1, head: 2 }])
    }
    await mute(late, id, soon)
    await read(late, id, 2)
    await tab.receive('rooms.own_changed', (news) => news.mutedUntil === soon && news.readUpTo === 2)
    expect(await roomsOf(owner)).toMatchObject([{ mutedUntil: null }])
  })

  it('is of rooms that one is in alone, until an instant', async () => {
    const { owner, guest, id } = await openRoom()
    const slug = await makeRoom(app.database, { name: 'Silenzio' })
    const room = roomId(slug)
    const others = [
      [await newcomer(), id],
      [guest, room],
      [guest, 'generale'],
      [guest, `${guest.uid}_${owner.uid}`],
    ] as const
    for (const [member, conversation] of others)
      expect(await refusalOf(await mute(member, conversation, 'always'))).toEqual([
        404,
        'chat.conversation_not_found',
      ])
    const { rows } = await sql`select from memberships where muted_until is not null`.execute(app.database)
    const count = rows.length
    for (const until of ['never', 7, '', undefined])
      expect(await refusalOf(await mute(guest, id, until))).toEqual([400, 'common.invalid_request'])
    expect((await guest.put(`/api/rooms/${slug}/membership`)).status).toBe(200)
    expect((await mute(guest, room, 'always')).status).toBe(204)
    const { rows: after } = await sql`select from memberships where muted_until is not null`.execute(
      app.database,
    )
    expect(after).toHaveLength(count + 1)
    // Who enters again wants its marks.
    await guest.delete(`/api/rooms/${slug}/membership`)
    await guest.put(`/api/rooms/${slug}/membership`)
    expect((await roomsOf(guest)).find(({ conversationId }) => conversationId === room)).toMatchObject({
      mutedUntil: null,
    })
  })
})

describe('the head of a room', () => {
  it('comes to those who take part, and ends with it, at every process', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    const another = visit(await app.startAnother(), { cookie: guest.cookie() })
    const topic = `head:${id}`
    const tabs = [app.live(guest), app.live(another)]
    for (const tab of tabs) expect(await tab.watch(topic)).toBe(0)
    await write(owner, id, 'uno')
    for (const tab of tabs) await tab.receive('live.head', (news) => news.topic === topic && news.head === 1)
    expect((await guest.delete(`/api/events/${eventId}/participation`)).status).toBe(200)
    for (const tab of tabs) await tab.receive('live.refused', (news) => news.topic === topic)
    await write(owner, id, 'due')
    // News of the socket that comes later than a head would: by the next sweep.
    for (const tab of tabs) await tab.watch('head:generale')
    await write(owner, 'generale', 'altrove')
    for (const tab of tabs) {
      await tab.receive('live.head', (news) => news.topic === 'head:generale')
      const heads = tab.received.filter((news) => news.type === 'live.head' && news.topic === topic)
      expect(heads).toHaveLength(1)
    }
  })

  it('does not go on for who does not see the writer', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    const third = await newcomer()
    await join(third, eventId)
    expect((await guest.put(`/api/blocks/${owner.uid}`)).status).toBe(204)
    await write(third, id, 'si vede')
    const tab = app.live(guest)
    expect(await tab.watch(`head:${id}`)).toBe(1)
    await write(owner, id, 'non si vede')
    await write(third, id, 'si vede anche questo')
    await tab.receive('live.head', (news) => news.topic === `head:${id}` && news.head === 3)
    const heads = tab.received.flatMap((news) => (news.type === 'live.head' ? [news.head] : []))
    expect(heads).not.toContain(2)
  })
})

describe('with a limit', () => {
  const limited = runTestApp({ limits: { readPositions: { points: 1, seconds: 3600 } } })

  it('keeps no position that is reported above it, and says nothing (S-19)', async () => {
    const [owner, guest] = [await limited.newcomer(), await limited.newcomer()]
    const { id: eventId } = await createEvent(owner)
    await join(guest, eventId)
    await write(owner, eventRoomId(eventId), 'uno', 'due')
    for (const sequence of [1, 2])
      expect((await read(guest, eventRoomId(eventId), sequence)).status).toBe(204)
    expect(await marksOf(guest)).toMatchObject({ readUpTo: 1 })
    expect((await read(owner, eventRoomId(eventId), 2)).status).toBe(204)
    expect(await marksOf(owner)).toMatchObject({ readUpTo: 2 })
  })
})
