import type { Page } from '@playwright/test'
import { fail, hold, holdWriting, longWord, refuse, type ScreenState } from '../screens/state.ts'

const settings = { screen: 'impostazioni', viewer: 'anna', path: '/app/impostazioni' } as const
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sendReset = (page: Page) => press(page, 'Invia Email Reset Password')
const privacy = { screen: 'privacy', viewer: 'anna', path: '/app/impostazioni/privacy' } as const
const privacyPath = '/api/settings/privacy'
const passwordReset = '/api/settings/password-reset'

export const settingsStates: ScreenState[] = [
  {
    ...settings,
    state: 'full',
    shows: (page) => page.getByRole('button', { name: 'Elimina Il Mio Account' }),
  },
  {
    ...settings,
    state: 'mail sent',
    arrange: (page) =>
      page.route(`**${passwordReset}`, (route) =>
        route.fulfill({ json: { email: `${longWord}@esempio.it` } }),
      ),
    act: sendReset,
    shows: (page) => page.getByText('Controlla la tua casella di posta.'),
  },
  {
    ...settings,
    state: 'mail on its way',
    arrange: holdWriting(passwordReset),
    act: sendReset,
    shows: (page) => page.getByText('Invio email...'),
  },
  {
    ...settings,
    state: 'mail failed',
    arrange: refuse(passwordReset, 500, 'common.internal'),
    act: sendReset,
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...settings,
    state: 'a switch changed',
    act: (page) => page.getByRole('switch').nth(1).click(),
    shows: (page) => page.getByText('Preferenze aggiornate.'),
  },
  {
    ...settings,
    state: 'deletion asked',
    act: (page) => press(page, 'Elimina Il Mio Account'),
    shows: (page) => page.getByRole('alertdialog'),
  },
  {
    ...settings,
    state: 'deletion told',
    act: async (page) => {
      await press(page, 'Elimina Il Mio Account')
      await press(page, 'Elimina')
    },
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...privacy,
    state: 'full',
    shows: (page) => page.getByRole('checkbox').last(),
  },
  {
    ...privacy,
    state: 'loading',
    arrange: hold(privacyPath),
    shows: (page) => page.getByRole('heading', { level: 2 }),
  },
  {
    ...privacy,
    state: 'failed',
    arrange: fail(privacyPath),
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...privacy,
    state: 'a choice changed',
    act: (page) => page.getByRole('checkbox').nth(1).click(),
    shows: (page) => page.getByText('Preferenze aggiornate.'),
  },
]
