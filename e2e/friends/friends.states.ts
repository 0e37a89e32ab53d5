import type { OwnRooms, PrivateChatPage } from '@covo/contract/chat/chat.routes'
import type { FoundPerson, Friend, Requester, SuggestedPerson } from '@covo/contract/friends/friends.routes'
import type { Page } from '@playwright/test'
import { roomsWithLongTexts, withLongTexts } from '../chat/chat.states.ts'
import {
  all,
  change,
  fail,
  hold,
  idOf,
  longName,
  longWord,
  refuse,
  repeat,
  type ScreenState,
} from '../screens/state.ts'

type People<Person> = { people: Person[]; nextCursor: string | null }

const friends = { screen: 'amici', viewer: 'anna', path: '/app/amici' } as const
const requests = { ...friends, screen: 'amici-richieste' } as const
const search = { ...friends, screen: 'amici-cerca' } as const

const editPeople = <Person>(path: string, edit: (people: Person[]) => Person[]) =>
  change<People<Person>>(path, ({ people }) => ({ people: edit(people), nextCursor: null }))
/** As many as a list with and without spaces in names needs. */
const withLongNames = (people: FoundPerson[]) =>
  repeat(people, 4, (person, index) => ({ ...person, uid: idOf(index), displayName: longName(index) }))
const openTab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()
const openRequests = openTab(/Richieste/)
const searchFor = (text: string) => async (page: Page) => {
  await openTab(/Cerca Utenti/)(page)
  await page.getByRole('searchbox').fill(text)
}
const buttons = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const loadingFailed = (page: Page) => page.getByText('Errore: Errore caricamento dati. Riprova.')

const proposed = [
  {
    displayName: 'Giulia Ferri',
    sharedEvents: 2,
    sharedEvent: { id: idOf(0), title: 'CTF dei Portici' },
    citta: null,
  },
  {
    displayName: 'Dario Riva',
    sharedEvents: 1,
    sharedEvent: { id: idOf(1), title: 'Notte bianca del codice' },
    citta: 'Bologna',
  },
  { displayName: 'Elisa Conti', sharedEvents: 0, sharedEvent: null, citta: 'Bologna' },
]

