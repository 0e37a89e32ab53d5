import type { Page } from '@playwright/test'
import { accept, longWord, refuse, type ScreenState } from '../screens/state.ts'

const confirmation = {
  screen: 'conferma-email',
  viewer: 'visitor',
  path: '/conferma-email#token=abc',
} as const
const reverting = {
  screen: 'annulla-cambio-email',
  viewer: 'visitor',
  path: '/annulla-cambio-email#token=abc',
} as const
const revert = "Ripristina l'indirizzo"
const route = '/api/account/email/confirm'
const confirm = (page: Page) => page.getByRole('button', { name: "Conferma l'indirizzo" }).click()

export const accountStates: ScreenState[] = [
  {
    ...confirmation,
    state: 'as it opens',
    shows: (page) => page.getByRole('button', { name: "Conferma l'indirizzo" }),
  },
  {
    ...confirmation,
    state: 'confirmed, a long address',
    arrange: (page) =>
      page.route(`**${route}`, (request) => request.fulfill({ json: { email: `${longWord}@esempio.it` } })),
    act: confirm,
    shows: (page) => page.getByRole('link', { name: 'Continua' }),
  },
  { ...reverting, state: 'as it opens', shows: (page) => page.getByRole('button', { name: revert }) },
  {
    ...reverting,
    state: 'reverted',
    arrange: accept('/api/account/email/revert'),
    act: (page) => page.getByRole('button', { name: revert }).click(),
    shows: (page) => page.getByRole('link', { name: 'Continua' }),
  },
  { ...confirmation, state: 'a used link', act: confirm, shows: (page) => page.getByRole('alert') },
  {
    ...confirmation,
    state: 'failed',
    arrange: refuse(route, 500, 'common.internal'),
    act: confirm,
    shows: (page) => page.getByText('Operazione fallita.'),
  },
]
