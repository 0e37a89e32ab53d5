import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import type { Page } from '@playwright/test'
import { change, holdWriting, longName, longWord, refuse, type ScreenState } from '../screens/state.ts'

const profile = { screen: 'profilo', viewer: 'anna', path: '/app/profilo' } as const
const edit = (page: Page) => page.getByRole('button', { name: 'Modifica Profilo' }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Salva' }).click()

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
    })),
    shows: (page) => page.getByRole('button', { name: 'Modifica Profilo' }),
  },
  {
    ...profile,
    state: 'photo',
    act: (page) => page.getByRole('button', { name: 'Cambia foto profilo' }).click(),
    shows: (page) => page.getByRole('alert'),
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
]
