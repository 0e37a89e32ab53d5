import { randomUUID } from 'node:crypto'
import type { Event } from '@covo/contract/events/events.routes'
import type { Locator, Page } from '@playwright/test'
import { expect, muteSocket, test } from '../actors.ts'
import { card, cards, nextYear, openEvents, organise, sample, searchEvents } from './organise.ts'

const titles = (page: Page) => cards(page).getByRole('heading')
const filter = (page: Page) => page.getByRole('combobox', { name: 'Filtra eventi' })

/** Lets the server answer these events to every request for a list. */
async function answerEvents(page: Page, events: Partial<Event>[]) {
  const whole = events.map((event, index) => ({
    ...sample,
    id: `00000000-0000-4000-8000-00000000000${index}`,
    organizerId: randomUUID(),
    organizerName: 'Bruno Conti',
    capacity: null,
    teamSize: null,
    joinDeadline: null,
    waitingCount: 0,
    participation: 'none',
    participantsCount: 3,
    isParticipating: false,
    revision: 0,
    createdAt: sample.dateTime,
    updatedAt: sample.dateTime,
    ...event,
  }))
  await page.route('**/api/events?*', (route) => route.fulfill({ json: { events: whole, nextCursor: null } }))
  // The page would receive the events that other tests create at the same time.
  await muteSocket(page)
}

test('the search finds a part of title, description or link, in any case', async ({ anna }) => {
  const mark = randomUUID()
  await organise(anna, { title: `Uno ${mark}` })
  await organise(anna, {
    title: 'Due',
    description: `Vieni: ${mark}`,
    dateTime: `${nextYear}-07-01T13:00:00Z`,
  })
  await organise(anna, {
    title: 'Tre',
    link: `https://esempio.it/${mark}`,
    dateTime: `${nextYear}-07-01T14:00:00Z`,
  })
  await openEvents(anna, mark.toUpperCase())
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText('Eventi nella tua zona')
  await expect(titles(anna.page)).toHaveText([`Uno ${mark}`, 'Due', 'Tre'])
  await anna.page.getByLabel('Cerca eventi').fill(`uno ${mark}`)
  await expect(titles(anna.page)).toHaveText([`Uno ${mark}`])
  await anna.page.getByRole('button', { name: 'Cancella il testo' }).click()
  await expect(anna.page.getByLabel('Cerca eventi')).toBeFocused()
  await expect(anna.page.getByLabel('Cerca eventi')).toHaveValue('')
})

test('the filters narrow the list', async ({ anna, bruno }) => {
  const mark = randomUUID()
  const { page } = anna
  for (const [index, category] of ['ctf', 'hackathon', 'contest', 'other'].entries())
    await organise(bruno, {
      title: `${category} ${mark}`,
      category,
      dateTime: `${nextYear}-07-01T12:0${index}:00Z`,
    })
  await organise(anna, { title: `mio ${mark}`, dateTime: `${nextYear}-07-01T13:00:00Z` })
  await openEvents(anna, mark)
  await expect(filter(page).getByRole('option')).toHaveText([
    'Tutti gli eventi',
    'CTF',
    'Hackathon',
    'Contest',
    'Altro',
    'I miei eventi',
    'Eventi passati',
  ])
  for (const [name, found] of [
    ['CTF', ['ctf', 'mio']],
    ['Hackathon', ['hackathon']],
    ['Contest', ['contest']],
    ['Altro', ['other']],
    ['I miei eventi', ['mio']],
    ['Tutti gli eventi', ['ctf', 'hackathon', 'contest', 'other', 'mio']],
  ] as const) {
    await filter(page).selectOption(name)
    await expect(titles(page)).toHaveText(found.map((word) => `${word} ${mark}`))
  }
  await card(page, `hackathon ${mark}`).getByRole('button', { name: 'Partecipa' }).click()
  await expect(card(page, `hackathon ${mark}`)).toContainText('1 partecipante')
  await filter(page).selectOption('I miei eventi')
  await expect(titles(page)).toHaveText([`hackathon ${mark}`, `mio ${mark}`])

  // On a phone the events come first, but for the way to the calendar, which an endless list would lie before.
  const calendar = page.getByRole('link', { name: 'Calendario e promemoria' })
  const zone = page.getByText('Orari del tuo fuso: Europe/Rome')
  const isAbove = async (one: Locator) =>
    ((await one.boundingBox())?.y ?? 0) < ((await titles(page).first().boundingBox())?.y ?? 0)
  await expect(zone).toBeVisible()
  expect([await isAbove(zone), await isAbove(calendar)]).toEqual([true, true])
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => isAbove(zone)).toBe(false)
  expect(await isAbove(calendar)).toBe(true)
  await filter(page).selectOption('Eventi passati')
  await expect(page.getByText('Nessun evento corrisponde ai filtri.')).toBeVisible()
  await page.getByRole('button', { name: 'Togli i filtri' }).click()
  await expect(filter(page)).toHaveValue('all')
  await expect(page.getByLabel('Cerca eventi')).toHaveValue('')
})

