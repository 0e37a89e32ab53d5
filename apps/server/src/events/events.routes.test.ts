import { randomUUID } from 'node:crypto'
import type { Event, EventDetails, EventPage, LightEvent } from '@covo/contract/events/events.routes'
import { type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({ limits: { eventsCreated: { points: 60, seconds: 3600 } } })
const hurried = runTestApp({ limits: { participationChanges: { points: 3, seconds: 3600 } } })
const unconfirmed = runTestApp({
  emailVerification: 'limited',
  limits: { eventsCreated: { points: 3, seconds: 3600 }, unconfirmedEvents: { points: 2, seconds: 3600 } },
})

const hour = 3_600_000

function inHours(hours: number): string {
  return new Date(Date.now() + hours * hour).toISOString()
}

function form(changes: Record<string, unknown> = {}) {
  return {
    title: 'Notte delle Bandiere',
    description: 'Ventiquattro ore di sfide.',
    dateTime: inHours(24),
    deadline: inHours(48),
    link: 'https://ctf.esempio.it/notte',
    category: 'ctf',
    duration: '24 ore',
    ...changes,
  }
}

function post(visitor: Visitor, body: unknown): Promise<Response> {
  return visitor.post('/api/events', body)
}

async function create(visitor: Visitor, changes: Record<string, unknown> = {}): Promise<Event> {
  const answer = await post(visitor, form(changes))
  expect(answer.status).toBe(201)
  return (await answer.json()) as Event
}

async function list(visitor: Visitor, query = ''): Promise<EventPage> {
  const answer = await visitor.fetch(`/api/events${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as EventPage
}

async function titles(visitor: Visitor, query: string): Promise<string[]> {
  return (await list(visitor, query)).events.map(({ title }) => title)
}

function participate(visitor: Visitor, id: string, method: 'PUT' | 'DELETE'): Promise<Response> {
  return visitor.fetch(`/api/events/${id}/participation`, { method })
}

/** Moves an event in time, where the rules let nobody create it. */
async function move(id: string, startsAt: string, endsAt: string): Promise<void> {
  await app.database
    .updateTable('events')
    .set({ starts_at: new Date(startsAt), ends_at: new Date(endsAt) })
    .where('id', '=', id)
    .execute()
}

describe('creating', () => {
  it('stores the trimmed event without participants and publishes it', async () => {
    const anna = await app.as('anna')
    const tab = app.live(await app.as('bruno'))
    await tab.watch('events:all')
    const event = await create(anna, { title: '  Notte delle Bandiere ' })
    expect(event).toMatchObject({
      title: 'Notte delle Bandiere',
      organizerId: anna.uid,
      organizerName: 'Anna Bassi',
      participantsCount: 0,
      isParticipating: false,
    })
    expect((await tab.receive('events.created')).event).toEqual({ ...event, canManage: false })
    expect((await list(app.visit())).events).toContainEqual({ ...event, canManage: false })
  })

  it('refuses what breaks a rule, stores and publishes nothing', async () => {
    const anna = await app.as('anna')
    const tab = app.live(anna)
    await tab.watch('events:all')
    const before = (await list(anna)).events.length
    const answer = await post(anna, form({ link: 'javascript:alert(1)' }))
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'events.link_invalid' }])
    expect((await list(anna)).events).toHaveLength(before)
    await tab.watch('members:all')
    expect(tab.received.filter(({ type }) => type === 'events.created')).toEqual([])
  })

  it('leaves an event that is beyond the bounds as it is, for all to read and join', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const { id } = await create(anna, { title: 'Di una volta' })
    const deadline = '9999-12-31T00:00:00.000Z'
    await move(id, inHours(1), deadline)
    expect(await (await participate(bruno, id, 'PUT')).json()).toMatchObject({
      deadline,
      isParticipating: true,
    })
    expect((await list(app.visit(), '?search=di%20una%20volta')).events).toMatchObject([{ id, deadline }])
    await app.database.deleteFrom('events').where('id', '=', id).execute()
  })

  it('keeps the zone, whole days by its clock, and is of Rome where none is named', async () => {
    const anna = await app.as('anna')
    const day = inHours(24 * 30).slice(0, 10)
    const times = { dateTime: `${day}T12:00Z`, deadline: `${day}T12:00Z` }
    expect(await create(anna, times)).toMatchObject({ timeZone: 'Europe/Rome', isAllDay: false })
    const event = await create(anna, { ...times, timeZone: 'Asia/Kolkata', isAllDay: true })
    const dayBefore = new Date(Date.parse(day) - 1).toISOString().slice(0, 10)
    expect(event).toMatchObject({
      timeZone: 'Asia/Kolkata',
      isAllDay: true,
      dateTime: `${dayBefore}T18:30:00.000Z`,
      deadline: `${day}T18:29:00.000Z`,
    })
    expect((await list(app.visit())).events).toContainEqual({ ...event, canManage: false })
  })

  it('names an organizer without a name so', async () => {
    const dario = await app.as('dario')
    const event = await create(dario)
    await app.database.updateTable('users').set({ display_name: '' }).where('id', '=', dario.uid).execute()
    const answer = await participate(await app.as('bruno'), event.id, 'PUT')
    expect(await answer.json()).toMatchObject({ organizerName: 'Organizzatore Anonimo' })
  })

  it('keeps an instant through the hour that a change of clocks skips or repeats', async () => {
    const anna = await app.as('anna')
    const year = new Date().getUTCFullYear() + 1
    const lastSunday = (month: number) => {
      const end = new Date(Date.UTC(year, month, 0))
      return new Date(Date.UTC(year, month, -end.getUTCDay())).toISOString().slice(0, 10)
    }
    for (const dateTime of [
      `${lastSunday(3)}T01:30:00.000Z`,
      `${lastSunday(10)}T00:30:00.000Z`,
      `${lastSunday(10)}T01:30:00.000Z`,
    ])
      expect((await create(anna, { dateTime, deadline: dateTime })).dateTime).toBe(dateTime)
  })
})

describe('creating with a key of the request', () => {
  const send = (by: Visitor, key: string, title: string) =>
    by.post('/api/events', form({ title }), { 'Idempotency-Key': key })

  it('creates one event of a member, however often it comes, and answers it', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const key = randomUUID()
    const [first, second] = await Promise.all([send(anna, key, 'Unica'), send(anna, key, 'Unica')])
    expect([first.status, second.status].toSorted()).toEqual([200, 201])
    const { id } = (await first.json()) as Event
    expect(await second.json()).toMatchObject({ id })
    const later = await send(anna, key, '')
    expect([later.status, await later.json()]).toMatchObject([200, { id, title: 'Unica' }])
    const others = await send(bruno, key, 'Di Bruno')
    expect([others.status, await others.json()]).toMatchObject([201, { title: 'Di Bruno' }])
    expect((await send(anna, randomUUID(), 'Altra')).status).toBe(201)
  })

  it('counts it once, however many come at once to several processes', async () => {
    const anna = await unconfirmed.as('anna')
    const elsewhere = visit(await unconfirmed.startAnother(), { cookie: anna.cookie() })
    const key = randomUUID()
    const answers = await Promise.all([anna, elsewhere, anna, anna].map((by) => send(by, key, 'Unica')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    const others = [await send(anna, randomUUID(), 'Altra'), await send(anna, randomUUID(), 'Troppa')]
    expect(others.map(({ status }) => status)).toEqual([201, 403])
  })

  it('forgets a key after a day', async () => {
    const anna = await app.as('anna')
    const key = randomUUID()
    const { id } = (await (await send(anna, key, 'Ieri')).json()) as Event
    await sql`update events set created_at = created_at - interval '25 hours' where id = ${id}`.execute(
      app.database,
    )
    const answer = await send(anna, key, 'Oggi')
    expect([answer.status, await answer.json()]).toMatchObject([201, { title: 'Oggi' }])
  })
})

describe('one event', () => {
  it("is anybody's to read, as each sees it, with the server's time", async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const event = await create(anna)
    const joined = await (await participate(bruno, event.id, 'PUT')).json()
    const read = async (visitor: Visitor) => (await visitor.fetch(`/api/events/${event.id}`)).json()
    const now = expect.any(String)
    expect(await read(bruno)).toMatchObject({ ...(joined as Event), now, queuePosition: null })
    const seen = (await read(app.visit())) as { now: string }
    const none = { isParticipating: false, participation: 'none', queuePosition: null }
    expect(seen).toMatchObject({ ...(joined as Event), ...none, now })
    expect(Math.abs(Date.parse(seen.now) - Date.now())).toBeLessThan(60_000)
  })

  it('that is none is not found', async () => {
    const unknown = await app.visit().fetch('/api/events/00000000-0000-4000-8000-000000000000')
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'events.not_found' }])
  })
})

describe('taking part', () => {
  it('joins and leaves once however often it is repeated, and publishes the number', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const event = await create(anna)
    const [everybody, own] = [app.live(anna), app.live(bruno)]
    await everybody.watch('events:all')
    await own.receive('live.welcome')

    for (let round = 0; round < 3; round += 1) {
      const joined = await participate(bruno, event.id, 'PUT')
      expect(await joined.json()).toMatchObject({ participantsCount: 1, isParticipating: true, revision: 1 })
    }
    const published = await everybody.receive(
      'events.participants_changed',
      ({ eventId }) => eventId === event.id,
    )
    expect(published).toMatchObject({ participantsCount: 1, revision: 1 })
    expect(JSON.stringify(published)).not.toContain(bruno.uid)
    await own.receive('events.own_participation_changed', ({ isParticipating }) => isParticipating)
    expect(everybody.received.some(({ type }) => type === 'events.own_participation_changed')).toBe(false)

    const left = await participate(bruno, event.id, 'DELETE')
    expect(await left.json()).toMatchObject({ participantsCount: 0, isParticipating: false, revision: 2 })
    const again = await participate(bruno, event.id, 'DELETE')
    expect(await again.json()).toMatchObject({ participantsCount: 0, revision: 2 })
  })

  it('refuses changes over the limit; nothing changes, and nothing is published', async () => {
    const [anna, bruno] = [await hurried.as('anna'), await hurried.as('bruno')]
    const event = await create(anna)
    for (const method of ['PUT', 'DELETE', 'PUT'] as const)
      expect((await participate(bruno, event.id, method)).status).toBe(200)
    const tab = hurried.live(anna)
    await tab.watch('events:all')
    const answer = await participate(bruno, event.id, 'DELETE')
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect([answer.status, await answer.json()]).toMatchObject([
      429,
      { code: 'events.too_many_changes', params: { seconds: expect.any(Number) } },
    ])
    const other = await hurried.as('carla')
    expect((await participate(other, event.id, 'PUT')).status).toBe(200)
    const published = await tab.receive('events.participants_changed', ({ revision }) => revision > 3)
    expect(published).toMatchObject({ participantsCount: 2, revision: 4 })
  })

  it('is refused for unknown and past events; nothing changes', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const event = await create(anna)
    for (const method of ['PUT', 'DELETE'] as const) {
      const unknown = await participate(bruno, '00000000-0000-4000-8000-000000000000', method)
      expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'events.not_found' }])
    }
    await move(event.id, inHours(-5), inHours(-4))
    const over = await participate(bruno, event.id, 'PUT')
    expect([over.status, await over.json()]).toMatchObject([409, { code: 'events.ended' }])
    const past = (await list(bruno, '?filter=past')).events.find(({ id }) => id === event.id)
    expect(past).toMatchObject({ participantsCount: 0, revision: 0 })
  })
})

const everybody = () => Promise.all([app.as('anna'), app.as('bruno'), app.as('carla'), app.as('dario')])

describe('a limited number of seats', () => {
  it('queues members who come when they are taken, and gives a seat that becomes free to the first', async () => {
    const [organizer, bruno, carla, dario] = await everybody()
    const { id } = await create(organizer, { capacity: 1 })
    const details = async (visitor: Visitor) =>
      (await (await visitor.fetch(`/api/events/${id}`)).json()) as EventDetails
    const put = async (visitor: Visitor) => (await (await participate(visitor, id, 'PUT')).json()) as Event
    expect(await put(bruno)).toMatchObject({ participation: 'joined', participantsCount: 1, waitingCount: 0 })
    expect(await put(carla)).toMatchObject({
      participation: 'waiting',
      isParticipating: false,
      participantsCount: 1,
      waitingCount: 1,
    })
    expect(await put(dario)).toMatchObject({ participation: 'waiting', waitingCount: 2 })
    expect(await put(dario)).toMatchObject({ participation: 'waiting', waitingCount: 2 })
    expect((await details(dario)).queuePosition).toBe(2)
    expect((await details(bruno)).queuePosition).toBe(null)
    expect(await details(app.visit())).toMatchObject({ capacity: 1, waitingCount: 2, participation: 'none' })
    expect(await titles(carla, '?filter=mine')).toContain('Notte delle Bandiere')

    const live = app.live(carla)
    await live.watch('events:all')
    const left = (await (await participate(bruno, id, 'DELETE')).json()) as Event
    expect(left).toMatchObject({ participation: 'none', participantsCount: 1, waitingCount: 1 })
    expect(
      await live.receive('events.own_participation_changed', ({ eventId }) => eventId === id),
    ).toMatchObject({ isParticipating: true, participation: 'joined' })
    // Changes of the counts are sent at most four times a second: an older one may come first.
    expect(
      await live.receive(
        'events.participants_changed',
        ({ eventId, revision }) => eventId === id && revision >= left.revision,
      ),
    ).toMatchObject({ participantsCount: 1, waitingCount: 1 })
    expect((await details(dario)).queuePosition).toBe(1)
    expect(await put(bruno)).toMatchObject({ participation: 'waiting', waitingCount: 2 })
    expect((await details(bruno)).queuePosition).toBe(2)
    await participate(dario, id, 'DELETE')
    expect(await details(bruno)).toMatchObject({
      participation: 'waiting',
      waitingCount: 1,
      queuePosition: 1,
    })
  })

  it('keeps place, map, seats, deadline and source as they were entered', async () => {
    const anna = await app.as('anna')
    const more = {
      venue: 'both',
      address: 'Via Zamboni 33',
      mapLink: 'https://mappa.esempio.it/1',
      capacity: 100_000,
      category: 'ctf',
      teamSize: 4,
      joinDeadline: inHours(30),
      ctftimeId: '2345',
    }
    const event = await create(anna, more)
    expect(event).toMatchObject(more)
    expect((await list(app.visit())).events).toContainEqual({ ...event, canManage: false })
    expect(await create(anna)).toMatchObject({
      venue: 'none',
      address: '',
      mapLink: '',
      capacity: null,
      teamSize: null,
      joinDeadline: null,
      ctftimeId: '',
      waitingCount: 0,
    })
  })

  it('lets nobody new in after the deadline, but a seat that is left goes to the first who waits', async () => {
    const [organizer, bruno, carla, dario] = await everybody()
    const { id } = await create(organizer, { capacity: 1, joinDeadline: inHours(1) })
    await participate(bruno, id, 'PUT')
    await participate(carla, id, 'PUT')
    await app.database
      .updateTable('events')
      .set({ join_deadline: new Date(Date.now() - hour) })
      .where('id', '=', id)
      .execute()
    const refused = await participate(dario, id, 'PUT')
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'events.joining_closed' }])
    expect((await participate(carla, id, 'PUT')).status).toBe(200)
    await participate(bruno, id, 'DELETE')
    const event = await (await carla.fetch(`/api/events/${id}`)).json()
    expect(event).toMatchObject({ participation: 'joined', participantsCount: 1, waitingCount: 0 })
  })
})

describe('the list', () => {
  it('lists ongoing and upcoming events by start, past ones by end, each by category and to its members', async () => {
    const [carla, dario] = [await app.as('carla'), await app.as('dario')]
    const tag = 'elenco'
    const over = await create(carla, { title: 'finito', description: tag })
    const longer = await create(carla, { title: 'lungo', description: tag, category: 'contest' })
    const soon = await create(dario, { title: 'presto', description: tag, dateTime: inHours(2) })
    const later = await create(carla, {
      title: 'poi',
      description: tag,
      category: 'hackathon',
      dateTime: inHours(30),
    })
    await move(over.id, inHours(-9), inHours(-8))
    await move(longer.id, inHours(-900), inHours(900))
    await participate(carla, soon.id, 'PUT')

    const of = (filter: string, who: Visitor = carla) => titles(who, `?search=${tag}&filter=${filter}`)
    expect(await of('all')).toEqual(['lungo', 'presto', 'poi'])
    expect(await of('past')).toEqual(['finito'])
    expect(await of('hackathon')).toEqual(['poi'])
    expect(await of('contest')).toEqual(['lungo'])
    expect(await of('other')).toEqual([])
    expect(await of('mine')).toEqual(['lungo', 'presto', 'poi'])
    expect(await of('mine', dario)).toEqual(['presto'])
    expect(await of('mine', app.visit())).toEqual([])
    expect((await list(carla, `?search=${tag}`)).events[1]).toMatchObject({
      id: soon.id,
      isParticipating: true,
    })
    expect((await list(app.visit(), `?search=${tag}`)).events[1]).toMatchObject({ isParticipating: false })
    expect(later.category).toBe('hackathon')
  })

  it('finds a part of title, description or link in any case, and takes % and _ as they are', async () => {
    const anna = await app.as('anna')
    await create(anna, {
      title: 'Sfida 100%_Vera',
      description: 'Con Àncora',
      link: 'https://esempio.it/Zebra-7',
    })
    for (const search of ['sfida 100', '100%_', 'CON àNCORA', 'zebra-7', ' zebra-7 '])
      expect(await titles(anna, `?search=${encodeURIComponent(search)}`)).toEqual(['Sfida 100%_Vera'])
    for (const search of ['100_%', 'Vera Con', '%%', '__'])
      expect(await titles(anna, `?search=${encodeURIComponent(search)}`)).toEqual([])
  })

  it('finds what people see as the same', async () => {
    const anna = await app.as('anna')
    await create(anna, { title: 'Serata Citta\u0300\nsicura', description: 'hacka\u00adthon \u2764\ufe0f' })
    for (const search of [
      'citt\u00e0',
      'CITTA\u0300 SICURA',
      'citt\u00e0\u00a0 sicura',
      'hackathon',
      'hackathon \u2764',
    ])
      expect(await titles(anna, `?search=${encodeURIComponent(search)}`)).toEqual([
        'Serata Citta\u0300 sicura',
      ])
    expect(await titles(anna, `?search=${encodeURIComponent('citta sicura')}`)).toEqual([])
  })

  it('goes through pages without a hole or a double, though events begin at one instant', async () => {
    const anna = await app.as('anna')
    const dateTime = inHours(72)
    const created = new Set<string>()
    for (let index = 0; index < 30; index += 1)
      created.add((await create(anna, { description: 'pagine', dateTime, deadline: inHours(99) })).id)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: EventPage = await list(anna, `?search=pagine${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...page.events.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(30)
    expect(new Set(seen)).toEqual(created)
  })

  it.each(['?filter=tutti', '?cursor=x', '?cursor=W10', `?search=${'a'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      const answer = await app.visit().fetch(`/api/events${query}`)
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'common.invalid_request' }])
    },
  )
})

describe('an event like one that is being entered', () => {
  const at = (hours: number) => inHours(24 * 300 + hours)
  const similar = async (query: Record<string, string>) => {
    const answer = await (await app.as('bruno')).fetch(`/api/events/similar?${new URLSearchParams(query)}`)
    return ((await answer.json()) as { event: Event | null }).event?.title
  }

  it('has the same link, or much the same title within a day', async () => {
    const anna = await app.as('anna')
    const link = `https://esempio.it/${randomUUID()}`
    await create(anna, { title: 'Notte delle Bandiere Rosse', dateTime: at(0), deadline: at(2), link })
    const title = 'notte delle bandiere rosse 2'
    const others = { title: 'Tutt’altro', link: 'https://esempio.it/altro' }
    expect(await similar({ ...others, link })).toBe('Notte delle Bandiere Rosse')
    expect(await similar({ title, dateTime: at(23) })).toBe('Notte delle Bandiere Rosse')
    expect(await similar({ title, dateTime: at(-23) })).toBe('Notte delle Bandiere Rosse')
    for (const unlike of [
      {},
      { title },
      { title, dateTime: at(25) },
      { title: 'Notte dei Protocolli', dateTime: at(0) },
      { ...others, dateTime: at(0) },
      { link: `${link}/2` },
    ])
      expect(await similar(unlike), JSON.stringify(unlike)).toBeUndefined()
  })

  it('is neither over nor cancelled', async () => {
    const anna = await app.as('anna')
    const link = `https://esempio.it/${randomUUID()}`
    const over = await create(anna, { title: 'Finita', link })
    const cancelled = await create(anna, { title: 'Annullata', dateTime: at(1), deadline: at(2), link })
    expect(await similar({ link })).toBe('Finita')
    await move(over.id, inHours(-2), inHours(-1))
    expect(await similar({ link })).toBe('Annullata')
    await anna.post(`/api/events/${cancelled.id}/cancel`, { version: 0, reason: 'Piove.' })
    expect(await similar({ link })).toBeUndefined()
  })
})

