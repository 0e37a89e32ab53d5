import type { PrivateChatPage } from '@covo/contract/chat/chat.routes'
import { expect } from '@playwright/test'
import { withLongTexts } from '../chat/chat.states.ts'
import { change, fail, goOffline, hold, type ScreenState } from '../screens/state.ts'

const shell = { screen: 'cornice', viewer: 'anna', path: '/app/home' } as const

export const shellStates: ScreenState[] = [
  {
    ...shell,
    state: 'starting',
    ownPage: true,
    arrange: (page) => page.route('**/assets/*.js', () => undefined),
    shows: (page) => page.getByText('Avvio ...'),
    isBeforeScreen: true,
  },
  {
    ...shell,
    state: 'loading',
    arrange: hold('/api/profiles/me'),
    shows: (page) => page.getByText('Caricamento utente...'),
    isBeforeScreen: true,
  },
  {
    ...shell,
    state: 'failed',
    arrange: fail('/api/profiles/me'),
    shows: (page) => page.getByRole('button', { name: 'Riprova' }),
  },
  {
    ...shell,
    state: 'screen failed',
    ownPage: true,
    arrange: (page) => page.route('**/assets/home.screen-*.js', (route) => route.abort()),
    shows: (page) => page.getByRole('button', { name: 'Riprova' }),
  },
  {
    ...shell,
    state: 'offline',
    act: async (page) => {
      await expect(page.getByText('CTF', { exact: true })).toBeVisible()
      await goOffline(page)
    },
    shows: (page) => page.getByText('Sei senza rete'),
  },
  {
    ...shell,
    state: 'logout failed',
    arrange: (page) => page.route('**/api/auth/logout', (route) => route.abort()),
    act: (page) => page.getByRole('button', { name: 'Logout' }).click(),
    shows: (page) => page.getByText('Operazione fallita.'),
  },
  {
    ...shell,
    state: 'vai a',
    arrange: change<PrivateChatPage>('/api/chat', withLongTexts),
    act: async (page) => {
      await expect(page.getByText('CTF', { exact: true })).toBeVisible()
      await page.keyboard.press('Control+k')
    },
    shows: (page) => page.getByRole('option').first(),
  },
]
