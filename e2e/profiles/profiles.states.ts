import type { OwnProfile, Profile } from '@covo/contract/profiles/profiles.routes'
import { skills } from '@covo/contract/skills'
import type { Page } from '@playwright/test'
import {
  all,
  botIdOf,
  change,
  holdWriting,
  idOf,
  longName,
  longWord,
  refuse,
  repeat,
  type ScreenState,
  withExtensions,
} from '../screens/state.ts'

const profile = { screen: 'profilo', viewer: 'anna', path: '/app/profilo' } as const
const memberPath = `/app/profilo/${idOf(1)}`
const member = { screen: 'profilo-di-altri', viewer: 'anna', path: memberPath } as const
const stranger: Profile = {
  uid: idOf(1),
  displayName: 'Bruno Conti',
  photoURL: '',
  memberSince: '2026-03-01T10:00:00.000Z',
  isBot: false,
  relation: 'none',
  sharedFriends: { count: 0, people: [] },
  sharedEvents: { count: 0, events: [] },
}
const friend: Profile = {
  ...stranger,
  relation: 'friends',
  email: 'bruno@esempio.it',
  bio: 'Reverse e caffè.\nGioco ai CTF dal 2019.',
  professione: 'Sistemista',
  citta: 'Torino',
  sharedFriends: {
    count: 5,
    people: ['Carla Dossi', 'Dario Elmi', 'Elena Ferri'].map((displayName, index) => ({
      uid: idOf(index + 2),
      displayName,
      photoURL: '',
    })),
  },
  sharedEvents: { count: 1, events: [{ id: idOf(9), title: 'Notte delle Bandiere' }] },
}
const answerWith = (profile: Profile) => (page: Page) =>
  page.route(`**/api/profiles/${idOf(1)}`, (route) => route.fulfill({ json: profile }))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const edit = (page: Page) => page.getByRole('button', { name: 'Modifica Profilo' }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Salva' }).click()
const picture = new URL('../../apps/web/public/social-card.png', import.meta.url).pathname
const openPhotoDialog = (page: Page) => button(page, 'Cambia foto profilo').click()

export const profilesStates: ScreenState[] = [
  { ...profile, state: 'full', shows: (page) => page.getByText('Sviluppatrice firmware').first() },
  {
    ...profile,
    state: 'empty',
    viewer: 'newcomer',
    shows: (page) => page.getByText('Nessuna biografia inserita.'),
  },
  {
    ...profile,
    state: 'long texts',
    arrange: change<OwnProfile>('/api/profiles/me', (own) => ({
      ...own,
      displayName: longName(1),
      email: `${longWord}@esempio.it`,
      professione: 'Ricercatrice '.repeat(7),
      citta: 'W'.repeat(100),
      bio: `${longWord} `.repeat(4),
      interessi: [...skills],
      links: ['https://esempio.it/anna', `https://${'sotto.'.repeat(20)}esempio.it/${longWord}`],
    })),
    shows: (page) => page.getByRole('button', { name: 'Modifica Profilo' }),
  },
  {
    ...profile,
    state: 'photo',
    act: (page) => page.getByRole('button', { name: 'Cambia foto profilo' }).click(),
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...profile,
    state: 'choosing a photo',
    ownPage: true,
    arrange: withExtensions,
    act: openPhotoDialog,
    shows: (page) => button(page, "Scegli un'immagine"),
  },
  {
    ...profile,
    state: 'cropping a photo',
    ownPage: true,
    arrange: all(
      withExtensions,
      change<OwnProfile>('/api/profiles/me', (own) => ({ ...own, photoURL: `/api/photos/${idOf(1)}` })),
      (page) => page.route('**/api/photos/**', (route) => route.fulfill({ path: picture })),
    ),
    act: async (page) => {
      await openPhotoDialog(page)
      await page.locator('input[type=file]').setInputFiles(picture)
    },
    shows: (page) => button(page, 'Salva foto'),
  },
  {
    ...profile,
    state: 'no photo',
    ownPage: true,
    arrange: all(withExtensions, refuse('/api/profiles/me/photo', 422, 'profiles.photo_unreadable')),
    act: async (page) => {
      await openPhotoDialog(page)
      await page.locator('input[type=file]').setInputFiles(picture)
      await button(page, 'Salva foto').click()
    },
    shows: (page) => page.getByText("Questo file non è un'immagine leggibile."),
  },
  { ...profile, state: 'editing', act: edit, shows: (page) => page.getByLabel('Nome visualizzato') },
  {
    ...profile,
    state: 'a wrong name',
    act: async (page) => {
      await edit(page)
      await page.getByLabel('Nome visualizzato').fill('')
      await save(page)
    },
    shows: (page) => page.getByText('Il nome visualizzato non può essere vuoto.'),
  },
  {
    ...profile,
    state: 'failed',
    arrange: refuse('/api/profiles/me', 500, 'common.internal'),
    act: async (page) => {
      await edit(page)
      await save(page)
    },
    shows: (page) => page.getByText('Errore salvataggio. Riprova.'),
  },
  {
    ...profile,
    state: 'being saved',
    arrange: holdWriting('/api/profiles/me'),
    act: async (page) => {
      await edit(page)
      await save(page)
    },
    shows: (page) => page.getByRole('button', { name: 'Salva', disabled: true }),
  },
  { ...member, state: 'friend', arrange: answerWith(friend), shows: (page) => button(page, 'Messaggio') },
  {
    ...member,
    state: 'other actions',
    arrange: answerWith(friend),
    act: (page) => button(page, 'Altre azioni').click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Rimuovi dagli amici' }),
  },
  {
    ...member,
    state: 'removal asked',
    arrange: answerWith({ ...friend, displayName: longName(0) }),
    act: async (page) => {
      await button(page, 'Altre azioni').click()
      await page.getByRole('menuitem', { name: 'Rimuovi dagli amici' }).click()
    },
    shows: (page) => page.getByRole('alertdialog', { name: 'Rimuovi dagli amici' }),
  },
  {
    ...member,
    state: 'block asked',
    arrange: answerWith({ ...stranger, displayName: longName(0) }),
    act: async (page) => {
      await button(page, 'Altre azioni').click()
      await page.getByRole('menuitem', { name: 'Blocca' }).click()
    },
    shows: (page) => page.getByRole('alertdialog', { name: /^Blocca / }),
  },
  {
    ...member,
    state: 'reporting, without a reason',
    arrange: answerWith({ ...stranger, displayName: longName(0) }),
    act: async (page) => {
      await button(page, 'Altre azioni').click()
      await page.getByRole('menuitem', { name: 'Segnala' }).click()
      await page.getByRole('button', { name: 'Invia segnalazione' }).click()
    },
    shows: (page) => page.getByText('Scegli un motivo.'),
  },
  {
    ...member,
    state: 'stranger',
    arrange: answerWith(stranger),
    shows: (page) => page.getByText('Questo profilo è visibile solo agli amici.'),
  },
  {
    ...member,
    path: `/app/profilo/${botIdOf(1)}`,
    state: 'bot',
    arrange: (page) =>
      page.route(`**/api/profiles/${botIdOf(1)}`, (route) =>
        route.fulfill({
          json: { ...stranger, uid: botIdOf(1), displayName: 'Annunciatore delle sfide', isBot: true },
        }),
      ),
    shows: (page) => page.getByRole('heading', { name: 'Annunciatore delle sfide bot' }),
  },
  {
    ...member,
    state: 'asked',
    arrange: answerWith({ ...stranger, relation: 'outgoing' }),
    shows: (page) => page.getByText('Richiesta inviata'),
  },
  {
    ...member,
    state: 'asking',
    arrange: answerWith({ ...stranger, relation: 'incoming' }),
    shows: (page) => button(page, 'Accetta'),
  },
  {
    ...member,
    state: 'friend who says nothing',
    arrange: answerWith({ ...stranger, relation: 'friends', bio: '', professione: '', citta: '', email: '' }),
    shows: (page) => page.getByText('Nessuna biografia inserita.'),
  },
  {
    ...member,
    state: 'long texts',
    arrange: answerWith({
      ...friend,
      displayName: longName(1),
      email: `${longWord}@esempio.it`,
      professione: 'Ricercatrice '.repeat(7),
      citta: 'W'.repeat(100),
      bio: `${longWord} `.repeat(4),
      sharedFriends: {
        count: 12,
        people: repeat(friend.sharedFriends.people, 3, (person, index) => ({
          ...person,
          displayName: longName(index),
        })),
      },
      sharedEvents: { count: 4, events: [{ id: idOf(9), title: longWord }] },
    }),
    shows: (page) => button(page, 'Messaggio'),
  },
  {
    ...member,
    state: 'loading',
    arrange: (page) => page.route(`**/api/profiles/${idOf(1)}`, () => undefined),
    shows: (page) => page.getByRole('heading', { name: 'Profilo', level: 1 }),
  },
  { ...member, state: 'nobody', shows: (page) => page.getByText('Profilo non trovato.') },
  {
    ...member,
    state: 'failed',
    arrange: (page) => page.route(`**/api/profiles/${idOf(1)}`, (route) => route.abort()),
    shows: (page) => button(page, 'Riprova'),
  },
]