describe('a period', () => {
  const from = inHours(24 * 400)
  const at = (hours: number) => inHours(24 * 400 + hours)
  const period = async (visitor: Visitor, query = '') => {
    const answer = await visitor.fetch(`/api/events/period?from=${from}&to=${at(24)}${query}`)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { events: LightEvent[] }).events
  }

  it('has the events that go on in it, light, of a filter and search', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const within = await create(anna, { title: 'dentro', dateTime: at(2), deadline: at(3) })
    await create(anna, { title: 'a cavallo', dateTime: at(-5), deadline: at(30), category: 'other' })
    await create(anna, { title: 'prima', dateTime: at(-5), deadline: at(-1) })
    await create(anna, { title: 'dopo', dateTime: at(25), deadline: at(26) })
    const titlesOf = (events: LightEvent[]) => events.map(({ title }) => title)
    const visitor = app.visit()
    expect(titlesOf(await period(visitor))).toEqual(['a cavallo', 'dentro'])
    expect((await period(visitor))[1]).toEqual({
      id: within.id,
      title: 'dentro',
      dateTime: within.dateTime,
      deadline: within.deadline,
      timeZone: within.timeZone,
      isAllDay: false,
      category: 'ctf',
      status: 'planned',
    })
    expect(titlesOf(await period(visitor, '&filter=other'))).toEqual(['a cavallo'])
    expect(titlesOf(await period(visitor, '&search=DENT'))).toEqual(['dentro'])
    expect(titlesOf(await period(visitor, '&filter=past'))).toEqual([])
    expect(titlesOf(await period(visitor, '&filter=mine'))).toEqual([])
    expect(titlesOf(await period(bruno, '&filter=mine'))).toEqual([])
    await participate(bruno, within.id, 'PUT')
    expect(titlesOf(await period(bruno, '&filter=mine'))).toEqual(['dentro'])
  })

  it('has at most 500 events, the earliest', async () => {
    const anna = await app.as('anna')
    await sql`
      insert into events (title, description, starts_at, ends_at, link, category, duration, organizer_id)
      select 'Fila ' || n, 'd', ${at(20)}::timestamptz + n * interval '1 second', ${at(22)}, 'https://esempio.it', 'ctf', '0',
        ${anna.uid}
      from generate_series(1, 501) n`.execute(app.database)
    const events = await period(app.visit(), '&search=fila')
    expect([events.length, events[0]?.title, events.at(-1)?.title]).toEqual([500, 'Fila 1', 'Fila 500'])
  })

  it.each([
    ['ends before it begins', from, at(-1)],
    ['is longer than 62 days', from, at(62 * 24 + 1)],
    ['is none', 'x', 'y'],
    ['is of no year', '0000-01-01T00:00:00Z', '0000-01-02T00:00:00Z'],
  ])('that %s is refused', async (_, begin, end) => {
    const answer = await app.visit().fetch(`/api/events/period?from=${begin}&to=${end}`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'common.invalid_request' }])
  })
})

