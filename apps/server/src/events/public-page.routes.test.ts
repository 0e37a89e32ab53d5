import type { Event, EventDetails } from '@covo/contract/events/events.routes'
import { createEvent } from '@covo/testing/member-actions'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { createLog } from '../platform/log/log.ts'
import { createEventCards } from './event-card.ts'
import { publicEventPage } from './public-page.ts'

const app = runTestApp({ name: 'Covo' })

const create = async (changes: object = {}) => await createEvent(await app.as('anna'), changes)

const read = async (id: string) => {
  const answer = await app.visit().fetch(`/eventi/${id}`)
  return { answer, page: await answer.text() }
}
const contentOf = (page: string, attribute: string) =>
  new RegExp(`<meta [a-z]+="${attribute}" content="([^"]*)"`).exec(page)?.[1]
const dataOf = (page: string, type: string) =>
  JSON.parse(new RegExp(`<script type="${type}"[^>]*>([^<]*)</script>`).exec(page)?.[1] ?? 'null') as Record<
    string,
    unknown
  >

it('says in its HTML what the event is', async () => {
  const event = await create({
    title: 'Notte delle Bandiere',
    description: '**Sfide**\nper `tutti`',
    dateTime: '2027-07-01T12:00:00.000Z',
    deadline: '2027-07-02T12:00:00.000Z',
    timeZone: 'Asia/Kolkata',
    venue: 'both',
    address: 'Via Roma 1',
    capacity: 20,
    link: 'https://ctf.esempio.it/notte',
    ctftimeId: '2345',
  })
  const { answer, page } = await read(event.id.toUpperCase())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(page).toContain('<title>Notte delle Bandiere · Covo</title>')
  expect(page.match(/<title>/g)).toHaveLength(1)
  const description = 'giovedì 1 luglio 2027, 17:30 GMT+5:30 · Via Roma 1 · Altro: Sfide per tutti'
  expect(contentOf(page, 'description')).toBe(description)
  expect(contentOf(page, 'og:title')).toBe('Notte delle Bandiere')
  expect(contentOf(page, 'og:url')).toBe(`/eventi/${event.id}`)
  expect(contentOf(page, 'og:image')).toBe(`/eventi/${event.id}.png`)
  expect(page).not.toContain('rel="canonical"')
  expect(page).toContain(`<link rel="alternate" type="text/calendar" href="/eventi/${event.id}.ics" />`)
  expect(page).toMatch(
    /<noscript>.*<h1>Notte delle Bandiere<\/h1><p>In programma<\/p>.*<dt>posti<\/dt><dd>20 liberi su 20<.*<dt>fonte<\/dt><dd>https:\/\/ctftime.org\/event\/2345\/<.*<p><strong>Sfide<\/strong><br \/>per <code>tutti<\/code><\/p>.*<\/noscript>/s,
  )
  expect(dataOf(page, 'application/ld\\+json')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Notte delle Bandiere',
    description: 'Sfide\nper tutti',
    startDate: '2027-07-01T17:30:00+05:30',
    endDate: '2027-07-02T17:30:00+05:30',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    location: [
      { '@type': 'VirtualLocation', url: 'https://ctf.esempio.it/notte' },
      { '@type': 'Place', name: 'Via Roma 1', address: 'Via Roma 1' },
    ],
    organizer: { '@type': 'Person', name: 'Anna Bassi' },
    url: `/eventi/${event.id}`,
    image: `/eventi/${event.id}.png`,
    maximumAttendeeCapacity: 20,
  })
})

it('ends no element by a text, and reveals neither participants nor viewer', async () => {
  const hostile = `</script><script>alert(1)</script>"><b>&amp;`
  const { id } = await create({ title: hostile, description: `${hostile}\n<!-- end of card --></noscript>` })
  const bruno = await app.as('bruno')
  expect((await bruno.put(`/api/events/${id}/participation`)).status).toBe(200)
  const { page } = await read(id)
  expect(page).not.toContain('<script>alert')
  expect(page).not.toContain('<b>')
  expect(page.match(/<\/noscript>/g)).toHaveLength(1)
  const event = dataOf(page, 'application/json')
  expect(event).toMatchObject({ id, title: hostile, participantsCount: 1 })
  expect(Object.keys(event)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/isParticipating|participation|canManage|isOwner|queue/)]),
  )
  expect(page).not.toContain('Bruno')
  expect(page).not.toContain(bruno.uid)
  expect(page).not.toContain('@esempio.it')
})

it('shortens a description between characters', async () => {
  const family = '👩‍👩‍👧'
  const summary = `${'a'.repeat(139)}${family}`
  const beginning = `${summary}${'a'.repeat(359)}${family}`
  const { id } = await create({ description: `${beginning} fine` })
  const { page } = await read(id)
  expect(contentOf(page, 'description')).toMatch(new RegExp(`Altro: ${summary}$`))
  expect(dataOf(page, 'application/ld\\+json')).toMatchObject({ description: beginning })
})

