import type { ParticipantPage } from '@covo/contract/events/event-participants.routes'
import type { Event, EventDetails, EventPage } from '@covo/contract/events/events.routes'
import type { Page } from '@playwright/test'
import {
  all,
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
  withCtftime,
} from '../screens/state.ts'
import { nextYear, sample } from './organise.ts'

const events = { screen: 'eventi', viewer: 'anna', path: '/app/eventi' } as const
const dialog = { ...events, screen: 'eventi-dialogo' } as const

export const id = '00000000-0000-4000-8000-00000000e0e0'
const page = { ...events, screen: 'evento', path: `/app/eventi/${id}` } as const

const publicPage = { screen: 'evento-pubblico', viewer: 'visitor', path: `/eventi/${id}` } as const

const list = '/api/events'
const one = `/api/events/${id}`
/** The page of an event that the server doesn't have. */
export const showEvent = (changes: Partial<EventDetails>) => async (page: Page) => {
  await showPeople({ people: somePeople(7), nextCursor: null, hidden: 5 })(page)
  await page.route(
    (url) => url.pathname === one,
    (route) =>
      route.fulfill({
        json: {
          ...sample,
          id,
          timeZone: 'Europe/Rome',
          isAllDay: false,
          venue: 'none',
          address: '',
          organizerId: idOf(1),
          organizerName: 'Bruno Conti',
          mapLink: '',
          capacity: null,
          teamSize: null,
          joinDeadline: null,
          ctftimeId: '',
          waitingCount: 0,
          participation: 'none',
          queuePosition: null,
          status: 'planned',
          cancelReason: '',
          version: 0,
          canManage: false,
          isOwner: false,
          organizers: [{ uid: idOf(1), displayName: 'Bruno Conti' }],
          previousDateTime: null,
          updateNumber: 0,
          hadParticipants: true,
          participantsCount: 12,
          isParticipating: false,
          revision: 1,
          createdAt: sample.dateTime,
          updatedAt: sample.dateTime,
          chatClosesAt: '2027-06-01T10:00:00.000Z',
          now: new Date().toISOString(),
          ...changes,
        },
      }),
  )
}
const eventsOfMonth = [
  { title: 'CTF dei Portici', from: 4, to: 5, category: 'ctf' },
  { title: 'Settimana del fuzzing', from: 9, to: 12, category: 'hackathon' },
  { title: longWord, from: 10, to: 10, category: 'other' },
  { title: 'Crypto del mese', from: 10, to: 10, category: 'ctf' },
  { title: 'Gara di golf in Rust', from: 10, to: 10, category: 'contest', status: 'cancelled' },
].map(({ title, from, to, category, status = 'planned' }, index) => ({
  id: idOf(index + 1),
  title,
  dateTime: `2026-12-${String(from).padStart(2, '0')}T17:00:00.000Z`,
  deadline: `2026-12-${String(to).padStart(2, '0')}T20:00:00.000Z`,
  timeZone: 'Europe/Rome',
  isAllDay: false,
  category,
  status,
}))
/** One in two is the viewer's own. */
const showMonth = (page: Page) =>
  page.route(
    ({ pathname }) => pathname === '/api/events/period',
    (route) => {
      const isOwn = new URL(route.request().url()).searchParams.get('filter') === 'mine'
      const events = eventsOfMonth.filter((_, index) => !isOwn || index % 2 === 1)
      return route.fulfill({ json: { events } })
    },
  )
const somePeople = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    uid: idOf(index + 1),
    displayName: index === 3 ? 'W'.repeat(50) : longName(index),
    photoURL: '',
  }))
const people = `${one}/participants`
function showPeople(json: ParticipantPage) {
  return (page: Page) =>
    page.route(
      (url) => url.pathname === people,
      (route) => route.fulfill({ json }),
    )
}
/** An event of the viewer's own, with everything that its history may hold. */
async function showHistory(page: Page) {
  await showEvent({ canManage: true, isOwner: true, hadParticipants: false, updateNumber: 4 })(page)
  const update = { authorId: idOf(1), authorName: 'Bruno Conti', changes: [], text: '', ownerName: null }
  const createdAt = sample.dateTime
  await page.route(
    (url) => url.pathname === `${one}/updates`,
    (route) =>
      route.fulfill({
        json: {
          updates: [
            { ...update, number: 4, kind: 'message', text: `Portate un cavo. ${longWord}`, createdAt },
            { ...update, number: 3, kind: 'restored', createdAt },
            { ...update, number: 2, kind: 'cancelled', text: 'La sala non è libera.', createdAt },
            {
              ...update,
              number: 1,
              kind: 'edited',
              changes: [
                { field: 'title', before: 'Notte', after: longWord },
                { field: 'dateTime', before: sample.dateTime, after: sample.deadline },
              ],
              createdAt,
            },
          ],
          nextCursor: null,
        },
      }),
  )
}
const editEvents = (edit: (events: Event[]) => Event[]) =>
  change<EventPage>(list, ({ events }) => ({ events: edit(events), nextCursor: null }))
