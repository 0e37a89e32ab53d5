import type { Event } from '@covo/contract/events/events.routes'
import type { NotificationPage, OwnEvents } from '@covo/contract/notifications/notifications.routes'
import { befriend, createEvent } from '@covo/testing/member-actions'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { type Publication, recordNews } from '../platform/realtime/newsroom.ts'
import { notifyOfEvent, type PersonalNotification } from './notify.ts'

const app = runTestApp()

const newcomer = () => app.newcomer()

const listOf = (member: Member, cursor?: string | null) =>
  member.read<NotificationPage>(`/api/notifications${cursor ? `?cursor=${cursor}` : ''}`)
const read = (member: Member, body: object) => member.post('/api/notifications/read', body)

/** Notifies as another slice does, with its own change. */
async function notifyAll(...notifications: PersonalNotification[]): Promise<void> {
  for (const one of notifications)
    await app.database.transaction().execute(async (trx) => {
      const news: Publication[] = []
      await notifyOfEvent(trx, (...more) => news.push(...more), one)
      await recordNews(trx, news)
    })
}

it('tells the organizers in one line an hour who joins, and that the event is full', async () => {
  const [owner, added] = [await newcomer(), await newcomer()]
  const [first, second, third, hidden] = [
    await newcomer(),
    await newcomer(),
    await newcomer(),
    await newcomer(),
  ]
  const event = await createEvent(owner, { title: 'Torneo', capacity: 4 })
  const join = (member: Member) => member.put(`/api/events/${event.id}/participation`)
  await befriend(owner, added)
  await owner.put(`/api/events/${event.id}/organizers/${added.uid}`)
  await hidden.put(`/api/blocks/${owner.uid}`)
  const told = async (member: Member) =>
    (await listOf(member)).notifications
      .flatMap((one) => (one.kind === 'joined' || one.kind === 'full' ? [one] : []))
      .map(({ kind, author, others }) => `${kind} ${author?.uid} ${others}`)
      .toSorted()
  const full = 'full undefined undefined'
  const tab = app.live(owner)
  await tab.receive('live.welcome')
  await join(hidden)
  expect(await told(owner)).toEqual([])
  for (const member of [first, first, second, third]) await join(member)
  await tab.receive('notifications.changed', ({ unread }) => unread === 3)
  expect(await told(owner)).toEqual([full, `joined ${first.uid} 2`])
  expect(await told(added)).toEqual([full, `joined ${hidden.uid} 3`])

  const anHourAgo = sql`interval '61 minutes'`
  await sql`update notifications set created_at = created_at - ${anHourAgo} where event_id = ${event.id}`.execute(
    app.database,
  )
  await sql`update event_participants set joined_at = joined_at - ${anHourAgo} where event_id = ${event.id}`.execute(
    app.database,
  )
  await third.delete(`/api/events/${event.id}/participation`)
  await join(third)
  expect(await told(owner)).toEqual([full, full, `joined ${first.uid} 1`, `joined ${third.uid} 0`].toSorted())
})

it('notifies each member once, in their own tabs alone, and marks as read in all of them', async () => {
  const [organizer, lucky, other] = [await newcomer(), await newcomer(), await newcomer()]
  const event = await createEvent(organizer, { title: 'Torneo' })
  const [tab, foreign] = [app.live(lucky), app.live(other)]
  await Promise.all([tab, foreign].map((one) => one.receive('live.welcome')))
  const [uid] = [lucky.uid]
  await notifyAll(
    { kind: 'seat', eventId: event.id, uids: [uid, uid], authorId: null },
    { kind: 'organizer_added', eventId: event.id, uids: [uid], authorId: organizer.uid },
  )
  await tab.receive('notifications.changed', ({ unread }) => unread === 1)
  await tab.receive('notifications.changed', ({ unread }) => unread === 2)
  const { notifications, unread, nextCursor } = await listOf(lucky)
  const line = {
    id: expect.any(String),
    eventId: event.id,
    title: 'Torneo',
    fields: [],
    text: '',
    at: expect.any(String),
  }
  expect(notifications).toEqual([
    {
      ...line,
      kind: 'organizer_added',
      author: { uid: organizer.uid, displayName: expect.stringContaining('Nuova') },
      isRead: false,
    },
    { ...line, kind: 'seat', author: null, isRead: false },
  ])
  expect([unread, nextCursor]).toEqual([2, null])
  expect(await listOf(other)).toEqual({ notifications: [], unread: 0, updates: 0, nextCursor: null })

  // Up to the older one; of no event; then of the event.
  expect((await read(lucky, { upTo: notifications[1]?.at })).status).toBe(204)
  await tab.receive('notifications.changed', ({ unread: left }) => left < 2)
  expect((await read(lucky, {})).status).toBe(204)
  expect((await read(other, { eventId: event.id })).status).toBe(204)
  expect((await read(lucky, { eventId: event.id })).status).toBe(204)
  await tab.receive('notifications.changed', ({ unread: left }) => left === 0)
  const after = await listOf(lucky)
  expect([after.unread, after.notifications.map(({ isRead }) => isRead)]).toEqual([0, [true, true]])
  expect(await foreign.watch('chat:generale')).toBe(0)
  expect(foreign.received.some(({ type }) => type === 'notifications.changed')).toBe(false)

  await app.database.deleteFrom('events').where('id', '=', event.id).execute()
  expect((await listOf(lucky)).notifications).toEqual([])
})

