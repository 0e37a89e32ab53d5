import { randomUUID } from 'node:crypto'
import type { CalendarFeed } from '@covo/contract/events/calendar-feed.routes'
import { createEvent } from '@covo/testing/member-actions'
import type { Member, Visitor } from '@covo/testing/visitor'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rawHead, sendRaw } from '../../test/security/raw-http.ts'
import { runTestApp } from '../../test/test-app.ts'
import { endTokens } from '../auth/end-tokens.ts'

const lines: string[] = []
const app = runTestApp({
  onLogLine: (line) => lines.push(line),
  limits: {
    eventsCreated: { points: 1000, seconds: 3600 },
    feedsMade: { points: 1000, seconds: 3600 },
    feedReads: { points: 30, seconds: 3600 },
  },
})
let anna: Member
let bruno: Member

beforeAll(async () => {
  anna = await app.as('anna')
  bruno = await app.as('bruno')
})

beforeEach(async () => {
  await sql`delete from events`.execute(app.database)
  await sql`delete from calendar_feeds`.execute(app.database)
})

type Choice = Partial<Pick<CalendarFeed, 'scope' | 'categories'>>

async function ask(by: Visitor, method: string, choice?: Choice): Promise<CalendarFeed> {
  const answer = await by.fetch('/api/events/feed', {
    method,
    ...(choice && { body: JSON.stringify(choice) }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as CalendarFeed
}

/** Makes a member's calendar an address; answers its path. */
async function makeFeed(by: Visitor, choice?: Choice): Promise<string> {
  const { url } = await ask(by, 'POST')
  if (choice) await ask(by, 'PUT', choice)
  return new URL(url ?? '').pathname
}

const get = (path: string, headers: Record<string, string> = {}) => app.visit().fetch(path, { headers })

async function readFeed(path: string): Promise<ICAL.Component[]> {
  const answer = await get(path)
  expect(answer.status).toBe(200)
  return new ICAL.Component(ICAL.parse(await answer.text())).getAllSubcomponents('vevent')
}

const read = (event: ICAL.Component, name: string) => event.getFirstPropertyValue(name)
const titlesAt = async (path: string) => (await readFeed(path)).map((event) => read(event, 'summary'))
const join = (by: Visitor, id: string, method = 'PUT') =>
  by.fetch(`/api/events/${id}/participation`, { method })

describe('the address', () => {
  it('is made, is the same whenever it is asked for, and is replaced and revoked', async () => {
    const none = {
      url: null,
      scope: 'own',
      categories: ['ctf', 'hackathon', 'contest', 'other'],
      lastReadAt: null,
    }
    expect(await ask(anna, 'GET')).toEqual(none)
    const made = await ask(anna, 'POST')
    expect(made).toEqual({
      ...none,
      url: expect.stringMatching(/^http:.*\/calendario\/[\da-f-]{36}-[\w-]{22}\.ics$/),
    })
    expect(await ask(anna, 'GET')).toEqual(made)

    const first = new URL(made.url ?? '').pathname
    expect((await get(first)).status).toBe(200)
    const second = await makeFeed(anna)
    expect(second).not.toBe(first)
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
    for (const _ of [1, 2]) expect(await ask(anna, 'DELETE')).toEqual(none)
    expect((await get(second)).status).toBe(404)
  })

  it('says when it was read last', async () => {
    const path = await makeFeed(anna)
    const before = Date.now()
    await get(path)
    const { lastReadAt } = await ask(anna, 'GET')
    // The database's clock is the same machine's, and rounds otherwise.
    expect(Date.parse(lastReadAt ?? '')).toBeGreaterThanOrEqual(before - 1)
    expect(Date.parse(lastReadAt ?? '')).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('stands in no table', async () => {
    const path = await makeFeed(anna)
    const { rows } = await sql<{ text: string }>`select f::text as text from calendar_feeds f`.execute(
      app.database,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(path.slice(-'signature-of-22-letters.ics'.length + 1, -'.ics'.length))
  })

  it.each(['blocked_at = now()', "suspended_until = now() + interval '1 day'", 'deletion_at = now()'])(
    'of a member with %s is none',
    async (state) => {
      const path = await makeFeed(anna)
      await sql`update users set ${sql.raw(state)} where id = ${anna.uid}`.execute(app.database)
      expect((await get(path)).status).toBe(404)
      await sql`
        update users set blocked_at = null, suspended_until = null, deletion_at = null where id = ${anna.uid}
      `.execute(app.database)
      expect((await get(path)).status).toBe(200)
    },
  )

  it('ends with what ends the member’s tokens, which is no other’s', async () => {
    const paths = [await makeFeed(anna), await makeFeed(bruno)]
    await app.database.transaction().execute((trx) => endTokens(trx, anna.uid))
    expect(await Promise.all(paths.map(async (path) => (await get(path)).status))).toEqual([404, 200])
    expect(await ask(anna, 'GET')).toMatchObject({ url: null, lastReadAt: null })
  })

  it('keeps what was chosen, when it is made, replaced and revoked', async () => {
    const chosen = { scope: 'all', categories: ['ctf', 'other'] }
    expect(await ask(anna, 'PUT', { scope: 'all', categories: ['other', 'ctf', 'other'] })).toMatchObject({
      ...chosen,
      url: null,
    })
    for (const method of ['POST', 'POST', 'DELETE', 'GET'])
      expect(await ask(anna, method)).toMatchObject(chosen)
    expect(await ask(anna, 'PUT', { scope: 'own' })).toMatchObject({ ...chosen, scope: 'own' })
    expect(await ask(anna, 'PUT', {})).toMatchObject({ ...chosen, scope: 'own' })
    for (const categories of [[], ['tana'], 'ctf', Array(5).fill('ctf')]) {
      const body = JSON.stringify({ categories })
      expect((await anna.fetch('/api/events/feed', { method: 'PUT', body })).status, body).toBe(400)
    }
  })
})

describe('the calendar', () => {
  it('has the own events, and the times at which they were joined', async () => {
    const organized = await createEvent(anna, { title: 'Organizzato' })
    const joined = await createEvent(bruno, { title: 'Partecipato' })
    const full = await createEvent(bruno, { title: 'Atteso', ...{ capacity: 1 } })
    await createEvent(bruno, { title: 'Di altri' })
    await join(anna, joined.id)
    await join(await app.as('carla'), full.id)
    await join(anna, full.id)
    await sql`
      update event_participants set joined_at = now() + interval '1 hour' where event_id = ${joined.id}
    `.execute(app.database)

    const events = await readFeed(await makeFeed(anna))
    expect(events.map((event) => ['summary', 'status', 'transp'].map((name) => read(event, name)))).toEqual([
      ['Organizzato', 'CONFIRMED', 'OPAQUE'],
      ['Partecipato', 'CONFIRMED', 'OPAQUE'],
      ['In attesa: Atteso', 'TENTATIVE', 'TRANSPARENT'],
    ])
    const stamps = events.map((event) => (read(event, 'dtstamp') as ICAL.Time).toJSDate().getTime())
    expect(stamps[0]).toBe(Math.floor(Date.parse(organized.createdAt) / 1000) * 1000)
    expect(stamps[1]).toBeGreaterThan(Date.now() + 3_500_000)
  })

  it('has changes of the own events, cancelled ones for 30 days, and what one was added to', async () => {
    const event = await createEvent(anna, { title: 'Serata' })
    const added = await createEvent(bruno, { title: 'Aggiunta' })
    await sql`insert into event_organizers (event_id, user_id) values (${added.id}, ${anna.uid})`.execute(
      app.database,
    )
    const path = await makeFeed(anna)
    const first = await readFeed(path)
    expect(first.map((one) => [read(one, 'summary'), read(one, 'transp')])).toEqual([
      ['Serata', 'OPAQUE'],
      ['Aggiunta', 'OPAQUE'],
    ])
    const { version } = event
    const edited = { method: 'PATCH', body: JSON.stringify({ version, title: 'Notte' }) }
    expect((await anna.fetch(`/api/events/${event.id}`, edited)).status).toBe(200)
    expect(await titlesAt(path)).toEqual(['Notte', 'Aggiunta'])
    await anna.post(`/api/events/${event.id}/cancel`, { version: version + 1, reason: 'Pioggia' })
    const [cancelled] = await readFeed(path)
    expect(['summary', 'status'].map((name) => cancelled && read(cancelled, name))).toEqual([
      'Annullato: Notte',
      'CANCELLED',
    ])
    expect(Number(cancelled && read(cancelled, 'sequence'))).toBeGreaterThan(
      Number(first[0] && read(first[0], 'sequence')),
    )
    await sql`update events set cancelled_at = now() - interval '31 days' where id = ${event.id}`.execute(
      app.database,
    )
    expect(await titlesAt(path)).toEqual(['Aggiunta'])
  })

  it('has all events where that is chosen, of the chosen categories', async () => {
    for (const category of ['ctf', 'hackathon', 'contest', 'other'])
      await createEvent(bruno, { title: category, category })
    const path = await makeFeed(anna, { scope: 'all' })
    expect(await titlesAt(path)).toEqual(['ctf', 'hackathon', 'contest', 'other'])
    await ask(anna, 'PUT', { categories: ['contest'] })
    expect(await titlesAt(path)).toEqual(['contest'])
    expect((await readFeed(path)).map((event) => read(event, 'transp'))).toEqual(['TRANSPARENT'])
  })

  it('has events of the last 90 days, and a thousand at most', async () => {
    await sql`
      insert into events (title, description, starts_at, ends_at, link, category, duration, organizer_id)
      select 'Finito ' || n, 'd', now() - (n + 1) * interval '1 day', now() - n * interval '1 day', 'https://esempio.it', 'ctf', '0',
        ${anna.uid}
      from unnest(array[91, 89]) n`.execute(app.database)
    const path = await makeFeed(anna)
    expect(await titlesAt(path)).toEqual(['Finito 89'])
    await sql`
      insert into events (title, description, starts_at, ends_at, link, category, duration, organizer_id)
      select 'Evento ' || n, 'd', now() + n * interval '1 hour', now() + n * interval '1 hour', 'https://esempio.it', 'ctf', '0',
        ${anna.uid}
      from generate_series(1, 1000) n`.execute(app.database)
    const titles = await titlesAt(path)
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([1000, 'Finito 89', 'Evento 999'])
  })

  it('is private, and the same bytes until something of it changes, at every server', async () => {
    const event = await createEvent(bruno, { title: 'Serata' })
    const path = await makeFeed(anna, { scope: 'all' })
    const answer = await get(path)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('referrer-policy')).toBeTruthy()
    expect(answer.headers.getSetCookie()).toEqual([])
    const tag = answer.headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': tag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    const head = await app.visit().fetch(path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tag])
    // Others change nothing of it.
    await join(await app.as('carla'), event.id)
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304)

    const other = await app.startAnother()
    const tags = [tag]
    for (const change of [
      () => join(anna, event.id),
      () => join(anna, event.id, 'DELETE'),
      () => createEvent(bruno, { title: 'Altra serata' }),
      () => sql`delete from events where title = 'Altra serata'`.execute(app.database),
    ]) {
      await change()
      for (const origin of [app.origin, other]) {
        const changed = await fetch(new URL(path, origin), {
          headers: { 'if-none-match': tags.at(-1) ?? '' },
        })
        expect([changed.status, (await changed.text()).length > 0]).toEqual([200, true])
      }
      tags.push((await get(path)).headers.get('etag') ?? '')
    }
    expect(tags[2]).toBe(tag)
    expect(tags[4]).toBe(tag)
  })

  it('is not there after its member’s reads are used up, whatever its address, and another one is', async () => {
    const member = await app.newcomer()
    const path = await makeFeed(member)
    for (let reads = 0; reads < 30; reads += 1) expect((await get(path)).status).toBe(200)
    const refused = await get(path)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await get(await makeFeed(member))).status).toBe(429)
    expect((await get(await makeFeed(await app.newcomer()))).status).toBe(200)
  })

  it('has the one text of each version of an event, and none is rendered for whom nothing changed (S-19)', async () => {
    const { id } = await createEvent(bruno, { title: 'Serata', category: 'ctf' })
    const feed = await makeFeed(anna, { scope: 'all' })
    const paths = [feed, '/eventi.ics', '/eventi.ics?categoria=ctf,other', `/eventi/${id}.ics`]
    const server = await app.startAnother()
    const read = (path: string, tag = '') =>
      fetch(new URL(path, server), { headers: { 'if-none-match': tag } }).then(async (answer) => ({
        status: answer.status,
        tag: answer.headers.get('etag') ?? '',
        title: /SUMMARY:(.*)\r/.exec(await answer.text())?.[1],
      }))
    const rename = (title: string) =>
      sql`update events set title = ${title} where id = ${id}`.execute(app.database)
    const tags = await Promise.all(paths.map(async (path) => (await get(path)).headers.get('etag') ?? ''))
    const unchanged = await Promise.all(paths.map((path, index) => read(path, tags[index])))
    expect(unchanged.map(({ status }) => status)).toEqual([304, 304, 304, 304])
    // Without a new version no reader is owed the new title: it shows when the text was rendered.
    await rename('Resa ora')
    for (const path of paths) {
      expect(await read(path)).toMatchObject({ status: 200, title: 'Resa ora' })
      await rename('Mai resa')
    }
    await sql`update events set version = version + 1 where id = ${id}`.execute(app.database)
    for (const path of paths) expect(await read(path)).toMatchObject({ title: 'Mai resa' })
  })
})

describe('a token', () => {
  it('that is wrong, revoked, or partly another member’s, is answered by one same 404', async () => {
    const [own, others] = [await makeFeed(anna), await makeFeed(bruno)]
    const token = own.slice('/calendario/'.length, -'.ics'.length)
    const revoked = await makeFeed(await app.as('carla'))
    await ask(await app.as('carla'), 'DELETE')
    const wrong = [
      revoked,
      `/calendario/${randomUUID()}-${token.slice(37)}.ics`,
      `/calendario/${token.slice(0, 36)}-${others.slice(-26, -4)}.ics`,
      `/calendario/${token.toUpperCase()}.ics`,
      `/calendario/${token.slice(0, 36)}.ics`,
      `/calendario/${token}x.ics`,
      `/calendario/${token}=.ics`,
      `/calendario/${token}.ics.ics`,
      `/calendario/x.ics`,
    ]
    const answers = await Promise.all(
      wrong.map(async (path) => {
        const answer = await get(path)
        const headers = ['cache-control', 'x-robots-tag', 'content-type'].map((name) =>
          answer.headers.get(name),
        )
        return JSON.stringify([answer.status, await answer.text(), headers])
      }),
    )
    expect(new Set(answers)).toEqual(
      new Set([JSON.stringify([404, '', ['private, max-age=300', 'noindex', null]])]),
    )
  })

  it.each([
    '/calendario/%00.ics',
    '/calendario/%FF%FE.ics',
    '/calendario/%.ics',
    '/calendario/..%2f..%2fetc%2fpasswd.ics',
    `/calendario/${'a'.repeat(8000)}.ics`,
    `/calendario/${"'".repeat(36)}-${'%'.repeat(22)}.ics`,
    `/calendario/${'-'.repeat(59)}.ics`,
    `/calendario/${'0'.repeat(36)}-${'_'.repeat(22)}.ics`,
    '/calendario/🏴.ics',
    '/calendario//.ics',
    '/calendario/.ics',
    '/calendario.ics',
  ])('such as %# is refused', async (path) => {
    const { status } = await sendRaw(app.origin, rawHead(app.origin, 'GET', path))
    expect([400, 404]).toContain(status)
  })

  it('is in no log, whatever becomes of it', async () => {
    const path = await makeFeed(anna)
    const token = path.slice('/calendario/'.length, -'.ics'.length)
    for (let reads = 0; reads < 32; reads += 1) await get(path)
    await ask(anna, 'DELETE')
    await get(path)
    await get(`/calendario/${randomUUID()}-${token.slice(37)}.ics`)
    const text = lines.join('\n')
    for (const part of [token, token.slice(37), token.slice(0, 36)]) expect(text).not.toContain(part)
    const routes = lines.map((line) => JSON.parse(line) as { event?: string; route?: string })
    for (const event of ['limit.reached', 'link.refused'])
      expect(routes).toContainEqual(expect.objectContaining({ event, route: 'GET /calendario/{token}' }))
  })
})
