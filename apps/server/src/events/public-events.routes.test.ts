import type { PublicEventList } from '@covo/contract/events/public-events'
import { createEvent } from '@covo/testing/member-actions'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { publicEventsPage } from './public-events-page.ts'

const app = runTestApp({ name: 'Covo', limits: unlimited })
const off = runTestApp({ publicEvents: 'off' })

beforeEach(async () => {
  await app.database.deleteFrom('events').execute()
})

const create = async (changes: object = {}) => await createEvent(await app.as('anna'), changes)

async function read(path: string) {
  const answer = await app.visit().fetch(path)
  return { answer, page: await answer.text() }
}
const dataOf = (page: string, attribute: string): unknown =>
  JSON.parse(new RegExp(`<script [^>]*${attribute}[^>]*>([^<]*)</script>`).exec(page)?.[1] ?? 'null')
const listOf = (page: string) => dataOf(page, 'id="public-events"') as PublicEventList
const noscriptOf = (page: string) => /<noscript>(.*)<\/noscript>/s.exec(page)?.[1] ?? ''
const contentOf = (page: string, attribute: string) =>
  new RegExp(`<meta [a-z]+="${attribute}" content="([^"]*)"`).exec(page)?.[1]
const titlesAt = async (path: string) => listOf((await read(path)).page).events.map(({ title }) => title)

/** Times of an event so many days ahead. */
const inDays = (days: number) => {
  const at = (hours: number) => new Date(Date.now() + days * 86_400_000 + hours * 3_600_000).toISOString()
  return { dateTime: at(0), deadline: at(2) }
}
const start = async (id: string) =>
  await sql`update events set starts_at = now() - interval '1 hour' where id = ${id}`.execute(app.database)

