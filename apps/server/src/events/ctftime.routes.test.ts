import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ctftimeEvent, startCtftime } from '@covo/testing/ctftime'
import { createEvent } from '@covo/testing/member-actions'
import type { Visitor } from '@covo/testing/visitor'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const ctftime = await startCtftime()
const log: string[] = []
const app = runTestApp({
  ctftimeUrl: ctftime.api,
  limits: unlimited,
  onLogLine: (line) => log.push(line),
})
const limited = runTestApp({
  ctftimeUrl: ctftime.api,
  limits: { ctftimeLookups: { points: 3, seconds: 3600 }, ctftimeRequests: { points: 4, seconds: 3600 } },
})
const shared = runTestApp({
  ctftimeUrl: ctftime.api,
  limits: { ctftimeRequestsPerMember: { points: 2, seconds: 3600 } },
})
const off = runTestApp({ ctftimeUrl: null })
afterAll(() => ctftime.stop())
beforeEach(() => void ctftime.requests.splice(0))

const look = (by: Visitor, link: string, except?: string) => by.post('/api/events/ctftime', { link, except })
const page = (id: number | string) => `https://ctftime.org/event/${id}`

async function answerTo(by: Visitor, link: string, except?: string) {
  const answer = await look(by, link, except)
  const body = (await answer.json()) as { code?: string }
  return answer.ok ? body : [answer.status, body.code]
}

/** Numbers that no test has used: answers are kept. */
let last = 5000
function nextId(): string {
  last += 1
  return String(last)
}

describe('a look-up at CTFtime', () => {
  it('answers the fields of a form, and sends the number alone', async () => {
    const anna = await app.as('anna')
    const id = nextId()
    ctftime.has(id)
    const found = await answerTo(anna, `http://www.ctftime.org/event/${id}/tasks/?chi=anna@esempio.it#x`)
    expect(found).toMatchObject({ ctftimeId: id, title: 'Esempio CTF 2027', timeZone: 'UTC' })
    expect(ctftime.requests).toHaveLength(1)
    const [{ path, headers } = { path: '', headers: {} }] = ctftime.requests
    expect(path).toBe(`/api/v1/events/${id}/`)
    const { host: _, connection: __, ...sent } = headers
    expect(sent).toEqual({
      accept: 'application/json',
      'accept-encoding': expect.any(String),
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
      'user-agent': 'Covo',
    })
    const stored = await app.database.selectFrom('events').select('id').where('ctftime_id', '=', id).execute()
    expect(stored).toEqual([])
  })

  it('asks CTFtime alone, and nothing where a link names no event', async () => {
    const anna = await app.as('anna')
    const elsewhere = 'https://ctftime.org@127.0.0.1/event/1'
    expect(await answerTo(anna, elsewhere)).toEqual([422, 'events.ctftime_link_invalid'])
    const climbing = 'https://ctftime.org/event/1/../../../etc'
    expect(await answerTo(anna, climbing)).toEqual([404, 'events.ctftime_not_found'])
    expect(ctftime.requests.map(({ path }) => path)).toEqual(['/api/v1/events/1/'])
  })

  it('is shared for an hour, also that there is no such event, and a failure is not', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const [id, absent, broken] = [nextId(), nextId(), nextId()]
    ctftime.has(id)
    ctftime.answer(broken, { status: 503, body: '' })
    const lookBoth = () => Promise.all([anna, bruno].map((by) => answerTo(by, page(id))))
    expect(await lookBoth()).toMatchObject([{ ctftimeId: id }, { ctftimeId: id }])
    for (const by of [anna, bruno]) {
      expect(await answerTo(by, page(absent))).toEqual([404, 'events.ctftime_not_found'])
      expect(await answerTo(by, page(broken))).toEqual([502, 'events.ctftime_unavailable'])
    }
    const askedFor = (one: string) => ctftime.requests.filter(({ path }) => path.includes(`/${one}/`)).length
    expect([id, absent, broken].map(askedFor)).toEqual([1, 1, 2])

    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 3_601_000)
    await lookBoth()
    clock.mockRestore()
    expect(askedFor(id)).toBe(2)
  })

  it('finds the event that is here already, unless it is over, cancelled or the one that is edited', async () => {
    const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
    const id = nextId()
    ctftime.has(id)
    const event = await createEvent(anna, { ctftimeId: id })
    const later = await createEvent(anna, { ctftimeId: id })
    expect(await answerTo(bruno, page(id))).toEqual({ eventId: event.id })
    expect(ctftime.requests).toEqual([])
    expect(await answerTo(carla, page(id), event.id)).toEqual({ eventId: later.id })
    await anna.post(`/api/events/${event.id}/cancel`, { version: 0, reason: 'x' })
    expect(await answerTo(bruno, page(id))).toEqual({ eventId: later.id })
    expect(await answerTo(carla, page(id), later.id)).toMatchObject({ ctftimeId: id })
    await app.database
      .updateTable('events')
      .set({ starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', later.id)
      .execute()
    expect(await answerTo(bruno, page(id))).toMatchObject({ ctftimeId: id })
  })

  it('has one request on its way at a time; one more of each member waits, in turn', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const [silent, second, third, fourth] = [nextId(), nextId(), nextId(), nextId()]
    ctftime.answer(silent, null)
    for (const id of [second, third, fourth]) ctftime.has(id)
    const unanswered = answerTo(anna, page(silent))
    await expect.poll(() => ctftime.requests).toHaveLength(1)
    // The last of the member's is refused, in any order.
    const others = [second, third].map((id) => answerTo(anna, page(id)))
    expect(await Promise.race(others)).toEqual([429, 'common.rate_limited'])
    const ofAnother = answerTo(bruno, page(fourth))
    expect(ctftime.requests).toHaveLength(1)
    expect(await unanswered).toEqual([502, 'events.ctftime_unavailable'])
    expect(await ofAnother).toMatchObject({ ctftimeId: fourth })
    const answers = await Promise.all(others)
    expect(answers.filter((answer) => !Array.isArray(answer))).toHaveLength(1)
    expect(ctftime.requests).toHaveLength(3)
  })
})

