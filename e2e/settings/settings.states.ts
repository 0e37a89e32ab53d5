import type { Account } from '@covo/contract/account/account.routes'
import type { Device } from '@covo/contract/auth/devices.routes'
import type { NotificationSettings } from '@covo/contract/notifications/notifications.routes'
import type { Rooms } from '@covo/contract/rooms/rooms.routes'
import { type Scope, scopes } from '@covo/contract/scopes'
import type { Bot } from '@covo/contract/tokens/bots.routes'
import type { Token } from '@covo/contract/tokens/tokens.routes'
import type { Page } from '@playwright/test'
import {
  all,
  askingConfirmation,
  botIdOf,
  change,
  fail,
  hold,
  holdWriting,
  idOf,
  longName,
  longWord,
  refuse,
  type ScreenState,
  withExtensions,
} from '../screens/state.ts'

const settings = { screen: 'impostazioni', viewer: 'anna', path: '/app/impostazioni' } as const
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sendReset = (page: Page) => press(page, 'Invia Email Reset Password')
const privacy = { screen: 'privacy', viewer: 'anna', path: '/app/impostazioni/privacy' } as const
const privacyPath = '/api/settings/privacy'
const security = { screen: 'sicurezza', viewer: 'anna', path: '/app/impostazioni/sicurezza' } as const
const factor = '/api/account/second-factor'
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCDEF-GHJKMN-PQRSTU-VWXYZ${(index % 8) + 2}`)
const beginFactor = (page: Page) =>
  page.route(`**${factor}`, (route) =>
    route.fulfill({
      json:
        route.request().method() === 'PUT'
          ? { recoveryCodes }
          : { secret, uri: `otpauth://totp/Covo:anna%40esempio.it?secret=${secret}&issuer=Covo` },
    }),
  )
const turnOn = (page: Page) => press(page, 'Attiva')
const passkeys = ['', 'Telefono di lavoro, quello con la custodia verde scuro e lo schermo rotto', ''].map(
  (name, index) => ({ id: String(index), name, createdAt: '2026-01-02T10:00:00Z' }),
)
const account = (changes: object) => change<object>('/api/account', (known) => ({ ...known, ...changes }))
const passwordReset = '/api/settings/password-reset'
const api = { screen: 'api', viewer: 'anna', path: '/app/impostazioni/api' } as const
const tokensPath = '/api/tokens'
const token = (index: number, changes: Partial<Token> = {}): Token => ({
  id: idOf(index),
  name: 'Bot delle sfide',
  scopes: ['chat:read', 'chat:write'],
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2027-02-18T10:00:00Z',
  lastUsedOn: null,
  ...changes,
})
const withTokens = change<{ tokens: Token[] }>(tokensPath, () => ({
  tokens: [
    token(1),
    token(2, {
      name: longName(1),
      scopes: [...scopes] as Scope[],
      expiresAt: null,
      lastUsedOn: '2026-11-19',
    }),
    token(3, { name: longWord.slice(0, 50), expiresAt: '2026-11-21T10:00:00Z' }),
  ],
}))
const fillToken = async (page: Page) => {
  await press(page, 'Crea token')
  await page.getByLabel('Nome *').fill('Bot')
  await page.getByLabel('Leggere le chat').check()
  await press(page, 'Crea')
}

const botsPath = '/api/bots'
const bot = (index: number, changes: Partial<Bot> = {}): Bot => ({
  uid: botIdOf(index),
  displayName: 'Annunciatore delle sfide',
  createdAt: '2026-11-20T10:00:00Z',
  suspension: null,
  token: {
    scopes: ['chat:read', 'chat:write'],
    createdAt: '2026-11-20T10:00:00Z',
    expiresAt: null,
    lastUsedOn: '2026-11-24',
  },
  webhooks: [],
  rooms: [],
  ...changes,
})
const withBots = change<{ bots: Bot[] }>(botsPath, () => ({
  bots: [
    bot(1, {
      webhooks: [1, 2].map((index) => ({
        id: idOf(index),
        name: index === 1 ? 'Sfide su GitHub' : longName(2),
        room: null,
        createdAt: '2026-11-21T10:00:00Z',
        lastUsedOn: index === 1 ? '2026-11-24' : null,
      })),
    }),
    bot(2, { displayName: longName(1), suspension: { until: '2026-12-03T10:00:00Z' }, token: null }),
    bot(3, { displayName: longWord.slice(0, 50) }),
  ],
}))