describe('the list for visitors', () => {
  it('has what is not over in the order of its start, as the page of each event shows it', async () => {
    const [later, over, running, cancelled] = [
      await create({ title: 'Dopo', ...inDays(3), category: 'ctf' }),
      await create({ title: 'Finito' }),
      await create({ title: 'Adesso', ...inDays(1) }),
      await create({ title: 'Annullato', ...inDays(2) }),
    ]
    await start(running.id)
    await sql`update events set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
      where id = ${over.id}`.execute(app.database)
    const anna = await app.as('anna')
    await anna.post(`/api/events/${cancelled.id}/cancel`, { version: 0, reason: 'Pioggia' })
    const { answer, page } = await read('/eventi')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const list = listOf(page)
    expect(list.events.map(({ title }) => title)).toEqual(['Adesso', 'Annullato', 'Dopo'])
    expect(await titlesAt('/eventi?categoria=ctf')).toEqual(['Dopo'])
    // One rule with the page of an event: what it answers, the list has, but for what the list cuts.
    for (const { description: _, isFull: __, ...event } of list.events)
      expect(await (await app.visit().fetch(`/api/events/${event.id}`)).json()).toMatchObject(event)
    await anna.delete(`/api/events/${later.id}`)
    expect(await titlesAt('/eventi')).toEqual(['Adesso', 'Annullato'])
    expect(noscriptOf(page)).toContain('<p>In corso · ')
    expect(noscriptOf(page)).toContain('<p>Annullato · ')
  })

  it('names its months by the clock of Italy, and has what goes on in one', async () => {
    const at = (dateTime: string, deadline: string) => ({ dateTime, deadline })
    await create({ title: 'San Silvestro', ...at('2027-12-31T22:30:00.000Z', '2027-12-31T23:30:00.000Z') })
    await create({ title: 'Capodanno', ...at('2027-12-31T23:30:00.000Z', '2028-01-01T01:30:00.000Z') })
    const { page } = await read('/eventi')
    expect(listOf(page).months).toEqual([
      { month: '2027-12', name: 'dicembre 2027' },
      { month: '2028-01', name: 'gennaio 2028' },
    ])
    expect(await titlesAt('/eventi?mese=2027-12')).toEqual(['San Silvestro'])
    expect(await titlesAt('/eventi?mese=2028-01')).toEqual(['San Silvestro', 'Capodanno'])
    expect(await titlesAt('/eventi?mese=2028-01&categoria=ctf')).toEqual([])
    expect(await titlesAt('/eventi?mese=2020-01')).toEqual([])
  })

  it('comes in pages that links lead through, whole and once', async () => {
    for (let day = 1; day <= 30; day += 1) {
      const dateTime = `2027-07-${String(day).padStart(2, '0')}T12:00:00.000Z`
      await create({ title: `Evento ${day}`, dateTime, deadline: dateTime })
    }
    for (const first of ['/eventi', '/eventi?categoria=other', '/eventi?mese=2027-07']) {
      const seen: string[] = []
      for (let path: string | undefined = first; path; ) {
        const { page } = await read(path)
        seen.push(...listOf(page).events.map(({ title }) => title))
        // Of search engines, each event is found by its own page.
        expect(contentOf(page, 'robots')).toBe(path === first ? undefined : 'noindex')
        path = /<a href="([^"]*)">Carica altri eventi</.exec(noscriptOf(page))?.[1]?.replaceAll('&amp;', '&')
      }
      expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => `Evento ${index + 1}`))
    }
  })

  it('says in its HTML what it is', async () => {
    const { id } = await create({
      title: 'Notte delle Bandiere',
      description: `${'a'.repeat(100)}bc`,
      dateTime: '2027-07-01T12:00:00.000Z',
      deadline: '2027-07-02T12:00:00.000Z',
      timeZone: 'Asia/Kolkata',
      venue: 'place',
      address: 'Via Roma 1',
      category: 'ctf',
    })
    const { page } = await read('/eventi?categoria=ctf&mese=2027-07&utm_source=x')
    expect(page).toContain('<html lang="it"')
    expect(page).toContain('<title>Eventi · CTF · luglio 2027 · Covo</title>')
    expect(page.match(/<title>/g)).toHaveLength(1)
    expect(contentOf(page, 'description')).toBe('In programma: Notte delle Bandiere.')
    expect(page).not.toContain('rel="canonical"')
    expect(contentOf(page, 'og:url')).toBe('/eventi?categoria=ctf&amp;mese=2027-07')
    expect(page).toContain('<link rel="alternate" type="application/atom+xml" href="/eventi.atom"')
    expect(contentOf(page, 'robots')).toBeUndefined()
    expect(dataOf(page, 'ld.json')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: 'Eventi · CTF · luglio 2027',
      numberOfItems: 1,
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          item: {
            '@type': 'Event',
            name: 'Notte delle Bandiere',
            description: `${'a'.repeat(100)}…`,
            startDate: '2027-07-01T17:30:00+05:30',
            endDate: '2027-07-02T17:30:00+05:30',
            eventStatus: 'https://schema.org/EventScheduled',
            eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
            location: { '@type': 'Place', name: 'Via Roma 1', address: 'Via Roma 1' },
            organizer: { '@type': 'Person', name: 'Anna Bassi' },
            url: `/eventi/${id}`,
            image: `/eventi/${id}.png`,
          },
        },
      ],
    })
    expect(noscriptOf(page)).toContain(`<h2><a href="/eventi/${id}">Notte delle Bandiere</a></h2>`)
    expect(noscriptOf(page)).toContain('<a href="/eventi?mese=2027-07">Tutti gli eventi</a>')
    expect(noscriptOf(page)).toContain(
      '<a href="/eventi?categoria=ctf&amp;mese=2027-07" aria-current="page">CTF</a>',
    )
    expect(contentOf((await read('/eventi?categoria=contest')).page, 'robots')).toBe('noindex')
  })

  it('names its address where the instance has one', () => {
    const selection = { category: 'ctf', month: '2027-07', after: null } as const
    const list = { ...selection, heading: 'Eventi', months: [], events: [], next: null }
    const { head } = publicEventsPage(list, selection, { name: 'Covo', origin: 'https://covo.example' }, 0)
    expect(head).toContain(
      '<link rel="canonical" href="https://covo.example/eventi?categoria=ctf&amp;mese=2027-07" />',
    )
  })

  it('ends no element by a text, and names nobody but who organizes', async () => {
    const hostile = `</script><script>alert(1)</script>"><b>&amp;<!-- end of card --></noscript>$&`
    const { id } = await create({
      title: hostile,
      description: hostile,
      duration: hostile.slice(0, 60),
      venue: 'both',
      address: hostile,
      ...inDays(1),
    })
    const bruno = await app.as('bruno')
    await bruno.put(`/api/events/${id}/participation`)
    for (const path of ['/eventi', '/']) {
      const { page } = await read(path)
      expect(page).not.toContain('<script>alert')
      expect(page).not.toContain('<b>')
      expect(page.match(/<\/noscript>/g)).toHaveLength(1)
      expect(page.match(/<noscript>/g)).toHaveLength(1)
      for (const secret of ['Bruno', bruno.uid, (await app.as('anna')).uid, '@esempio.it', 'esempio.it/'])
        expect(page).not.toContain(secret)
      expect(page).toContain('alert(1)')
    }
    expect(await titlesAt('/eventi')).toEqual([hostile])
  })

  it('is a new one as soon as an event changes', async () => {
    const { id } = await create({ title: 'Prima', ...inDays(1) })
    expect(await titlesAt('/eventi')).toEqual(['Prima'])
    const anna = await app.as('anna')
    await anna.patch(`/api/events/${id}`, { version: 0, title: 'Poi' })
    const { page } = await read('/eventi')
    expect(noscriptOf(page)).toContain('Poi')
    // With time alone, too.
    await sql`update events set starts_at = now() + interval '1 second' where id = ${id}`.execute(
      app.database,
    )
    await expect
      .poll(async () => noscriptOf((await read('/eventi')).page), { timeout: 60_000 })
      .toContain('In corso')
  })

  it.each(['?categoria=tana', '?categoria=', '?mese=2027-13', '?mese=12', '?dopo=x', '?mese=2027-01&dopo='])(
    'leads %s to the whole list',
    async (query) => {
      const { answer } = await read(`/eventi${query}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/eventi'])
    },
  )

  it('leads members to theirs', async () => {
    const answer = await (await app.as('anna')).fetch('/eventi?categoria=ctf')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app/eventi'])
  })
})

it('the landing has the next three, and none that was cancelled', async () => {
  const titles = ['Primo', 'Annullato', 'Secondo', 'Terzo', 'Quarto']
  const ids: string[] = []
  for (const [index, title] of titles.entries()) ids.push((await create({ title, ...inDays(index + 1) })).id)
  const anna = await app.as('anna')
  await anna.post(`/api/events/${ids[1]}/cancel`, { version: 0, reason: 'Pioggia' })
  const { answer, page } = await read('/')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(dataOf(page, 'id="next-events"')).toMatchObject([
    { title: 'Primo' },
    { title: 'Secondo' },
    { title: 'Terzo' },
  ])
  expect(page).toContain('<title>Covo</title>')
  expect(noscriptOf(page)).toContain(`<a href="/eventi/${ids[0]}">Primo</a>`)
  expect(noscriptOf(page)).not.toContain('Quarto')
  expect(await (await anna.fetch('/')).text()).not.toContain('Primo')
})

describe('for other programs', () => {
  it('the newest events are an Atom feed, each updated with its version, by no member', async () => {
    const hostile = `</title><script>&amp;]]>"'`
    const { id } = await create({ title: hostile, description: 'Uno\u0001\u001b\ufffe due', venue: 'online' })
    const second = await create({ title: 'Seconda' })
    const anna = await app.as('anna')
    await anna.post(`/api/events/${second.id}/cancel`, { version: 0, reason: 'Pioggia' })
    const { answer, page } = await read('/eventi.atom')
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.getSetCookie()).toEqual([])
    const entries = page.split('<entry>').slice(1)
    expect(entries.map((entry) => /<id>urn:uuid:(.*)<\/id>/.exec(entry)?.[1])).toEqual([second.id, id])
    expect(entries[0]).toContain('<title>Annullato: Seconda</title>')
    expect(entries[1]).toContain("<title>&lt;/title&gt;&lt;script&gt;&amp;amp;]]&gt;&quot;'</title>")
    expect(entries[1]).toMatch(/<summary>.* · Online · Uno due<\/summary>/)
    expect(entries[1]).toMatch(new RegExp(`href="http://localhost:\\d+/eventi/${id}"`))
    const updated = entries.map((entry) => /<updated>(.*)<\/updated>/.exec(entry)?.[1] ?? '')
    expect(/<updated>(.*)<\/updated>/.exec(page)?.[1]).toBe(updated[0])
    for (const secret of ['Anna', anna.uid]) expect(page).not.toContain(secret)
    const tag = answer.headers.get('etag') ?? ''
    const again = await app.visit().fetch('/eventi.atom', { headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
    await anna.patch(`/api/events/${id}`, { version: 0, title: 'Altro titolo' })
    const changed = await app.visit().fetch('/eventi.atom', { headers: { 'if-none-match': tag } })
    expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('Altro titolo')])
  })

  it('the sitemap has the pages that search engines may index', async () => {
    const [found, few, cancelled, old] = [await create(), await create(), await create(), await create()]
    const ids = [found.id, few.id, cancelled.id, old.id]
    await sql`update events set participant_count = 3 where id <> ${few.id}`.execute(app.database)
    await sql`update events set status = 'cancelled', cancelled_at = now() where id = ${cancelled.id}`.execute(
      app.database,
    )
    await sql`update events set starts_at = now() - interval '92 days', ends_at = now() - interval '91 days'
      where id = ${old.id}`.execute(app.database)
    const { answer, page } = await read('/sitemap.xml')
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const paths = [...page.matchAll(/<loc>http:\/\/localhost:\d+(.*?)<\/loc>/g)].map(([, path]) => path)
    expect(paths).toEqual(['/', '/eventi', `/eventi/${found.id}`])
    // As each page says itself.
    for (const id of ids)
      expect(contentOf((await read(`/eventi/${id}`)).page, 'robots') === undefined).toBe(id === found.id)
  })
})

it('nothing of it is there where it is off', async () => {
  const title = 'Non da vedere'
  const { id } = await createEvent(await off.as('anna'), { title, ...inDays(1) })
  for (const path of ['/', '/eventi', '/eventi?categoria=ctf']) {
    const page = await (await off.visit().fetch(path)).text()
    expect(page).toContain('<meta name="covo-public-events" content="off" />')
    expect(page).not.toContain(title)
    expect(page).not.toContain('eventi.atom')
  }
  for (const path of ['/eventi.atom', '/sitemap.xml'])
    expect((await off.visit().fetch(path)).status).toBe(404)
  // The page of a single event stays public.
  expect((await off.visit().fetch(`/eventi/${id}`)).status).toBe(200)
})