describe('the updates of an event', () => {
  const change = (organizer: Member, { id, version }: Event, form: object) =>
    organizer.patch(`/api/events/${id}`, { version, ...form })
  const message = (organizer: Member, { id }: Event, text: string) =>
    organizer.post(`/api/events/${id}/updates`, { clientId: crypto.randomUUID(), text })

  it('notify members who take part, wait or organize, from then on, and not their author', async () => {
    const [owner, seated, waiting] = [await newcomer(), await newcomer(), await newcomer()]
    const [added, late, stranger] = [await newcomer(), await newcomer(), await newcomer()]
    const oneSeat: object = { title: 'Torneo', capacity: 1 }
    const event = await createEvent(owner, { ...oneSeat })
    for (const member of [seated, waiting]) await member.put(`/api/events/${event.id}/participation`)
    await befriend(owner, added)
    expect((await owner.put(`/api/events/${event.id}/organizers/${added.uid}`)).status).toBe(204)

    // A change of seats or category notifies nobody.
    const later = new Date(Date.parse(event.dateTime) + 60_000).toISOString()
    const edit = { category: 'hackathon', capacity: 2, dateTime: later, link: 'https://covo.example/' }
    const edited = (await (await change(owner, event, edit)).json()) as Event
    await change(owner, edited, { category: 'ctf' })
    await late.put(`/api/events/${event.id}/participation`)
    await message(added, event, 'Si entra dal retro.')

    const line = {
      id: expect.any(String),
      eventId: event.id,
      title: 'Torneo',
      text: '',
      fields: [],
      author: { uid: owner.uid, displayName: expect.stringContaining('Nuova') },
      at: expect.any(String),
      isRead: false,
    }
    const moved = { ...line, kind: 'edited', fields: ['dateTime', 'link'] }
    const author = { uid: added.uid, displayName: expect.stringContaining('Nuova') }
    const written = { ...line, kind: 'message', text: 'Si entra dal retro.', author }
    const page = { unread: 2, updates: 3, nextCursor: null }
    expect(await listOf(seated)).toEqual({ notifications: [written, moved], ...page })
    expect((await listOf(waiting)).notifications).toEqual([
      written,
      moved,
      { ...line, kind: 'seat', author: null },
    ])
    expect((await listOf(added)).notifications).toEqual([moved, { ...line, kind: 'organizer_added' }])
    const accepted = { kind: 'request_accepted', author: { uid: added.uid } }
    const told = [{ kind: 'full' }, { kind: 'joined', author: { uid: seated.uid } }]
    const ownPage = { notifications: [written, accepted, ...told], ...page, unread: 4 }
    expect(await listOf(owner)).toMatchObject(ownPage)
    expect(await listOf(late)).toEqual({ notifications: [written], ...page, unread: 1 })
    expect((await listOf(stranger)).notifications).toEqual([])
    const { events } = await waiting.read<OwnEvents>('/api/events/own')
    expect(events).toMatchObject([{ id: event.id, updateNumber: 3, remind: true }])
    expect((await late.read<OwnEvents>('/api/events/own')).events).toMatchObject([{ remind: false }])
  })

  it('are read up to an instant or of an event, in all tabs', async () => {
    const [owner, member] = [await newcomer(), await newcomer()]
    const event = await createEvent(owner)
    await member.put(`/api/events/${event.id}/participation`)
    for (const text of ['uno', 'due', 'tre']) await message(owner, event, text)
    const tab = app.live(member)
    await tab.receive('live.welcome')
    const readState = async () => {
      const { notifications, unread } = await listOf(member)
      return { unread, read: notifications.flatMap((one) => (one.isRead && 'text' in one ? [one.text] : [])) }
    }
    expect(await readState()).toEqual({ unread: 3, read: [] })
    await read(member, { upTo: (await listOf(member)).notifications[2]?.at })
    await tab.receive('notifications.changed')
    expect(await readState()).toEqual({ unread: 2, read: ['uno'] })
    await read(member, { eventId: event.id })
    expect(await readState()).toEqual({ unread: 0, read: ['tre', 'due', 'uno'] })
    await read(member, { upTo: new Date().toISOString() })
    expect((await listOf(owner)).notifications).toMatchObject([{ kind: 'joined' }])

    // A member who leaves gets none, and starts empty after joining again.
    await member.delete(`/api/events/${event.id}/participation`)
    expect(await readState()).toEqual({ unread: 0, read: [] })
    await member.put(`/api/events/${event.id}/participation`)
    await owner.post(`/api/events/${event.id}/cancel`, { version: 0, reason: 'Piove.' })
    await owner.post(`/api/events/${event.id}/restore`, { version: 1 })
    const { notifications } = await listOf(member)
    expect(notifications).toMatchObject([
      { kind: 'restored', text: '' },
      { kind: 'cancelled', text: 'Piove.' },
    ])
  })

  it('come in pages with the notifications of the member alone, of 90 days', async () => {
    const [owner, member] = [await newcomer(), await newcomer()]
    const { id: eventId } = await createEvent(owner)
    await member.put(`/api/events/${eventId}/participation`)
    await sql`
      insert into event_updates (event_id, number, kind, author_id, is_weighty, created_at)
      select ${eventId}, number, 'restored', ${owner.uid}, true,
        date_trunc('milliseconds', now()) - number % 7 * interval '1 hour'
      from generate_series(1, 30) as number`.execute(app.database)
    const seat: PersonalNotification = { kind: 'seat', eventId, uids: [member.uid], authorId: null }
    await notifyAll(...Array.from({ length: 15 }, () => seat))
    const first = await listOf(member)
    const second = await listOf(member, first.nextCursor)
    const third = await listOf(member, second.nextCursor)
    const lines = [first, second, third].flatMap(({ notifications }) => notifications)
    expect([first, second, third].map(({ notifications }) => notifications.length)).toEqual([20, 20, 5])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(45)
    expect(lines.map(({ at }) => at)).toEqual(
      lines
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect([first.unread, third.nextCursor]).toEqual([45, null])

    await sql`
      update notifications set created_at = now() - interval '91 days' where user_id = ${member.uid}`.execute(
      app.database,
    )
    expect((await listOf(member)).unread).toBe(30)
    for (const cursor of ['x', Buffer.from('["2026-01-01T00:00:00Z","x"]').toString('base64url')])
      expect((await member.fetch(`/api/notifications?cursor=${cursor}`)).status).toBe(400)
  })
})

it('names the own events that are not over, and whether one is reminded of them', async () => {
  const [organizer, member] = [await newcomer(), await newcomer()]
  const zone = { timeZone: 'Asia/Kolkata' }
  const own = await createEvent(member, { title: 'Mio', ...zone })
  const [joined, over] = [await createEvent(organizer), await createEvent(organizer)]
  await createEvent(organizer)
  for (const { id } of [joined, over]) await member.put(`/api/events/${id}/participation`)
  await sql`
    update events set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${over.id}`.execute(
    app.database,
  )
  const ownEvents = async () => (await member.read<OwnEvents>('/api/events/own')).events
  const events = await ownEvents()
  expect(new Set(events.map(({ id }) => id))).toEqual(new Set([own.id, joined.id]))
  expect(events).toContainEqual({
    id: own.id,
    title: 'Mio',
    dateTime: own.dateTime,
    timeZone: 'Asia/Kolkata',
    isAllDay: false,
    updateNumber: 0,
    remind: true,
  })
  await member.put('/api/notifications/settings', { reminders: false })
  expect((await ownEvents()).some(({ remind }) => remind)).toBe(false)
})
