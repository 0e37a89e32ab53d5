import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { long } from '../long.ts'
import { card, nextYear, openEvents, organise } from './organise.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Crea Nuovo Evento' })
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Crea', exact: true }).click()

const weekday = (month: number, day: number) =>
  ['dom', 'lun', 'mar', 'mer', 'gio', 'ven', 'sab'][new Date(Date.UTC(nextYear, month - 1, day)).getUTCDay()]

async function openDialog({ page }: Actor) {
  await page.goto('/app/eventi')
  await page.getByRole('button', { name: 'Crea Evento' }).click()
  await expect(field(page, 'Titolo *')).toBeFocused()
}

async function fillAll(page: Page, title: string) {
  await field(page, 'Titolo *').fill(title)
  await field(page, 'Descrizione *').fill('Una cattura di rete, dodici domande.')
  await field(page, 'Data e ora di inizio *').fill(`${nextYear}-12-12T15:00`)
  await field(page, 'Termine *').fill(`${nextYear}-12-12T16:30`)
  await field(page, 'Link *').fill('https://pacchetto.esempio.it')
  await field(page, 'Durata *').fill('90 minuti')
}

test('a refused field is marked, and nothing is sent', async ({ anna }) => {
  const { page } = anna
  let requests = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/events')) requests += 1
  })
  await openDialog(anna)
  await expect(field(page, 'Categoria *')).toHaveValue('ctf')
  await expect(field(page, 'Durata *')).toHaveAttribute('placeholder', '2 ore, 3 giorni')
  await fillAll(page, 'Caccia al Pacchetto')
  await field(page, 'Termine *').fill('')
  await field(page, 'Descrizione *').fill(`${'è'.repeat(2000)}a`)

  const refused = async (label: string, text: string) => {
    await create(page)
    await expect(dialog(page).getByRole('alert')).toHaveText(text)
    await expect(field(page, label)).toBeFocused()
    await expect(field(page, label)).toHaveAccessibleDescription(text)
  }
  await refused('Termine *', 'Tutti i campi con * sono obbligatori.')
  await field(page, 'Termine *').fill(`${nextYear}-12-12T16:30`)
  await refused(
    'Descrizione *',
    'La descrizione può avere al massimo 4000 caratteri (lettere accentate ed emoji contano di più).',
  )
  expect(requests).toBe(0)
})

test(
  'all faulty fields are marked at once, the first one in the words of the specification',
  long,
  async ({ anna }) => {
    const { page } = anna
    await openDialog(anna)
    const marked = dialog(page).locator('[aria-invalid="true"]')
    await create(page)
    await expect(marked).toHaveCount(6)
    await expect(field(page, 'Titolo *')).toBeFocused()
    await expect(dialog(page).getByRole('alert')).toHaveText('Tutti i campi con * sono obbligatori.')
    await expect(dialog(page).getByText('Campo obbligatorio.')).toHaveCount(5)
    await expect(field(page, 'Durata *')).toHaveAccessibleDescription('Campo obbligatorio.')

    await fillAll(page, 'Caccia al Pacchetto')
    await expect(marked).toHaveCount(0)
    await field(page, 'Data e ora di inizio *').fill('2020-12-12T15:00')
    await field(page, 'Termine *').fill('2019-12-12T15:00')
    await field(page, 'Link *').fill('ftp://esempio.org')
    await create(page)
    await expect(marked).toHaveCount(3)
    await expect(field(page, 'Data e ora di inizio *')).toBeFocused()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      "La data e l'ora dell'evento non possono essere nel passato.",
    )
    await expect(field(page, 'Termine *')).toHaveAccessibleDescription(
      /Il termine dell'evento non può essere precedente alla data e ora di inizio\.$/,
    )
    await expect(field(page, 'Link *')).toHaveAccessibleDescription(
      'come esempio.org/ctf Inserisci un link valido (http o https).',
    )
  },
)