describe('an answer that is no event of CTFtime', () => {
  const anotherSite = createServer((_request, response) => response.end('{}'))
  afterAll(() => void anotherSite.close())

  it.each<[string, Parameters<typeof ctftime.answer>[1]]>([
    [
      'a challenge page',
      { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Just a moment' },
    ],
    ['a refusal', { status: 403, body: '<html>' }],
    ['half of an answer', { body: '{"title":"Esempio CTF","start":"2027-0', isCut: true }],
    ['half of an event', { body: '{"title":"Esempio CTF"}' }],
    [
      'more than 256 KiB',
      { body: JSON.stringify(ctftimeEvent('1', { description: 'Esempio CTF '.repeat(25_000) })) },
    ],
  ])('is refused, and nothing breaks: %s', async (_, answer) => {
    const id = nextId()
    ctftime.answer(id, answer)
    log.length = 0
    expect(await answerTo(await app.as('anna'), page(id))).toEqual([502, 'events.ctftime_unavailable'])
    expect(log.filter((line) => line.includes('CTFtime not understood or not reached'))).toHaveLength(1)
    expect(log.join()).not.toContain('Esempio CTF')
  })

  it('is not asked elsewhere by a redirect', async () => {
    let asked = 0
    anotherSite.on('request', () => {
      asked += 1
    })
    anotherSite.listen(0, '127.0.0.1')
    await once(anotherSite, 'listening')
    const location = `http://127.0.0.1:${(anotherSite.address() as AddressInfo).port}/`
    for (const status of [301, 302, 307, 308]) {
      const id = nextId()
      ctftime.answer(id, { status, headers: { location }, body: '' })
      expect(await answerTo(await app.as('anna'), page(id))).toEqual([502, 'events.ctftime_unavailable'])
    }
    expect(asked).toBe(0)
  })

  it('is given up after five seconds', async () => {
    const id = nextId()
    ctftime.answer(id, null)
    const start = performance.now()
    expect(await answerTo(await app.as('anna'), page(id))).toEqual([502, 'events.ctftime_unavailable'])
    expect(performance.now() - start).toBeGreaterThan(4900)
  })
})

it('refuses a member who looks up too much, and the requests of all together', async () => {
  const [anna, bruno] = [await limited.as('anna'), await limited.as('bruno')]
  const ids = Array.from({ length: 5 }, nextId)
  for (const id of ids) ctftime.has(id)
  const [one = '', two = '', three = '', four = '', five = ''] = ids.map(page)
  for (const link of [one, two, three]) expect(await answerTo(anna, link)).toMatchObject({ category: 'ctf' })
  expect(await answerTo(anna, one)).toEqual([429, 'common.rate_limited'])
  // A text that names no event counts for nobody.
  expect(await answerTo(anna, 'x')).toEqual([422, 'events.ctftime_link_invalid'])
  expect(await answerTo(bruno, four)).toMatchObject({ category: 'ctf' })
  expect(await answerTo(bruno, five)).toEqual([429, 'common.rate_limited'])
  expect(await answerTo(bruno, four)).toMatchObject({ category: 'ctf' })
})

it('refuses a member whose requests reach CTFtime too often, and no other', async () => {
  const [anna, bruno] = [await shared.as('anna'), await shared.as('bruno')]
  const ids = Array.from({ length: 3 }, nextId)
  for (const id of ids) ctftime.has(id)
  const [one = '', two = '', three = ''] = ids.map(page)
  for (const link of [one, two]) expect(await answerTo(anna, link)).toMatchObject({ category: 'ctf' })
  expect(await answerTo(anna, three)).toEqual([429, 'common.rate_limited'])
  // Which CTFtime is not asked for.
  expect(await answerTo(anna, one)).toMatchObject({ category: 'ctf' })
  expect(await answerTo(bruno, three)).toMatchObject({ category: 'ctf' })
})

it('is not there unless the setting is', async () => {
  const anna = await off.as('anna')
  expect(await answerTo(anna, page('1000'))).toEqual([404, 'common.not_found'])
  const [there, absent] = await Promise.all(
    [app, off].map(async (one) => (await one.visit().fetch('/')).text()),
  )
  expect(there).toContain('<meta name="covo-ctftime" content="on" />')
  expect(absent).toContain('<meta name="covo-ctftime" content="off" />')
})
