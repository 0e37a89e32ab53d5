import type { Page } from '@playwright/test'
import { accept, all, holdWriting, refuse, registeringBy, type ScreenState } from '../screens/state.ts'

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = (page: Page) => page.getByRole('alert')

const login = { screen: 'login', viewer: 'visitor', path: '/Login' } as const
const register = { screen: 'register', viewer: 'visitor', path: '/Register' } as const
const reset = { screen: 'reset-password', viewer: 'visitor', path: '/reset-password' } as const

const account = { Email: 'nora@esempio.it', Password: 'Tana-verde9' }
const newAccount = { ...account, Username: 'nora', 'Conferma password': account.Password }

export const authStates: ScreenState[] = [
  {
    ...login,
    state: 'as it opens',
    shows: (page) => page.getByRole('button', { name: 'Accedi', exact: true }),
  },
  {
    ...login,
    state: 'passkey refused',
    arrange: refuse('/api/auth/passkey/options', 429, 'common.rate_limited'),
    act: (page) => press(page, 'Accedi con una passkey'),
    shows: alert,
  },
  { ...login, state: 'a field is missing', act: (page) => press(page, 'Accedi'), shows: alert },
  {
    ...login,
    state: 'refused',
    arrange: refuse('/api/auth/login', 401, 'auth.invalid_credentials'),
    act: async (page) => {
      await fill(page, account)
      await press(page, 'Mostra password')
      await press(page, 'Accedi')
    },
    shows: alert,
  },
  {
    ...login,
    state: 'second step',
    arrange: all(
      (page) =>
        page.route('**/api/auth/login', (route) =>
          route.fulfill({ json: { secondFactor: { challenge: 'sfida' } } }),
        ),
      refuse('/api/auth/second-factor', 401, 'auth.second_factor_wrong'),
    ),
    act: async (page) => {
      await fill(page, account)
      await press(page, 'Accedi')
      await page.getByLabel('Codice di verifica').fill('000000')
      await press(page, 'Verifica')
    },
    shows: alert,
  },
  {
    ...login,
    state: 'on its way',
    arrange: holdWriting('/api/auth/login'),
    act: async (page) => {
      await fill(page, account)
      await press(page, 'Accedi')
    },
    shows: (page) => page.getByText('Accesso in corso...'),
  },
  {
    ...login,
    state: 'to an account that is to be deleted',
    arrange: (page) =>
      page.route('**/api/auth/login', (route) =>
        route.fulfill({
          status: 403,
          json: { code: 'auth.deletion_pending', params: { until: '2027-02-28T10:00:00.000Z' } },
        }),
      ),
    act: async (page) => {
      await fill(page, account)
      await press(page, 'Accedi')
    },
    shows: (page) => page.getByRole('alertdialog'),
  },
  { ...register, state: 'as it opens', shows: (page) => page.getByRole('button', { name: 'Inizia Ora' }) },
  { ...register, state: 'a field is missing', act: (page) => press(page, 'Inizia Ora'), shows: alert },
  {
    ...register,
    state: 'invite refused',
    arrange: all(registeringBy('invite'), refuse('/api/auth/register', 422, 'auth.invite_invalid')),
    act: async (page) => {
      await fill(page, { ...newAccount, 'Codice invito *': 'INVENT-ATO' })
      await press(page, 'Inizia Ora')
    },
    shows: alert,
  },
  {
    ...register,
    state: 'closed',
    arrange: registeringBy('closed'),
    shows: (page) => page.getByText('Le registrazioni sono chiuse.'),
  },
  {
    ...register,
    state: 'weak password, another confirmation',
    act: (page) => fill(page, { ...newAccount, Password: 'tana', 'Conferma password': 'tama' }),
    shows: (page) => page.getByText('Le password non coincidono.'),
  },
  {
    ...register,
    state: 'refused, strong password',
    arrange: refuse('/api/auth/register', 409, 'auth.email_taken'),
    act: async (page) => {
      await fill(page, newAccount)
      await press(page, 'Inizia Ora')
    },
    shows: alert,
  },
  {
    ...register,
    state: 'failed',
    arrange: refuse('/api/auth/register', 500, 'common.internal'),
    act: async (page) => {
      await fill(page, newAccount)
      await press(page, 'Inizia Ora')
    },
    shows: alert,
  },
  {
    ...register,
    state: 'on its way',
    arrange: holdWriting('/api/auth/register'),
    act: async (page) => {
      await fill(page, newAccount)
      await press(page, 'Inizia Ora')
    },
    shows: (page) => page.getByText('Registrazione...'),
  },
  { ...reset, state: 'as it opens', shows: (page) => page.getByRole('button', { name: 'Invia link' }) },
  {
    ...reset,
    state: 'a wrong address',
    act: async (page) => {
      await fill(page, { Email: 'nora' })
      await press(page, 'Invia link')
    },
    shows: alert,
  },
  {
    ...reset,
    state: 'sent',
    act: async (page) => {
      await fill(page, { Email: account.Email })
      await press(page, 'Invia link')
    },
    shows: (page) => page.getByText('Se esiste un account con questo indirizzo'),
  },
  {
    ...reset,
    state: 'a new password',
    path: '/reset-password#token=abc',
    arrange: accept('/api/auth/reset-link'),
    act: (page) => fill(page, { 'Nuova password': 'Tana-verde9', 'Conferma nuova password': 'Tana' }),
    shows: (page) => page.getByRole('button', { name: 'Imposta password' }),
  },
  {
    ...reset,
    state: 'a used link',
    path: '/reset-password#token=abc',
    shows: (page) => page.getByText('Il link non è valido o è scaduto.'),
  },
  {
    ...reset,
    state: 'set',
    path: '/reset-password#token=abc',
    arrange: all(accept('/api/auth/reset-link'), accept('/api/auth/reset-password')),
    act: async (page) => {
      await fill(page, { 'Nuova password': 'Tana-verde9', 'Conferma nuova password': 'Tana-verde9' })
      await press(page, 'Imposta password')
    },
    shows: (page) => page.getByText('Password cambiata.'),
  },
]