test('a new event is announced and shown, under any filter', async ({ anna, bruno, carla }) => {
  const { page } = anna
  const mark = randomUUID()
  // More than a page of them comes before it.
  for (const number of Array(25).keys())
    await organise(number % 2 ? bruno : carla, { title: `Gara ${number} ${mark}`, category: 'contest' })
  const shown = async (title: string) => {
    await expect(dialog(page)).toHaveCount(0)
    await expectToast(page, 'Evento creato.')
    await expect(card(page, title)).toBeFocused()
    await expect(card(page, title)).toBeInViewport({ ratio: 0.9 })
    // It goes by itself, after four seconds: a click could come too late.
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  const createWith = async (title: string) => {
    await page.getByRole('button', { name: 'Crea Evento' }).click()
    await fillAll(page, title)
    await create(page)
  }
  await openEvents(anna, mark)
  await createWith(`Ultima ${mark}`)
  await shown(`Ultima ${mark}`)
  await expect(page.getByLabel('Cerca eventi')).toHaveValue(mark)

  await page.getByRole('combobox', { name: 'Filtra eventi' }).selectOption('Contest')
  await createWith(`Seconda ${mark}`)
  await shown(`Seconda ${mark}`)
  await expect(page.getByRole('combobox', { name: 'Filtra eventi' })).toHaveValue('all')
  await expect(page.getByLabel('Cerca eventi')).toHaveValue('')

  await page.getByLabel('Cerca eventi').fill('nulla di simile')
  await expect(page.getByText('Nessun evento corrisponde ai filtri.')).toBeVisible()
  await createWith(`Terza ${mark}`)
  await shown(`Terza ${mark}`)
})

test(
  'whole days in another zone, a place and seats are entered as further options, and shown on the card',
  long,
  async ({ anna }) => {
    const { page } = anna
    const title = `Caccia ${randomUUID()}`
    await openDialog(anna)
    await fillAll(page, title)
    await expect(field(page, 'Tutto il giorno')).toBeHidden()
    await dialog(page).getByText('Altre opzioni').click()
    await field(page, 'Tutto il giorno').check()
    const start = field(page, 'Data e ora di inizio *')
    await expect(start).toHaveValue(`${nextYear}-12-12`)
    await field(page, 'Termine *').fill(`${nextYear}-12-13`)
    await expect(dialog(page).getByText('Fuso: Europe/Rome', { exact: true })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cambia fuso' }).click()
    const zone = dialog(page).getByRole('combobox', { name: 'Fuso orario' })
    await expect(zone).toBeFocused()
    await expect(zone.getByRole('option').first()).toHaveText('Europe/Rome (UTC+1)')
    await zone.selectOption('Pacific/Auckland')
    await expect(start).toHaveAccessibleDescription(new RegExp(`12 dicembre ${nextYear}, tutto il giorno$`))

    // The draft outlives a reload, and the options are open where one is set.
    await page.reload()
    await page.getByRole('button', { name: 'Crea Evento' }).click()
    await expect(field(page, 'Tutto il giorno')).toBeChecked()
    await expect(dialog(page).getByText('Fuso: Pacific/Auckland')).toBeVisible()

    await expect(field(page, 'Indirizzo')).toHaveCount(0)
    await field(page, 'Dove').selectOption('Online e in presenza')
    // Closed again, they open at the field that is to be corrected.
    await dialog(page).getByText('Altre opzioni').click()
    for (const [name, wrong, text, right] of [
      ['Indirizzo', '', "Inserisci l'indirizzo del luogo.", 'Aula 2, Via Zamboni 33'],
      ['Posti', '1,5', 'I posti devono essere un numero intero tra 1 e 100000.', '20'],
      [
        'Iscrizioni entro',
        '2020-01-01T10:00',
        "Le iscrizioni devono chiudere dopo adesso ed entro il termine dell'evento.",
        '',
      ],
    ] as const) {
      if (wrong) await field(page, name).fill(wrong)
      await create(page)
      await expect(dialog(page).getByRole('alert')).toHaveText(text)
      await expect(field(page, name)).toBeFocused()
      await field(page, name).fill(right)
    }
    await create(page)
    await expect(dialog(page)).toHaveCount(0)
    await page.getByLabel('Cerca eventi').fill(title)
    const facts = card(page, title).getByRole('definition')
    await expect(facts.nth(0)).toHaveText(`${weekday(12, 12)} 12 dic ${nextYear}, tutto il giorno`)
    await expect(facts.nth(1)).toHaveText(`${weekday(12, 13)} 13 dic ${nextYear}, tutto il giorno`)
    await expect(facts.filter({ hasText: 'Zamboni' })).toHaveText('Online · Aula 2, Via Zamboni 33')
    await expect(card(page, title).getByText('20 liberi su 20', { exact: true })).toBeVisible()
  },
)

test('a failed creation shows an error, and nothing typed is lost', async ({ anna, announced }) => {
  announced.push(/ERR_FAILED|429|500/)
  const { page } = anna
  const title = `Caccia ${randomUUID()}`
  await openDialog(anna)
  await fillAll(page, title)
  for (const [answer, text] of [
    [null, 'Creazione fallita.'],
    [{ status: 500, json: { code: 'common.internal', requestId: 'x' } }, 'Creazione fallita.'],
    [
      { status: 429, json: { code: 'events.too_many', params: { seconds: 9 }, requestId: 'x' } },
      'Hai creato troppi eventi. Riprova più tardi.',
    ],
  ] as const) {
    await page.route('**/api/events', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await create(page)
    await expect(dialog(page).getByRole('alert')).toHaveText(`Errore nella creazione dell'evento: ${text}`)
    await expect(field(page, 'Titolo *')).toHaveValue(title)
    await expect(field(page, 'Termine *')).toHaveValue(`${nextYear}-12-12T16:30`)
    await page.unrouteAll()
  }
  await page.reload()
  await page.getByRole('button', { name: 'Crea Evento' }).click()
  await expect(field(page, 'Titolo *')).toHaveValue(title)
  await create(page)
  await expect(dialog(page)).toHaveCount(0)
  await page.getByLabel('Cerca eventi').fill(title)
  await expect(card(page, title)).toBeVisible()
  const opener = page.getByRole('button', { name: 'Crea Evento' })
  await opener.click()
  await expect(field(page, 'Titolo *')).toHaveValue('')

  // Escape keeps what was typed, 'Annulla' doesn't.
  await field(page, 'Titolo *').fill('Caccia')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(field(page, 'Titolo *')).toHaveValue('Caccia')
  await dialog(page).getByRole('button', { name: 'Annulla' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await opener.click()
  await expect(field(page, 'Titolo *')).toHaveValue('')
})

test(
  'without a session, creating leads to the login and keeps the draft',
  long,
  async ({ anna, announced }) => {
    announced.push(/401/)
    const { page } = anna
    await openDialog(anna)
    await fillAll(page, 'Caccia')
    await page.route('**/api/events', (route) =>
      route.fulfill({ status: 401, json: { code: 'common.unauthenticated', requestId: 'x' } }),
    )
    await create(page)
    await expect(page).toHaveURL('/Login')
    await expect(page.getByRole('alert')).toContainText('Devi effettuare il login per creare un evento.')
    await page.unrouteAll()
    await page.getByLabel('Email').fill(anna.email)
    await page.getByLabel('Password', { exact: true }).fill(anna.password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await page.getByRole('link', { name: 'Eventi', exact: true }).first().click()
    await page.getByRole('button', { name: 'Crea Evento' }).click()
    await expect(field(page, 'Titolo *')).toHaveValue('Caccia')
    await expect(field(page, 'Link *')).toHaveValue('https://pacchetto.esempio.it')
  },
)