it('names its address where the instance has one', async () => {
  const { id } = await create()
  const details = await (await app.as('anna')).read<EventDetails>(`/api/events/${id}`)
  const { head, card } = publicEventPage(
    details,
    { name: 'Covo', origin: 'https://covo.example' },
    Date.now(),
  )
  expect(head).toContain(`<link rel="canonical" href="https://covo.example/eventi/${id}" />`)
  expect(card).toContain(`content="https://covo.example/eventi/${id}.png"`)
})

it('says when it lasts all day, was moved or cancelled, and who may find it', async () => {
  const { id } = await create({
    isAllDay: true,
    dateTime: '2027-03-28T00:00:00.000Z',
    deadline: '2027-03-29T00:00:00.000Z',
    venue: 'online',
  })
  const ofData = async () => dataOf((await read(id)).page, 'application/ld\\+json')
  expect(await ofData()).toMatchObject({ startDate: '2027-03-28', endDate: '2027-03-29' })
  expect(contentOf((await read(id)).page, 'robots')).toBe('noindex')
  for (const name of ['bruno', 'carla', 'dario'] as const) {
    const member = await app.as(name)
    await member.put(`/api/events/${id}/participation`)
  }
  expect(contentOf((await read(id)).page, 'robots')).toBe(undefined)
  const anna = await app.as('anna')
  const moved = await anna.patch(`/api/events/${id}`, {
    version: 0,
    dateTime: '2027-03-27T23:00:00.000Z',
    deadline: '2027-03-30T21:59:00.000Z',
  })
  expect(moved.status).toBe(200)
  const { version, dateTime } = (await moved.json()) as Event
  expect(await ofData()).toMatchObject({
    eventStatus: 'https://schema.org/EventScheduled',
    endDate: '2027-03-30',
  })
  expect(dateTime).toBe('2027-03-27T23:00:00.000Z')
  const later = await anna.patch(`/api/events/${id}`, { version, dateTime: '2027-03-28T22:00:00.000Z' })
  expect(await ofData()).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    startDate: '2027-03-29',
    previousStartDate: '2027-03-28',
  })
  const { version: newest } = (await later.json()) as Event
  await anna.post(`/api/events/${id}/cancel`, { version: newest, reason: 'Pioggia' })
  const { page } = await read(id)
  expect(dataOf(page, 'application/ld\\+json')).toMatchObject({
    eventStatus: 'https://schema.org/EventCancelled',
  })
  expect(contentOf(page, 'robots')).toBe('noindex')
  expect(page).toContain('Annullato: Pioggia')
})

it('leads members to the page in the app, and answers 404 for what is not there', async () => {
  const { id } = await create()
  const anna = await app.as('anna')
  const led = await anna.fetch(`/eventi/${id}`)
  expect([led.status, led.headers.get('location')]).toEqual([302, `/app/eventi/${id}`])
  expect(led.headers.get('cache-control')).toBe('no-store')
  const { answer, page } = await read('00000000-0000-4000-8000-000000000000')
  expect(answer.status).toBe(404)
  expect(page).toContain('<title>Evento non trovato · Covo</title>')
  const other = await app.visit().fetch('/eventi/altro')
  expect(await other.text()).toContain('<title>Covo</title>')
})

it('draws the picture of its link once, until what it shows changes', async () => {
  const { id } = await create({ title: '<b>Notte</b> & "Bandiere"', venue: 'place', address: 'Via Roma 1' })
  const visitor = app.visit()
  const readCard = async (headers = {}) => await visitor.fetch(`/eventi/${id}.png`, { headers })
  const first = await readCard()
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
  const card = Buffer.from(await first.arrayBuffer())
  expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const known = { 'If-None-Match': first.headers.get('etag') ?? '' }
  expect((await readCard(known)).status).toBe(304)
  await (await app.as('anna')).patch(`/api/events/${id}`, { version: 0, title: 'Notte' })
  const changed = await readCard(known)
  expect(changed.status).toBe(200)
  expect(Buffer.from(await changed.arrayBuffer()).equals(card)).toBe(false)
  expect((await visitor.fetch(`/eventi/${crypto.randomUUID()}.png`)).status).toBe(404)
})

it('draws the longest texts, and shows the picture of the instance where it can draw none', async () => {
  const { id } = await create({ title: 'W'.repeat(120), venue: 'place', address: 'W'.repeat(200) })
  const details = await (await app.as('anna')).read<EventDetails>(`/api/events/${id}`)
  const log = createLog('silent')
  const { cardOf, stop } = createEventCards({ name: 'W'.repeat(40), log })
  expect(await sharp(await cardOf(details).draw()).metadata()).toMatchObject({ width: 1200, height: 630 })
  stop()
  const hurried = createEventCards({ name: 'Covo', log }, { timeoutMs: 1 })
  expect(await hurried.cardOf(details).draw()).toBeUndefined()
  hurried.stop()
})