export const friendsStates: ScreenState[] = [
  { ...friends, state: 'full', shows: (page) => buttons(page, 'Messaggio').first() },
  {
    ...friends,
    state: 'online, with long names',
    arrange: all(
      editPeople<Friend>('/api/friends', (people) =>
        withLongNames(people).map((one) => ({ ...one, email: `${longWord}@esempio.it` })),
      ),
      change('/api/friends/presence', () => ({ online: [0, 1, 2, 3].map(idOf) })),
    ),
    shows: (page) => page.getByText('Online').last(),
  },
  {
    ...friends,
    state: 'empty',
    viewer: 'newcomer',
    shows: (page) => page.getByText('Non hai ancora amici.'),
  },
  {
    ...friends,
    state: 'loading',
    arrange: all(hold('/api/friends'), hold('/api/chat')),
    shows: (page) => page.getByText('Caricamento...'),
  },
  {
    ...friends,
    state: 'failed',
    arrange: all(fail('/api/friends'), fail('/api/chat')),
    shows: loadingFailed,
  },
  {
    ...friends,
    state: 'nobody found',
    act: (page) => page.getByRole('searchbox').fill('nessuno di questi'),
    shows: (page) => page.getByText('Nessun amico trovato con questo nome/email.'),
  },
  {
    ...friends,
    state: 'a thousand',
    arrange: editPeople<Friend>('/api/friends', (people) =>
      repeat(people, 1000, (friend, index) => ({ ...friend, uid: idOf(index) })),
    ),
    shows: (page) => buttons(page, 'Messaggio').nth(999),
    isHuge: true,
  },
  {
    ...friends,
    state: 'long names',
    arrange: all(
      change<PrivateChatPage>('/api/chat', withLongTexts),
      change<OwnRooms>('/api/rooms/own', roomsWithLongTexts),
      editPeople<Friend>('/api/friends', (people) =>
        repeat(people, 4, (friend, index) => ({
          ...friend,
          uid: idOf(index),
          displayName: longName(index),
          email: `${longWord}@esempio.it`,
        })),
      ),
    ),
    shows: (page) => buttons(page, 'Messaggio').nth(3),
  },
  {
    ...friends,
    state: 'chat refused',
    arrange: refuse('/api/chat/private', 500, 'common.internal'),
    act: (page) => buttons(page, 'Messaggio').first().click(),
    shows: (page) => page.getByText('Impossibile avviare la chat. Riprova più tardi.'),
  },
  { ...requests, state: 'full', act: openRequests, shows: (page) => buttons(page, 'Accetta').first() },
  {
    ...requests,
    state: 'empty',
    viewer: 'newcomer',
    act: openRequests,
    shows: (page) => page.getByText('Nessuna richiesta di amicizia in arrivo.'),
  },
  {
    ...requests,
    state: 'failed',
    arrange: fail('/api/friends/requests'),
    act: openRequests,
    shows: loadingFailed,
  },
  {
    ...requests,
    state: 'long names',
    arrange: editPeople('/api/friends/requests', withLongNames),
    act: openRequests,
    shows: (page) => buttons(page, 'Accetta').nth(3),
  },
  {
    ...requests,
    state: 'sent, long names',
    arrange: all(
      editPeople<Requester>('/api/friends/requests', () => []),
      editPeople<Requester>('/api/friends/requests/sent', () =>
        [0, 1].map((index) => ({
          uid: idOf(index),
          displayName: longName(index),
          photoURL: '',
          requestedAt: '2026-11-20T10:00:00.000Z',
          sharedFriends: index,
          sharedEvents: 1,
        })),
      ),
    ),
    act: openRequests,
    shows: (page) => buttons(page, 'Annulla richiesta').nth(1),
  },
  {
    ...search,
    state: 'as it opens',
    act: openTab(/Cerca Utenti/),
    shows: (page) => page.getByText("Digita un nome o un'email per cercare nuovi amici."),
  },
  {
    ...search,
    state: 'people proposed, with long names',
    arrange: change<{ people: SuggestedPerson[] }>('/api/friends/suggestions', () => ({
      people: [0, 1, 2, 3, 4, 5].map((index) => ({
        uid: idOf(index),
        displayName: longName(index),
        photoURL: '',
        sharedEvents: 3 - Math.min(index, 3),
        sharedEvent: index < 3 ? { id: idOf(index), title: longName(index + 1) } : null,
        citta: index < 3 ? null : longWord,
      })),
    })),
    act: openTab(/Cerca Utenti/),
    shows: (page) => buttons(page, 'Aggiungi Amico').nth(5),
  },
  {
    ...search,
    state: 'people proposed',
    arrange: change<{ people: SuggestedPerson[] }>('/api/friends/suggestions', () => ({
      people: proposed.map((person, index) => ({ ...person, uid: idOf(index), photoURL: '' })),
    })),
    act: openTab(/Cerca Utenti/),
    shows: (page) => page.getByRole('region', { name: 'Persone' }),
  },
  {
    ...search,
    state: 'proposals loading',
    arrange: hold('/api/friends/suggestions'),
    act: openTab(/Cerca Utenti/),
    shows: (page) => page.getByText('Caricamento...'),
  },
  {
    ...search,
    state: 'proposals failed',
    arrange: fail('/api/friends/suggestions'),
    act: openTab(/Cerca Utenti/),
    shows: (page) => page.getByText("Digita un nome o un'email per cercare nuovi amici."),
  },
  {
    ...search,
    state: 'found',
    act: searchFor('ra'),
    shows: (page) => buttons(page, 'Aggiungi Amico').first(),
  },
  {
    ...search,
    state: 'nobody found',
    act: searchFor('nessuno di questi'),
    shows: (page) => page.getByText('Nessun utente trovato con i criteri specificati'),
  },
  {
    ...search,
    state: 'loading',
    arrange: hold('/api/friends/search'),
    act: searchFor('ra'),
    shows: (page) => page.getByText('Caricamento...'),
  },
  {
    ...search,
    state: 'failed',
    arrange: fail('/api/friends/search'),
    act: searchFor('ra'),
    shows: (page) => page.getByText('Errore: Impossibile caricare lista utenti. Riprova.'),
  },
  {
    ...search,
    state: 'long names, one asked',
    arrange: all(
      editPeople('/api/friends/search', withLongNames),
      // The click below finds nobody before the search has answered.
      editPeople<SuggestedPerson>('/api/friends/suggestions', () => []),
      (page) =>
        page.route('**/api/friends/requests', (route) => route.fulfill({ json: { relation: 'requested' } })),
    ),
    act: async (page) => {
      await searchFor('ra')(page)
      await buttons(page, 'Aggiungi Amico').first().click()
    },
    shows: (page) => page.getByText('Richiesta inviata', { exact: true }),
  },
]
