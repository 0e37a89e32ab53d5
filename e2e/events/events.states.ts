import type { Event, EventPage } from '@covo/contract/events/events.routes'
import type { Page } from '@playwright/test'
import {
  change,
  fail,
  hold,
  holdWriting,
  idOf,
  longName,
  longWord,
  refuse,
  repeat,
  type ScreenState,
} from '../screens/state.ts'
import { nextYear } from './organise.ts'

const events = { screen: 'eventi', viewer: 'anna', path: '/app/eventi' } as const
const dialog = { ...events, screen: 'eventi-dialogo' } as const

const list = '/api/events'
const editEvents = (edit: (events: Event[]) => Event[]) =>
  change<EventPage>(list, ({ events }) => ({ events: edit(events), nextCursor: null }))
const cards = (page: Page) => page.getByRole('article')
const openDialog = (page: Page) => page.getByRole('button', { name: 'Crea Evento' }).click()
const create = (page: Page) => page.getByRole('button', { name: 'Crea', exact: true }).click()

async function fillDialog(page: Page) {
  await openDialog(page)
  const values = {
    'Titolo *': 'Notte delle Bandiere',
    'Descrizione *': 'Ventiquattro ore di sfide jeopardy.',
    'Data e ora di inizio *': `${nextYear}-07-01T14:00`,
    'Termine *': `${nextYear}-07-02T14:00`,
    'Link *': 'https://ctf.esempio.it/notte',
    'Durata *': '24 ore',
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
}

export const eventsStates: ScreenState[] = [
  { ...events, state: 'full', shows: (page) => cards(page).first() },
  {
    ...events,
    state: 'empty',
    arrange: editEvents(() => []),
    shows: (page) => page.getByText('Nessun evento in programma.'),
  },
  {
    ...events,
    state: 'loading',
    arrange: hold(list),
    shows: (page) => page.getByRole('searchbox'),
  },
  {
    ...events,
    state: 'failed',
    arrange: fail(list),
    shows: (page) => page.getByText('Errore nel caricamento degli eventi: Operazione fallita.'),
  },
  {
    ...events,
    state: 'nothing found',
    act: (page) => page.getByRole('searchbox').fill('nulla di simile'),
    shows: (page) => page.getByText('Nessun evento corrisponde ai filtri.'),
  },
  {
    ...events,
    state: 'past ones',
    act: (page) => page.getByRole('combobox', { name: 'Filtra eventi' }).selectOption('Eventi passati'),
    shows: (page) => cards(page).first(),
  },
  {
    ...events,
    state: 'going on',
    arrange: editEvents((all) =>
      all.map((event) => ({ ...event, dateTime: '2026-01-01T12:00:00Z', deadline: '2099-01-01T12:00:00Z' })),
    ),
    shows: (page) => page.getByText('In corso').first(),
  },
  {
    ...events,
    state: 'one',
    arrange: editEvents((all) => all.slice(0, 1)),
    shows: (page) => cards(page).first(),
  },
  {
    ...events,
    state: 'a thousand',
    arrange: editEvents((all) => repeat(all, 1000, (event, index) => ({ ...event, id: idOf(index) }))),
    shows: (page) => cards(page).nth(999),
    isHuge: true,
  },
  {
    ...events,
    state: 'long texts',
    arrange: editEvents((all) =>
      repeat(all, 6, (event, index) => ({
        ...event,
        id: idOf(index),
        title: index % 2 ? 'W'.repeat(120) : 'Una notte di bandiere '.repeat(5),
        description: `${longWord} `.repeat(10),
        duration: 'W'.repeat(60),
        link: `https://esempio.it/${longWord}`,
        organizerName: longName(index),
        participantsCount: 123_456,
      })),
    ),
    act: (page) => page.getByRole('button', { name: 'Mostra altro' }).first().click(),
    shows: (page) => page.getByRole('button', { name: 'Mostra meno' }),
  },
  {
    ...events,
    state: 'participation refused',
    arrange: async (page) => {
      await page.route('**/participation', (route) => route.abort())
    },
    act: (page) => page.getByRole('button', { name: 'Partecipa' }).first().click(),
    shows: (page) => page.getByRole('alert').filter({ hasText: 'Operazione fallita.' }),
  },
  { ...dialog, state: 'as it opens', act: openDialog, shows: (page) => page.getByRole('dialog') },
  {
    ...dialog,
    state: 'filled in',
    act: fillDialog,
    shows: (page) => page.getByText(/ 1 luglio \d+, 14:00$/),
  },
  {
    ...dialog,
    state: 'fields are missing',
    act: async (page) => {
      await openDialog(page)
      await create(page)
    },
    shows: (page) => page.getByText('Tutti i campi con * sono obbligatori.'),
  },
  {
    ...dialog,
    state: 'failed',
    arrange: refuse(list, 500, 'common.internal'),
    act: async (page) => {
      await fillDialog(page)
      await create(page)
    },
    shows: (page) => page.getByText("Errore nella creazione dell'evento: Creazione fallita."),
  },
  {
    ...dialog,
    state: 'being created',
    arrange: holdWriting(list),
    act: async (page) => {
      await fillDialog(page)
      await create(page)
    },
    shows: (page) => page.getByRole('button', { name: 'Crea', exact: true, disabled: true }),
  },
]
