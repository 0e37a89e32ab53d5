import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldNotificationPages, foldNotificationSettings, foldOwnEvents } from './notifications.fold.ts'
import type {
  Notification,
  NotificationPage,
  NotificationSettings,
  OwnEvents,
} from './notifications.routes.ts'

const [eventId, uid, other] = ['00', '01', '02'].map((end) => `0b0e6a52-6d1c-4b0e-9f64-3a2f5c9d7e${end}`) as [
  string,
  string,
  string,
]
const author = { uid, displayName: 'Carla' }
const line: Notification = {
  id: '2',
  kind: 'organizer_added',
  eventId,
  title: 'Torneo',
  author,
  fields: [],
  text: '',
  at: '',
  isRead: false,
}
const seat: Notification = { ...line, id: '1', kind: 'seat', author: null }
const pages: NotificationPage[] = [{ notifications: [line, seat], unread: 2, updates: 0, nextCursor: null }]
const isFuller = {
  type: 'events.participants_changed',
  eventId,
  participantsCount: 4,
  waitingCount: 0,
  revision: 4,
} as const
const renamed = (who: string, displayName: string): SliceNews => ({
  type: 'profiles.member_changed',
  uid: who,
  displayName,
  photoURL: '',
})

it.each<[SliceNews, NotificationPage[] | 'refetch']>([
  [{ type: 'notifications.changed', unread: 3 }, 'refetch'],
  [{ type: 'events.removed', eventId }, 'refetch'],
  [{ type: 'events.removed', eventId: other }, pages],
  [renamed(other, 'Carla Due'), pages],
  [renamed(uid, 'Carla'), pages],
  [{ type: 'account.changed' }, pages],
  [isFuller, pages],
])('%o makes of the list: %o', (news, expected) => {
  expect(foldNotificationPages(pages, news)).toBe(expected)
})

it('counts who joined again when another does', () => {
  const joined: Notification = { ...line, kind: 'joined', others: 0 }
  const listed = [{ notifications: [joined], unread: 0, updates: 0, nextCursor: null }]
  expect(foldNotificationPages(listed, isFuller)).toBe('refetch')
  expect(foldNotificationPages(listed, { ...isFuller, eventId: other })).toBe(listed)
})

it('shows the new name of an author', () => {
  expect(foldNotificationPages(pages, renamed(uid, 'Carla Due'))).toEqual([
    {
      notifications: [{ ...line, author: { uid, displayName: 'Carla Due' } }, seat],
      unread: 2,
      updates: 0,
      nextCursor: null,
    },
  ])
})

const settings: NotificationSettings = {
  reminders: true,
  eventMails: { changes: true, messages: false, reminders: false },
  quietHours: { isOn: false, from: '22:00', to: '08:00' },
  zone: 'Europe/Rome',
}

it.each<[SliceNews, NotificationSettings | 'refetch']>([
  [{ type: 'account.changed' }, 'refetch'],
  [{ type: 'notifications.changed', unread: 0 }, settings],
])('%o makes of the settings: %o', (news, expected) => {
  expect(foldNotificationSettings(settings, news)).toBe(expected)
})

const ownEvent = { dateTime: '', timeZone: 'UTC', isAllDay: false, updateNumber: 3, remind: true }
const own: OwnEvents = {
  events: [
    { ...ownEvent, id: eventId, title: 'Torneo' },
    { ...ownEvent, id: other, title: 'Notte' },
  ],
}
const joined: SliceNews = {
  type: 'events.own_participation_changed',
  eventId,
  isParticipating: true,
  participation: 'joined',
  revision: 1,
}
const created = (organizerId: string) => ({ type: 'events.created', event: { organizerId } }) as SliceNews

it.each<[SliceNews, OwnEvents | 'refetch']>([
  [{ type: 'account.changed' }, 'refetch'],
  [joined, 'refetch'],
  [created(uid), 'refetch'],
  [created(other), own],
  [{ type: 'events.removed', eventId: uid }, own],
  [{ type: 'events.removed', eventId: other }, { events: own.events.slice(0, 1) }],
  [{ type: 'events.message_sent', eventId: other, updateNumber: 3 }, own],
  [{ type: 'events.message_sent', eventId: uid, updateNumber: 4 }, own],
  [
    { type: 'events.message_sent', eventId: other, updateNumber: 4 },
    { events: [...own.events.slice(0, 1), { ...ownEvent, id: other, title: 'Notte', updateNumber: 4 }] },
  ],
])('%o makes of the own events: %o', (news, expected) => {
  expect(foldOwnEvents(own, news, uid)).toEqual(expected)
})