test('a long list comes page by page; one that does not come leaves the ones before it', async ({
  anna,
  announced,
}) => {
  announced.push(/ERR_FAILED/)
  const { page } = anna
  const mark = randomUUID()
  for (const number of [1, 2, 3])
    await organise(anna, {
      title: `Gara ${number}`,
      description: mark,
      dateTime: `${nextYear}-07-01T12:0${number}Z`,
    })
  // The first page ends after two; the next one is the whole list, if it comes.
  let isBroken = true
  await page.route('**/api/events?*', async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('cursor')) {
      url.searchParams.delete('cursor')
      return isBroken ? route.abort() : route.continue({ url: url.href })
    }
    const answer = await route.fetch()
    const { events } = (await answer.json()) as { events: Event[] }
    await route.fulfill({ json: { events: events.slice(0, 2), nextCursor: 'altri' } })
  })
  // News of other tests' events would refetch all pages.
  await muteSocket(page)
  await page.goto('/app/eventi')
  // The list of all events has a second page too, which fails before.
  const secondPage = page.waitForRequest((request) => {
    const { searchParams } = new URL(request.url())
    return searchParams.get('search') === mark && searchParams.has('cursor')
  })
  await page.getByRole('searchbox', { name: 'Cerca eventi' }).fill(mark)
  await secondPage
  await expect(page.getByRole('alert')).toHaveText('Errore nel caricamento degli eventi: Operazione fallita.')
  await expect(titles(page)).toHaveText(['Gara 1', 'Gara 2'])
  isBroken = false
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(titles(page)).toHaveText(['Gara 1', 'Gara 2', 'Gara 3'])
})