const cards = (page: Page) => page.getByRole('article')
const openDialog = (page: Page) => page.getByRole('button', { name: 'Crea Evento' }).click()
const create = (page: Page) => page.getByRole('button', { name: 'Crea', exact: true }).click()

const ctftime = '/api/events/ctftime'
async function lookUp(page: Page) {
  await fillDialog(page)
  await page.getByText('Altre opzioni').click()
  await page.getByLabel('Pagina su CTFtime').fill('https://ctftime.org/event/2345')
  await page.getByRole('button', { name: 'Compila' }).click()
}
const answerLookup = (json: unknown) => (page: Page) =>
  page.route(`**${ctftime}`, (route) => route.fulfill({ json }))

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
    path: `${events.path}?vista=agenda`,
    state: 'agenda',
    arrange: editEvents((all) =>
      all.map((event, index) => (index === 1 ? { ...event, title: longWord, isParticipating: true } : event)),
    ),
    shows: (page) => page.getByRole('main').getByRole('listitem').first(),
  },
  {
    ...events,
    path: `${events.path}?vista=mese&mese=2026-12`,
    state: 'month',
    arrange: showMonth,
    act: (page) => page.getByRole('gridcell', { name: 'giovedì 10 dicembre, 4 eventi' }).click(),
    shows: (page) => page.getByRole('region', { name: 'Eventi di giovedì 10 dicembre' }).getByRole('list'),
  },
  {
    ...events,
    path: `${events.path}?vista=mese&mese=2026-12`,
    state: 'month, loading',
    arrange: hold('/api/events/period'),
    shows: (page) => page.getByRole('grid', { name: 'dicembre 2026' }),
  },
  {
    ...events,
    path: `${events.path}?vista=mese&mese=2026-12`,
    state: 'month, failed',
    arrange: fail('/api/events/period'),
    shows: (page) => page.getByText('Errore nel caricamento degli eventi: Operazione fallita.'),
  },
  {
    ...events,
    path: `${events.path}?vista=mese&mese=2026-12`,
    state: 'month, empty',
    arrange: change('/api/events/period', () => ({ events: [] })),
    shows: (page) => page.getByText('Nessun evento.', { exact: true }),
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
  {
    ...page,
    state: 'full',
    arrange: showEvent({
      description: `**Programma** di \`unsafe\`\n\n- *uno*\n- due\n\n> detto\n\n\`\`\`c\nint main(void);\n\`\`\`\nRegole: https://esempio.org/regole.\n${'Sfide per tutti. '.repeat(40)}`,
      timeZone: 'Asia/Kolkata',
      venue: 'both',
      address: 'Aula 2, Via Zamboni 33, Bologna',
    }),
    shows: (page) => page.getByRole('timer'),
  },
  {
    ...page,
    state: 'no seat left',
    arrange: showEvent({ capacity: 12, participantsCount: 12 }),
    shows: (page) => page.getByRole('button', { name: "Mettiti in lista d'attesa" }),
  },
  {
    ...page,
    state: 'joined',
    arrange: showEvent({
      capacity: 13,
      participantsCount: 12,
      participation: 'joined',
      isParticipating: true,
    }),
    shows: (page) => page.getByRole('link', { name: "Chat dell'evento" }),
  },
  {
    ...page,
    state: 'waiting for a seat',
    arrange: showEvent({
      capacity: 12,
      waitingCount: 34,
      participation: 'waiting',
      queuePosition: 7,
      joinDeadline: '2031-11-27T13:00:00Z',
    }),
    shows: (page) => page.getByText("Sei in lista d'attesa: posizione 7 di 34."),
  },
  {
    ...page,
    state: 'cancelled',
    arrange: showEvent({
      status: 'cancelled',
      cancelReason: 'La sala non è più libera.',
      participation: 'joined',
    }),
    shows: (page) => page.getByText('La sala non è più libera.'),
  },
  {
    ...page,
    state: 'who waits',
    arrange: all(
      showEvent({ canManage: true, capacity: 12, waitingCount: 60 }),
      showPeople({ people: somePeople(50), nextCursor: 'x', hidden: null }),
    ),
    act: (page) => page.getByLabel('Mostra', { exact: true }).selectOption("In lista d'attesa"),
    shows: (page) => page.getByRole('button', { name: 'Mostra altri' }),
  },
  {
    ...page,
    state: 'nobody to be seen',
    arrange: all(showEvent({}), showPeople({ people: [], nextCursor: null, hidden: 12 })),
    shows: (page) => page.getByText('Chi partecipa si vede tra amici e tra partecipanti.'),
  },
  {
    ...page,
    state: 'participants loading',
    arrange: all(showEvent({}), hold(people)),
    shows: (page) => page.getByRole('region', { name: 'Partecipanti' }),
  },
  {
    ...page,
    state: 'participants failed',
    arrange: all(showEvent({}), fail(people)),
    shows: (page) => page.getByRole('region', { name: 'Partecipanti' }).getByRole('alert'),
  },
  {
    ...page,
    state: 'history of its own event',
    arrange: showHistory,
    act: (page) => page.getByText('Mostra prima e dopo').click(),
    shows: (page) => page.getByText(/^titolo: /),
  },
  {
    ...page,
    state: 'cancelling',
    arrange: showHistory,
    act: (page) => page.getByRole('button', { name: "Annulla l'evento" }).click(),
    shows: (page) => page.getByLabel('Motivo *'),
  },
  {
    ...page,
    state: 'its organizers',
    arrange: async (page) => {
      const organizers = [1, 2].map((place) => ({ uid: idOf(place), displayName: longName(place) }))
      await showEvent({ canManage: true, isOwner: true, organizers })(page)
      await page.route('**/organizers/candidates**', (route) =>
        route.fulfill({
          json: {
            people: [1, 2, 3].map((place) => ({
              uid: idOf(place),
              displayName: longName(place),
              photoURL: '',
            })),
          },
        }),
      )
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Organizzatori' }).click()
      await page.getByLabel('Cerca tra amici e partecipanti').fill('a')
    },
    shows: (page) => page.getByRole('button', { name: 'Aggiungi', exact: true }).first(),
  },
  {
    ...page,
    state: 'writing to who takes part',
    arrange: showHistory,
    act: (page) => page.getByRole('button', { name: 'Scrivi ai partecipanti' }).click(),
    shows: (page) => page.getByLabel('Messaggio *'),
  },
  {
    ...page,
    state: 'changed meanwhile',
    arrange: async (page) => {
      await showHistory(page)
      await page.route(
        (url) => url.pathname === one,
        (route) =>
          route.request().method() === 'PATCH'
            ? route.fulfill({ status: 409, json: { code: 'events.changed_meanwhile' } })
            : route.fallback(),
      )
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Modifica', exact: true }).click()
      await page.getByLabel('Titolo *').fill('Un altro titolo')
      await page.getByRole('button', { name: 'Salva modifiche' }).click()
    },
    shows: (page) => page.getByRole('button', { name: 'Ricarica e tieni il mio testo' }),
  },
  {
    ...page,
    state: 'shared by a code',
    arrange: showEvent({}),
    act: async (page) => {
      await page.getByRole('button', { name: 'Condividi' }).click()
      await page.getByRole('button', { name: 'Mostra codice QR' }).click()
    },
    shows: (page) => page.getByRole('img', { name: /^Codice QR di/ }),
  },
  {
    ...publicPage,
    state: 'full',
    arrange: showEvent({
      description: `**Programma** di \`unsafe\`\n\n- *uno*\n- due\n\n> detto\n\n\`\`\`c\nint main(void);\n\`\`\`\nRegole: https://esempio.org/regole.\n${'Sfide per tutti. '.repeat(40)}`,
      venue: 'both',
      address: 'Aula 2, Via Zamboni 33, Bologna',
      capacity: 30,
    }),
    act: (page) => page.getByRole('button', { name: 'Aggiungi al calendario' }).click(),
    shows: (page) => page.getByRole('link', { name: 'Scarica .ics' }),
  },
  {
    ...publicPage,
    state: 'cancelled, with long texts',
    arrange: showEvent({
      title: longWord,
      description: longWord,
      address: longWord,
      venue: 'place',
      organizers: [{ uid: idOf(1), displayName: longName(0) }],
      status: 'cancelled',
      cancelReason: longWord,
    }),
    shows: (page) => page.getByRole('timer'),
  },
  {
    ...publicPage,
    state: 'loading',
    arrange: hold(one),
    shows: (page) => page.getByRole('link', { name: 'Accedi per partecipare' }),
  },
  {
    ...publicPage,
    state: 'failed',
    arrange: fail(one),
    shows: (page) => page.getByRole('button', { name: 'Riprova' }),
  },
  {
    ...publicPage,
    state: 'not there',
    shows: (page) => page.getByRole('heading', { name: 'Evento non trovato' }),
  },
  {
    ...page,
    state: 'over, with long texts',
    arrange: showEvent({
      title: longWord,
      description: longWord,
      address: longWord,
      venue: 'place',
      organizerName: longName(0),
      dateTime: '2026-01-01T12:00:00Z',
      deadline: '2026-01-01T13:00:00Z',
    }),
    shows: (page) => page.getByText('Terminato'),
  },
  {
    ...page,
    state: 'loading',
    arrange: hold(one),
    shows: (page) => page.getByRole('link', { name: 'Torna agli eventi' }),
  },
  {
    ...page,
    state: 'failed',
    arrange: fail(one),
    shows: (page) => page.getByText('Operazione fallita.'),
  },
  {
    ...page,
    state: 'not found',
    shows: (page) => page.getByText('Evento non trovato'),
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
    state: 'options',
    act: async (page) => {
      await fillDialog(page)
      await page.getByText('Altre opzioni').click()
      await page.getByLabel('Tutto il giorno').check()
      await page.getByRole('button', { name: 'Cambia fuso' }).click()
      await page.getByLabel('Fuso orario').selectOption('America/New_York')
      await page.getByLabel('Dove').selectOption('In presenza')
      await page.getByLabel('Indirizzo').fill('Aula 2, Via Zamboni 33, Bologna')
    },
    shows: (page) => page.getByText(/ 1 luglio \d+, tutto il giorno$/).first(),
  },
  {
    ...dialog,
    state: 'too many of a team',
    act: async (page) => {
      await fillDialog(page)
      await page.getByText('Altre opzioni').click()
      await page.getByLabel('Componenti per squadra').fill('51')
      await page.getByRole('button', { name: 'Crea', exact: true }).click()
    },
    shows: (page) => page.getByText('I componenti per squadra devono essere un numero intero tra 1 e 50.'),
  },
  {
    ...dialog,
    state: 'looked up at CTFtime',
    ownPage: true,
    arrange: all(withCtftime, holdWriting(ctftime)),
    act: lookUp,
    shows: (page) => page.getByRole('button', { name: 'Compila', disabled: true }),
  },
  {
    ...dialog,
    state: 'not at CTFtime',
    ownPage: true,
    arrange: all(withCtftime, refuse(ctftime, 404, 'events.ctftime_not_found')),
    act: lookUp,
    shows: (page) => page.getByText('CTFtime non ha questo evento.'),
  },
  {
    ...dialog,
    state: 'here already',
    ownPage: true,
    arrange: all(withCtftime, answerLookup({ eventId: id })),
    act: lookUp,
    shows: (page) => page.getByText("Questo evento c'è già."),
  },
  {
    ...dialog,
    state: 'found at CTFtime',
    ownPage: true,
    arrange: all(
      withCtftime,
      answerLookup({
        ...sample,
        ctftimeId: '2345',
        title: 'Un altro titolo',
        timeZone: 'UTC',
        venue: 'online',
        address: '',
      }),
    ),
    act: lookUp,
    shows: (page) => page.getByText('Sostituire quello che hai scritto?'),
  },
  {
    ...dialog,
    state: 'maybe there already',
    arrange: (page) =>
      page.route('**/api/events/similar?*', (route) =>
        route.fulfill({
          json: { event: { ...sample, id, title: `Notte delle Bandiere ${longWord}`, isAllDay: false } },
        }),
      ),
    act: fillDialog,
    shows: (page) => page.getByText('Forse esiste già:'),
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
