import { randomUUID } from 'node:crypto'
import { createEvent } from '@covo/testing/member-actions'
import type { Member } from '@covo/testing/visitor'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { rawHead, sendRaw } from '../../test/security/raw-http.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
let anna: Member

beforeAll(async () => {
  anna = await app.as('anna')
})

const get = (path: string, headers: Record<string, string> = {}) => app.visit().fetch(path, { headers })

async function titlesAt(path: string): Promise<unknown[]> {
  const answer = await get(path)
  expect(answer.status).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
  return calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('summary'))
}

describe('the calendar of an event', () => {
  it('is public, and may be kept for five minutes', async () => {
    const event = await createEvent(anna, { title: 'Notte, delle Bandiere' })
    const path = `/eventi/${event.id}.ics`
    expect(await titlesAt(path)).toEqual(['Notte, delle Bandiere'])
    const answer = await get(path)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.getSetCookie()).toEqual([])
    const tag = answer.headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': `"other", W/${tag}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    const headOnly = await app.visit().fetch(path, { method: 'HEAD' })
    expect([headOnly.status, await headOnly.text(), headOnly.headers.get('etag')]).toEqual([200, '', tag])
  })

  it.each([
    `/eventi/${randomUUID()}.ics`,
    '/eventi/domani.ics',
    `/eventi/${'-'.repeat(36)}.ics`,
    '/eventi/.ics',
  ])('is not there at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

describe('the calendar of all events', () => {
  it('has those to come and of the last 30 days, by category', async () => {
    await app.database.deleteFrom('events').execute()
    const made: string[] = []
    for (const [title, category] of [
      ['CTF', 'ctf'],
      ['Hackathon', 'hackathon'],
      ['Appena finito', 'contest'],
      ['Finito da un mese', 'contest'],
    ] as const)
      made.push((await createEvent(anna, { title, category })).id)
    for (const [index, days] of [
      [2, 29],
      [3, 31],
    ] as const)
      await sql`
        update events set starts_at = now() - ${days + 1} * interval '1 day', ends_at = now() - ${days} * interval '1 day'
        where id = ${made[index]}`.execute(app.database)
    expect(await titlesAt('/eventi.ics')).toEqual(['Appena finito', 'CTF', 'Hackathon'])
    expect(await titlesAt('/eventi.ics?categoria=hackathon,ctf')).toEqual(['CTF', 'Hackathon'])
    expect(await titlesAt('/eventi.ics?categoria=other')).toEqual([])
    for (const unknown of ['', 'tana', 'ctf,', 'CTF'])
      expect((await get(`/eventi.ics?categoria=${unknown}`)).status, unknown).toBe(404)
  })

  it('is the same until an event changes, and then new for the next request', async () => {
    const first = await get('/eventi.ics')
    const tag = first.headers.get('etag') ?? ''
    expect((await get('/eventi.ics', { 'if-none-match': tag })).status).toBe(304)
    expect((await app.visit().fetch('/eventi.ics', { method: 'HEAD' })).headers.get('etag')).toBe(tag)
    const event = await createEvent(anna, { title: 'Appena creato' })
    const changed = await get('/eventi.ics', { 'if-none-match': tag })
    expect([changed.status, (await changed.text()).includes('Appena creato')]).toEqual([200, true])
    // A new participant changes nothing that the calendar shows.
    const changedTag = changed.headers.get('etag') ?? ''
    const bruno = await app.as('bruno')
    await bruno.put(`/api/events/${event.id}/participation`)
    expect((await get('/eventi.ics', { 'if-none-match': changedTag })).status).toBe(304)
    await app.database.deleteFrom('event_participants').execute()
    await app.database.deleteFrom('events').where('id', '=', event.id).execute()
    expect((await get('/eventi.ics')).headers.get('etag')).toBe(tag)
  })

  it('holds at most 1000 events, the earliest ones', async () => {
    await app.database.deleteFrom('events').execute()
    await sql`
      insert into events (title, description, starts_at, ends_at, link, category, duration, organizer_id)
      select 'Evento ' || n, repeat('d', 2000), now() + n * interval '1 hour', now() + n * interval '1 hour', 'https://esempio.it',
        'ctf', '0', ${anna.uid}
      from generate_series(1, 1001) n`.execute(app.database)
    const titles = await titlesAt('/eventi.ics')
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([1000, 'Evento 1', 'Evento 1000'])
    // In pieces as large as Node's buffer: no more is kept for a reader who takes nothing.
    const { text } = await sendRaw(app.origin, rawHead(app.origin, 'GET', '/eventi.ics'))
    const pieces = text
      .matchAll(/\r\n([\da-f]+)\r\nBEGIN:VEVENT/g)
      .map(([, size = '']) => Number.parseInt(size, 16))
    expect(Math.max(...pieces)).toBeLessThan(70_000)
  })
})