test('a card shows its data, and placeholders for missing ones', async ({ anna }) => {
  const { page } = anna
  const past = { dateTime: '2024-11-28T13:00:00.000Z', deadline: '2024-11-29T13:00:00.000Z' }
  await answerEvents(page, [
    { title: 'Corto', link: `https://${'a'.repeat(22)}`, participantsCount: 1 },
    { title: 'Lungo', link: `https://${'a'.repeat(23)}`, description: 'parola '.repeat(90), ...past },
    { title: 'Vuoto', dateTime: '', deadline: 'domani', organizerName: '', link: 'javascript:alert(1)' },
  ])
  await page.goto('/app/eventi')
  const linkOf = (one: Locator) => one.getByRole('definition').nth(3).getByRole('link')

  const short = card(page, 'Corto')
  await expect(short).toContainText('1 partecipante')
  await expect(linkOf(short)).toHaveText(`https://${'a'.repeat(22)}`)
  await expect(linkOf(short)).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(linkOf(short)).toHaveAttribute('target', '_blank')
  await expect(short.getByRole('button', { name: 'Partecipa' })).toBeVisible()

  const long = card(page, 'Lungo')
  await expect(long).toContainText('gio 28 nov 2024, 14:00')
  await expect(long).toContainText('3 partecipanti')
  await expect(linkOf(long)).toHaveText(`https://${'a'.repeat(19)}…`)
  await expect(long.getByRole('button', { name: 'Partecipa' })).toHaveCount(0)
  const more = long.getByRole('button', { name: 'Mostra altro' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect(long.getByRole('button', { name: 'Mostra meno' })).toHaveAttribute('aria-expanded', 'true')

  const empty = card(page, 'Vuoto')
  await expect(empty.getByRole('definition').nth(0)).toHaveText('Non disponibile')
  await expect(empty.getByRole('definition').nth(1)).toHaveText('Data non valida')
  await expect(empty).toContainText('Nome non specificato')
  await expect(linkOf(empty)).toHaveCount(0)
})

test('the month has the events on their days, is walked by keys, and comes back by the way back', async ({
  anna,
}) => {
  const mark = randomUUID()
  const { page } = anna
  const at = (time: string) => `${nextYear}-07-${time}:00Z`
  await organise(anna, { title: `Lungo ${mark}`, dateTime: at('14T12:00'), deadline: at('16T12:00') })
  await organise(anna, { title: `Breve ${mark}`, dateTime: at('15T14:00'), deadline: at('15T16:00') })
  await page.goto(`/app/eventi?vista=mese&mese=${nextYear}-07`)
  await searchEvents(page, mark)
  const view = page.getByRole('group', { name: 'Vista' })
  await view.getByText('Agenda').click()
  await expect(page).toHaveURL(/\?vista=agenda$/)
  await expect(cards(page)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(`Lungo ${mark}`)
  await page.goBack()
  await expect(view.getByRole('radio', { name: 'Mese' })).toBeChecked()
  const month = (name: string) => page.getByRole('grid', { name: `${name} ${nextYear}`, exact: true })
  const day = (name: string) => page.getByRole('gridcell', { name, exact: false })
  await expect(month('luglio')).toBeVisible()
  await expect(day(' 14 luglio, 1 evento')).toBeVisible()
  await expect(day(' 16 luglio, 1 evento')).toBeVisible()
  await expect(day(' 17 luglio, nessun evento')).toBeVisible()
  await expect(page.locator('[role=gridcell][tabindex="0"]')).toHaveCount(1)

  const short = day(' 15 luglio, 2 eventi').locator('[data-own=true]').filter({ hasText: 'Breve' })
  await expect(short).toHaveText(`16:00Breve ${mark}`)

  await day(' 15 luglio, 2 eventi').click()
  const region = page.getByRole('region', { name: / 15 luglio$/ })
  await expect(region.getByRole('link')).toHaveText([/Lungo/, /Breve/])
  await day(' 15 luglio, 2 eventi').focus()
  for (const [key, name] of [
    ['ArrowRight', ' 16 luglio,'],
    ['ArrowUp', ' 9 luglio,'],
    ['ArrowLeft', ' 8 luglio,'],
    ['ArrowDown', ' 15 luglio,'],
    ['Home', 'lunedì '],
    ['End', 'domenica '],
    ['PageDown', ' agosto,'],
    ['PageUp', ' luglio,'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(name))
  }
  await day(' 15 luglio, 2 eventi').focus()
  await day(' 15 luglio, 2 eventi').click()
  await page.keyboard.press('Enter')
  await expect(region).toBeFocused()

  await page.getByRole('button', { name: 'Mese successivo' }).click()
  await expect(month('agosto')).toBeVisible()
  await page.getByRole('button', { name: 'Mese precedente' }).click()
  await expect(month('luglio')).toBeVisible()
  await page.goBack()
  await expect(month('agosto')).toBeVisible()
  await page.getByRole('button', { name: 'Oggi' }).click()
  await expect(page.locator('[aria-current=date]')).toHaveAttribute('aria-selected', 'true')

  // A new event is there without a reload.
  await page.goto(`/app/eventi?vista=mese&mese=${nextYear}-07`)
  await expect(month('luglio')).toHaveAttribute('aria-busy', 'false')
  await searchEvents(page, mark)
  await expect(day(' 20 luglio, nessun evento')).toBeVisible()
  const { id } = await organise(anna, {
    title: `Nuovo ${mark}`,
    dateTime: at('20T12:00'),
    deadline: at('20T13:00'),
  })
  await expect(day(' 20 luglio, 1 evento')).toBeVisible()
  await day(' 20 luglio, 1 evento').click()
  await page.getByRole('link', { name: `Nuovo ${mark}` }).click()
  await expect(page).toHaveURL(new RegExp(`/app/eventi/${id}$`))
})
