import type { Device } from '@covo/contract/auth/devices.routes'
import type {
  NotificationPage,
  NotificationSettings,
} from '@covo/contract/notifications/notifications.routes'
import { moderationNoticeKinds, securityNoticeKinds } from '@covo/contract/notifications/notifications.rules'
import type { Page } from '@playwright/test'
import {
  all,
  change,
  fail,
  hold,
  idOf,
  longName,
  longWord,
  refuse,
  type ScreenState,
} from '../screens/state.ts'

const settings = { screen: 'notifiche', viewer: 'anna', path: '/app/impostazioni/notifiche' } as const
const settingsPath = '/api/notifications/settings'
const mailPath = '/api/account/verification-mail'
const confirmed = change<{ emailVerified: boolean }>('/api/account', (account) => ({
  ...account,
  emailVerified: true,
}))
const unconfirmed = change<{ emailVerified: boolean }>('/api/account', (account) => ({
  ...account,
  emailVerified: false,
}))
const askMail = (page: Page) => page.getByRole('button', { name: 'Conferma indirizzo' }).click()

const list = { screen: 'elenco delle notifiche', viewer: 'anna', path: '/app/home' } as const
const listPath = '/api/notifications'
const openList = (page: Page) => page.getByRole('button', { name: 'Notifiche' }).click()
const kinds = [
  'seat',
  'organizer_added',
  'owner_handed_over',
  'edited',
  'cancelled',
  'restored',
  'message',
] as const

const at = (index: number) => new Date(Date.UTC(2026, 10, 20, 12) - index * 7_200_000).toISOString()

/** A line of each kind that is about no event. */
const linesWithoutEvent = change<NotificationPage>(listPath, () => ({
  notifications: [
    { kind: 'request_accepted' as const, author: { uid: idOf(1), displayName: longName(1) } },
    ...securityNoticeKinds.map((kind, index) => ({ kind, device: index % 2 ? '' : 'Firefox su Linux' })),
    ...moderationNoticeKinds.map((kind) => ({ kind })),
  ].map((line, index) => ({ ...line, id: String(30 - index), at: at(index), isRead: index % 3 !== 0 })),
  unread: 6,
  updates: 0,
  nextCursor: null,
}))

/** Twenty lines, every third of them new. */
const eventLines = change<NotificationPage>(listPath, () => ({
  notifications: Array.from({ length: 20 }, (_, index) => ({
    id: String(20 - index),
    kind: kinds[index % kinds.length] ?? 'seat',
    eventId: idOf(index),
    title: index % 4 === 3 ? longWord : 'Notte dei pacchetti',
    author: { uid: idOf(100 + index), displayName: longName(index) },
    fields: ['dateTime', 'address'],
    text: 'Il posto è allagato: ci vediamo settimana prossima.',
    at: at(index),
    isRead: index % 3 !== 0,
  })),
  unread: 7,
  updates: 0,
  nextCursor: 'x',
}))

const unsubscribe = {
  screen: 'disiscrizione',
  viewer: 'visitor',
  path: `/disiscrizione/changes-${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}-${'x'.repeat(22)}`,
} as const
/** As if the link were one of ours. */
const known = (page: Page) =>
  page.route('**/disiscrizione/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 200 }),
  )

export const notificationsStates: ScreenState[] = [
  {
    ...settings,
    state: 'full',
    arrange: confirmed,
    shows: (page) => page.getByRole('checkbox').last(),
  },
  {
    ...settings,
    state: 'of an instance with extensions',
    arrange: all(
      confirmed,
      change<NotificationSettings>(settingsPath, (known) => ({
        ...known,
        showText: true,
        digest: 'weekly',
      })),
    ),
    shows: (page) => page.getByRole('region', { name: 'Altre preferenze' }),
  },
  {
    ...settings,
    state: 'quiet hours of another zone',
    arrange: change<NotificationSettings>(settingsPath, (known) => ({
      ...known,
      quietHours: { isOn: true, from: '22:30', to: '07:00' },
      zone: 'America/Argentina/Buenos_Aires',
    })),
    shows: (page) => page.getByRole('button', { name: /^Usa / }),
  },
  {
    ...settings,
    state: 'quiet hours without an end',
    act: (page) => page.getByLabel('Alle', { exact: true }).fill('22:00'),
    shows: (page) => page.getByText('Scegli due orari diversi.'),
  },
  {
    ...settings,
    state: 'pushes on',
    ownPage: true,
    arrange: all(
      (page) =>
        page.addInitScript(() => {
          const registration = { pushManager: { getSubscription: async () => ({}) } }
          navigator.serviceWorker.getRegistration = async () => registration as ServiceWorkerRegistration
        }),
      change<{ sessions: Device[] }>('/api/account/sessions', ({ sessions }) => ({
        sessions: sessions.map((one) => ({ ...one, hasPush: true })),
      })),
    ),
    shows: (page) => page.getByText('Notifiche attive su questo dispositivo.'),
  },
  {
    ...settings,
    state: 'pushes blocked',
    ownPage: true,
    arrange: (page) =>
      page.addInitScript(() => {
        Notification.requestPermission = async () => 'denied'
      }),
    act: (page) => page.getByRole('button', { name: 'Attiva le notifiche' }).click(),
    shows: (page) => page.getByText('Il browser ha bloccato le notifiche per questo sito.'),
  },
  {
    ...settings,
    state: 'no pushes in this browser',
    ownPage: true,
    arrange: (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(window, 'PushManager')
      }),
    shows: (page) => page.getByText('Questo browser non riceve notifiche push.'),
  },
  {
    ...settings,
    state: 'address not confirmed',
    arrange: unconfirmed,
    shows: (page) => page.getByRole('button', { name: 'Conferma indirizzo' }),
  },
  {
    ...settings,
    state: 'mail failed',
    arrange: all(unconfirmed, refuse(mailPath, 500, 'common.internal')),
    act: askMail,
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...settings,
    state: 'loading',
    arrange: hold(settingsPath),
    shows: (page) => page.getByRole('heading', { level: 1 }),
  },
  {
    ...settings,
    state: 'failed',
    arrange: fail(settingsPath),
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...list,
    state: 'full',
    arrange: eventLines,
    act: openList,
    shows: (page) => page.getByRole('list', { name: 'Elenco delle notifiche' }),
  },
  {
    ...list,
    state: 'of no event',
    arrange: linesWithoutEvent,
    act: openList,
    shows: (page) => page.getByRole('list', { name: 'Elenco delle notifiche' }),
  },
  {
    ...list,
    state: 'empty',
    arrange: change<NotificationPage>(listPath, () => ({
      notifications: [],
      unread: 0,
      updates: 0,
      nextCursor: null,
    })),
    act: openList,
    shows: (page) => page.getByText('Nessuna notifica.'),
  },
  {
    ...list,
    state: 'loading',
    arrange: hold(listPath),
    act: openList,
    shows: (page) => page.getByRole('dialog'),
  },
  {
    ...list,
    state: 'failed',
    arrange: fail(listPath),
    act: openList,
    shows: (page) => page.getByText('Impossibile caricare le notifiche. Riprova.'),
  },
  {
    ...unsubscribe,
    state: 'as it opens',
    arrange: known,
    shows: (page) => page.getByRole('button', { name: 'Conferma' }),
  },
  {
    ...unsubscribe,
    state: 'ended',
    arrange: known,
    act: (page) => page.getByRole('button', { name: 'Conferma' }).click(),
    shows: (page) => page.getByRole('status'),
  },
  { ...unsubscribe, state: 'a wrong link', shows: (page) => page.getByRole('alert') },
]