const roomNames = ['Presentazioni', 'Web', longName(3), longWord.slice(0, 40)]
const withRoomsOfBots = all(
  change<Rooms>('/api/rooms', () => ({
    rooms: roomNames.map((name, index) => ({
      conversationId: `stanza-${index}`,
      slug: `${index}`,
      name,
      purpose: 'Prove',
      group: '',
      members: 2,
      archivedAt: null,
      version: 1,
    })),
  })),
  change<{ bots: Bot[] }>(botsPath, () => ({
    bots: [
      bot(1, {
        rooms: roomNames.map((_, index) => ({ slug: `${index}`, isMember: index > 0 })),
        webhooks: [1, 2].map((index) => ({
          id: idOf(index),
          name: 'Sfide su GitHub',
          room: `${index}`,
          createdAt: '2026-11-21T10:00:00Z',
          lastUsedOn: null,
        })),
      }),
    ],
  })),
)

const deletion = '/api/account/deletion'

const withDeletion = all(withExtensions, (page) =>
  page.route(`**${deletion}`, (route) => route.fulfill({ json: { days: 14, upcomingEvents: 12 } })),
)

export const settingsStates: ScreenState[] = [
  {
    ...settings,
    state: 'full',
    shows: (page) => page.getByRole('button', { name: 'Elimina Il Mio Account' }),
  },
  {
    ...settings,
    state: 'an address to change',
    ownPage: true,
    arrange: withExtensions,
    shows: (page) => page.getByText('Indirizzo attuale:'),
  },
  {
    ...settings,
    state: 'another address awaited, a long one',
    ownPage: true,
    arrange: all(
      withExtensions,
      change<Account>('/api/account', (account) => ({ ...account, pendingEmail: `${longWord}@esempio.it` })),
    ),
    shows: (page) => page.getByText('In attesa di conferma:'),
  },
  {
    ...settings,
    state: 'another address refused',
    ownPage: true,
    arrange: all(withExtensions, refuse('/api/account/email', 422, 'account.email_unchanged')),
    act: async (page) => {
      await page.getByLabel('Nuova email').fill('anna@esempio.it')
      await press(page, 'Invia conferma')
    },
    shows: (page) => page.getByText('È già il tuo indirizzo.'),
  },
  {
    ...settings,
    state: 'an address to confirm',
    ownPage: true,
    arrange: all(
      askingConfirmation,
      change<Account>('/api/account', (account) => ({ ...account, awaitsConfirmation: true })),
    ),
    shows: (page) => page.getByRole('region', { name: 'Indirizzo da confermare' }),
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
    state: 'switches that are stored, one off',
    ownPage: true,
    arrange: all(
      withExtensions,
      change<NotificationSettings>('/api/notifications/settings', (known) => ({
        ...known,
        switches: { events: true, chat: false, friendship: true },
      })),
    ),
    shows: (page) => page.getByRole('switch', { checked: false }),
  },
  {
    ...settings,
    state: 'switches failed',
    ownPage: true,
    arrange: all(withExtensions, fail('/api/notifications/settings')),
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...settings,
    state: 'deletion asked',
    act: (page) => press(page, 'Elimina Il Mio Account'),
    shows: (page) => page.getByRole('alertdialog'),
  },
  {
    ...settings,
    state: 'deletion placeholder',
    act: async (page) => {
      await press(page, 'Elimina Il Mio Account')
      await press(page, 'Elimina')
    },
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...security,
    state: 'full',
    arrange: all(
      account({ secondFactor: true, recoveryCodesLeft: 7, passkeys }),
      change<{ sessions: Device[] }>('/api/account/sessions', ({ sessions: [own] }) => ({
        sessions: own
          ? [
              own,
              {
                ...own,
                id: '1',
                isCurrent: false,
                device: 'Samsung Internet for Android su Android',
                lastUsedOn: '2026-01-02',
              },
              { ...own, id: '2', isCurrent: false, device: '', method: 'provider', hasPush: true },
            ]
          : [],
      })),
    ),
    shows: (page) => page.getByRole('button', { name: 'Disconnetti gli altri dispositivi' }),
  },
  {
    ...security,
    state: 'without a password',
    arrange: account({ hasPassword: false }),
    shows: (page) => page.getByText('Non hai una password'),
  },
  {
    ...security,
    state: 'devices failed',
    arrange: fail('/api/account/sessions'),
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...security,
    state: 'wrong password',
    arrange: refuse('/api/account/password', 422, 'account.current_password_wrong'),
    act: async (page) => {
      await page.getByLabel('Password attuale', { exact: true }).fill('sbagliata')
      await page.getByLabel('Nuova password', { exact: true }).fill('Tana-verde9')
      await page.getByLabel('Conferma nuova password', { exact: true }).fill('Tana-verde9')
      await press(page, 'Cambia password')
    },
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...security,
    state: 'last way to sign in',
    arrange: all(
      account({ passkeys: passkeys.slice(0, 1) }),
      refuse('/api/account/passkeys/0', 409, 'account.last_sign_in'),
    ),
    act: (page) => press(page, 'Rimuovi'),
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...security,
    state: 'passkey renamed',
    arrange: account({ passkeys }),
    act: (page) => page.getByRole('button', { name: 'Rinomina' }).first().click(),
    shows: (page) => page.getByRole('dialog'),
  },
  {
    ...security,
    state: 'confirmation asked with a passkey',
    arrange: all(
      account({ secondFactor: true, passkeys }),
      refuse(factor, 403, 'account.confirmation_needed'),
    ),
    act: (page) => press(page, 'Disattiva'),
    shows: (page) => page.getByRole('button', { name: 'Usa una passkey' }),
  },
  {
    ...security,
    state: 'confirmation asked',
    arrange: all(
      account({ secondFactor: true }),
      refuse(factor, 403, 'account.confirmation_needed'),
      refuse('/api/account/confirmation', 403, 'account.confirmation_failed'),
    ),
    act: async (page) => {
      await press(page, 'Disattiva')
      await press(page, 'Conferma')
    },
    shows: (page) => page.getByRole('dialog').getByRole('alert'),
  },
  {
    ...security,
    state: 'confirmation asked at the provider',
    arrange: all(
      account({ hasPassword: false, provider: 'Esempio', secondFactor: true }),
      refuse(factor, 403, 'account.confirmation_needed'),
    ),
    act: (page) => press(page, 'Disattiva'),
    shows: (page) => page.getByRole('button', { name: 'Conferma con Esempio' }),
  },
  {
    ...security,
    state: 'second factor to be turned on',
    arrange: beginFactor,
    act: turnOn,
    shows: (page) => page.getByRole('img', { name: 'Codice QR' }),
  },
  {
    ...security,
    state: 'recovery codes',
    arrange: beginFactor,
    act: async (page) => {
      await turnOn(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Attiva', exact: true }).click()
    },
    shows: (page) => page.getByRole('button', { name: 'Fine' }),
  },
  {
    ...settings,
    state: 'deletion explained',
    ownPage: true,
    arrange: withDeletion,
    act: (page) => press(page, 'Elimina Il Mio Account'),
    shows: (page) => page.getByText('Organizzi 12 eventi in programma'),
  },
  {
    ...settings,
    state: 'deletion failed',
    ownPage: true,
    arrange: all(withDeletion, refuse(deletion, 500, 'common.internal')),
    act: async (page) => {
      await press(page, 'Elimina Il Mio Account')
      await press(page, 'Elimina')
    },
    shows: (page) => page.getByText('Operazione fallita.'),
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
    shows: (page) => page.getByRole('heading', { level: 2 }).first(),
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
  {
    ...privacy,
    state: 'people blocked',
    arrange: (page) =>
      page.route('**/api/blocks', (route) =>
        route.fulfill({
          json: {
            people: [longName(0), longWord, 'Bruno Conti'].map((displayName, index) => ({
              uid: `00000000-0000-4000-8000-00000000000${index}`,
              displayName,
              photoURL: '',
            })),
            nextCursor: 'altri',
          },
        }),
      ),
    shows: (page) => page.getByRole('button', { name: 'Mostra altri' }),
  },
  {
    ...privacy,
    state: 'an archive is ready, and another too soon',
    arrange: async (page) => {
      await page.route('**/api/account/export', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 429, json: { code: 'account.export_too_soon', requestId: '1' } })
          : route.fulfill({
              json: {
                state: 'ready',
                requestedAt: '2026-11-24T21:00:00.000Z',
                expiresAt: '2026-12-01T21:00:00.000Z',
                bytes: 3_400_000,
              },
            }),
      )
    },
    act: (page) => press(page, "Prepara l'archivio"),
    shows: (page) => page.getByText('Puoi chiedere un archivio al giorno. Riprova più tardi.'),
  },
  ...(['waiting', 'failed'] as const).map((state) => ({
    ...privacy,
    state: `an archive is ${state}`,
    arrange: (page: Page) =>
      page.route('**/api/account/export', (route) =>
        route.fulfill({
          json: { state, requestedAt: '2026-11-24T21:00:00.000Z', expiresAt: null, bytes: null },
        }),
      ),
    shows: (page: Page) => page.getByText(/archivio\. (Ti scriviamo|Riprova)/),
  })),
  { ...api, state: 'empty', shows: (page) => page.getByText('Non hai nessun token.') },
  {
    ...api,
    state: 'full',
    arrange: withTokens,
    shows: (page) => page.getByRole('listitem').filter({ hasText: 'Bot delle sfide' }),
  },
  {
    ...api,
    state: 'failed',
    arrange: fail(tokensPath),
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...api,
    state: 'a token to make',
    act: (page) => press(page, 'Crea token'),
    shows: (page) => page.getByLabel('Scadenza'),
  },
  {
    ...api,
    state: 'a token without a name',
    act: async (page) => {
      await press(page, 'Crea token')
      await press(page, 'Crea')
    },
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...api,
    state: 'too many tokens',
    arrange: refuse(tokensPath, 409, 'tokens.too_many'),
    act: fillToken,
    shows: (page) => page.getByRole('dialog').getByRole('alert'),
  },
  {
    ...api,
    state: 'a token that was made',
    arrange: (page) =>
      page.route(`**${tokensPath}`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 201,
              json: { token: token(1), secret: 'covo_0000000000000000000000000000002C8GjS' },
            })
          : route.continue(),
      ),
    act: fillToken,
    shows: (page) => page.getByRole('button', { name: 'Copia token' }),
  },
  {
    ...api,
    state: 'a token to revoke',
    arrange: withTokens,
    act: (page) => page.getByRole('button', { name: 'Revoca' }).first().click(),
    shows: (page) => page.getByRole('alertdialog'),
  },
  {
    ...api,
    state: 'bots',
    arrange: withBots,
    shows: (page) => page.getByRole('listitem').filter({ hasText: 'Annunciatore delle sfide' }),
  },
  {
    ...api,
    state: 'the rooms of a bot',
    arrange: withRoomsOfBots,
    act: (page) => press(page, 'Stanze del bot'),
    shows: (page) => page.getByRole('list', { name: 'Stanze del bot' }),
  },
  {
    ...api,
    state: 'no names of the rooms of a bot',
    arrange: all(withRoomsOfBots, fail('/api/rooms')),
    act: (page) => press(page, 'Stanze del bot'),
    shows: (page) => page.getByRole('dialog').getByRole('alert'),
  },
  {
    ...api,
    state: 'a webhook for a room',
    arrange: withRoomsOfBots,
    act: (page) => press(page, 'Crea webhook'),
    shows: (page) => page.getByLabel('Dove'),
  },
  {
    ...api,
    state: 'no bots to show',
    arrange: fail(botsPath),
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...api,
    state: 'a bot without a name',
    act: async (page) => {
      await press(page, 'Crea bot')
      await press(page, 'Crea')
    },
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...api,
    state: 'another token for a bot',
    arrange: withBots,
    act: (page) => page.getByRole('button', { name: 'Nuovo token' }).nth(1).click(),
    shows: (page) => page.getByLabel('Scadenza'),
  },
  {
    ...api,
    state: 'a webhook that was made',
    arrange: all(withBots, (page) =>
      page.route(`**${botsPath}/*/webhooks`, (route) =>
        route.fulfill({
          status: 201,
          json: { bot: bot(1), secret: 'covo_0000000000000000000000000000002C8GjS' },
        }),
      ),
    ),
    act: async (page) => {
      await page.getByRole('button', { name: 'Crea webhook' }).first().click()
      await page.getByLabel('Nome *').fill('GitHub')
      await press(page, 'Crea')
    },
    shows: (page) => page.getByRole('button', { name: 'Copia indirizzo' }),
  },
  {
    ...api,
    state: 'a bot to delete',
    arrange: withBots,
    act: (page) => page.getByRole('button', { name: 'Elimina' }).first().click(),
    shows: (page) => page.getByRole('alertdialog'),
  },
]