describe('the next event', () => {
  const next = async (visitor: Visitor) =>
    ((await (await visitor.fetch('/api/events/next')).json()) as { event: Event | null }).event?.title

  it("is the member's own before those of others", async () => {
    const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
    for (const { uid } of [anna, bruno, carla]) {
      await app.database.deleteFrom('event_participants').where('user_id', '=', uid).execute()
      await app.database.deleteFrom('events').where('organizer_id', '=', uid).execute()
    }
    const nearest = await create(anna, { title: 'il più vicino', dateTime: inHours(0.01) })
    const later = await create(anna, { title: 'più in là', dateTime: inHours(3) })
    expect(await next(carla)).toBe('il più vicino')
    await participate(carla, later.id, 'PUT')
    expect(await next(carla)).toBe('più in là')
    await create(carla, { title: 'di Carla', dateTime: inHours(1.5) })
    expect(await next(carla)).toBe('di Carla')
    await create(carla, { title: 'di Carla, poi', dateTime: inHours(4) })
    expect(await next(carla)).toBe('di Carla')
    expect(await next(bruno)).toBe('il più vicino')
    await participate(bruno, later.id, 'PUT')
    await participate(bruno, nearest.id, 'PUT')
    expect(await next(bruno)).toBe('il più vicino')
    await move(nearest.id, inHours(-1), inHours(1))
    expect(await next(bruno)).toBe('più in là')
    await participate(bruno, later.id, 'DELETE')
    expect(await next(bruno)).toBe('di Carla')
  })
})
