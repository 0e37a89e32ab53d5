import { createRoute, z } from '@hono/zod-openapi'
import { type EventUpdateKind, weightyFields } from '../events/event-changes.rules.ts'
import { cursor, json, jsonBody, namedId, nextCursor, problems, signedIn, withScope } from '../http.ts'
import { isTimeZone } from '../time-zones.ts'
import { digestPaces } from './digest.rules.ts'
import {
  type eventMailKinds,
  maximumUnsubscribeToken,
  moderationNoticeKinds,
  type NotificationKind,
  personalEventKinds,
  securityNoticeKinds,
  teamNoticeKinds,
} from './notifications.rules.ts'
import type { QuietHours } from './quiet-hours.rules.ts'

const eventMailsSchema = z.object({
  /** When an event changes, is cancelled or has a free seat. */
  changes: z.boolean(),
  /** Messages of organizers to the participants. */
  messages: z.boolean(),
  reminders: z.boolean(),
} satisfies Record<(typeof eventMailKinds)[number], z.ZodBoolean>)

/** A kind that is off sends no push, mail or toast; lists and marks stay. */
const switchesSchema = z.object({
  events: z.boolean(),
  /** Private messages, and mentions and replies in a room. */
  chat: z.boolean(),
  /** Requests that arrive or are accepted. */
  friendship: z.boolean(),
} satisfies Record<NotificationKind, z.ZodBoolean>)

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** The hours without pushes, by the clock of `zone`; unread messages and notifications are pushed when they end. */
const quietHoursSchema = z.object({
  isOn: z.boolean(),
  from: time,
  to: time,
} satisfies Record<keyof QuietHours, z.ZodType>)

const notificationSettingsSchema = z
  .object({
    /** Whether the member is reminded of events at all, a day and an hour before. */
    reminders: z.boolean(),
    /** The mails about events that the member wants. */
    eventMails: eventMailsSchema,
    quietHours: quietHoursSchema,
    /** An IANA time zone. */
    zone: z.string(),
    /** Absent, like the next ones, where the instance has no extensions: all count as on then. */
    switches: switchesSchema.optional(),
    /** Of the kinds that are on, those sent by push. */
    push: switchesSchema.optional(),
    /** And those that the digest has. */
    digestOf: switchesSchema.optional(),
    /** Whether pushes show the text of messages. */
    showText: z.boolean().optional(),
    /** How often a member is mailed their unseen messages and notifications; absent as these. */
    digest: z.enum(digestPaces).optional(),
  })
  .openapi('NotificationSettings')

/** The kinds and ways of a member's notifications. */
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

const settingsChanges = z.object({
  reminders: z.boolean().optional(),
  eventMails: eventMailsSchema.partial().optional(),
  quietHours: quietHoursSchema.optional(),
  zone: z.string().max(64).refine(isTimeZone).optional(),
  switches: switchesSchema.partial().optional(),
  push: switchesSchema.partial().optional(),
  digestOf: switchesSchema.partial().optional(),
  showText: z.boolean().optional(),
  digest: z.enum(digestPaces).optional(),
})
export type NotificationSettingsChanges = z.infer<typeof settingsChanges>

const tags = ['notifications']

export const readNotificationSettingsRoute = createRoute({
  operationId: 'readNotificationSettings',
  summary: "Returns the member's notification settings",
  description: 'What the member is notified of in the list, by push and by mail, and their quiet hours.',
  method: 'get',
  path: '/api/notifications/settings',
  tags,
  security: signedIn,
  responses: { 200: json('The settings', notificationSettingsSchema), ...problems('common.unauthenticated') },
})

export const saveNotificationSettingsRoute = createRoute({
  operationId: 'saveNotificationSettings',
  summary: "Changes the member's notification settings",
  description: 'Omitted settings do not change. Returns all settings.',
  method: 'put',
  path: '/api/notifications/settings',
  tags,
  security: signedIn,
  request: jsonBody(settingsChanges, {
    quietHours: { isOn: true, from: '22:00', to: '08:00' },
    zone: 'Europe/Rome',
  }),
  responses: {
    200: json('The settings', notificationSettingsSchema),
    ...problems('common.unauthenticated', 'notifications.quiet_hours_invalid'),
  },
})

const ownEventSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    /** The start. */
    dateTime: z.iso.datetime(),
    timeZone: z.string(),
    isAllDay: z.boolean(),
    /** The number of its newest update. */
    updateNumber: z.number().int(),
    /** Whether the member wants to be reminded of it. */
    remind: z.boolean(),
  })
  .openapi('OwnEvent')

const ownEventsSchema = z.object({ events: z.array(ownEventSchema) })

export type OwnEvents = z.infer<typeof ownEventsSchema>

export const listOwnEventsRoute = createRoute({
  operationId: 'listOwnEvents',
  summary: "Lists the member's next 200 events that have not ended",
  description:
    "Events that the member has joined, waits for or organizes, each with the member's participation and the number of its updates.",
  method: 'get',
  path: '/api/events/own',
  tags,
  security: withScope(signedIn, 'events:read'),
  responses: { 200: json('The events', ownEventsSchema), ...problems('common.unauthenticated') },
})

/** Lines of one page of the list. */
export const notificationPageSize = 20

/** The updates that go to all who take part in an event, wait for a seat or organize it. */
const updateKinds = ['edited', 'cancelled', 'restored', 'message'] as const satisfies EventUpdateKind[]

const lineFields = { id: z.string(), at: z.iso.datetime(), isRead: z.boolean() }
const personSchema = z.object({ uid: z.uuid(), displayName: z.string() })

const eventNotificationSchema = z
  .object({
    ...lineFields,
    kind: z.enum([...personalEventKinds, ...updateKinds]),
    eventId: z.uuid(),
    /** The message of the event's room that it is about; left out where it is about none. */
    sequence: z.number().int().optional(),
    /** Of `joined`: how many more than its author joined within the hour after; at most 999. */
    others: z.number().int().optional(),
    /** The event's present title. */
    title: z.string(),
    /** The member who did it; null where nobody did. */
    author: personSchema.nullable(),
    /** The changed fields of which members are notified; empty for the other kinds. */
    fields: z.array(z.enum(weightyFields)),
    /** The reason of a cancellation or the message; empty for the other kinds. */
    text: z.string(),
  })
  .openapi('EventNotification')

export type EventNotification = z.infer<typeof eventNotificationSchema>

const friendNotificationSchema = z
  .object({
    ...lineFields,
    kind: z.literal('request_accepted'),
    /** The member who accepted the request. */
    author: personSchema,
  })
  .openapi('FriendNotification')

const securityNotificationSchema = z
  .object({
    ...lineFields,
    kind: z.enum(securityNoticeKinds),
    /** Browser and system, by name; empty where they are not known. */
    device: z.string(),
  })
  .openapi('SecurityNotification')

const moderationNotificationSchema = z
  .object({ ...lineFields, kind: z.enum(moderationNoticeKinds) })
  .openapi('ModerationNotification')

const teamNotificationSchema = z
  .object({
    ...lineFields,
    kind: z.enum(teamNoticeKinds),
    teamId: z.uuid(),
    /** The team's present name. */
    team: z.string(),
    /** The event that it has entered; left out of other lines. */
    event: z.object({ id: z.uuid(), title: z.string() }).optional(),
    /** The message of the team's room that it is about; left out where it is about none. */
    sequence: z.number().int().optional(),
    /** The member who did it; null where the line names nobody. */
    author: personSchema.nullable(),
  })
  .openapi('TeamNotification')

export type TeamNotification = z.infer<typeof teamNotificationSchema>

const notificationSchema = z
  .discriminatedUnion('kind', [
    eventNotificationSchema,
    teamNotificationSchema,
    friendNotificationSchema,
    securityNotificationSchema,
    moderationNotificationSchema,
  ])
  .openapi('Notification')

export type Notification = z.infer<typeof notificationSchema>

const notificationPageSchema = z
  .object({
    notifications: z.array(notificationSchema),
    /** How many of all are not read. */
    unread: z.number().int(),
    /** How many updates the member's own events have: where those of `listOwnEventsRoute` have more, this page is old. */
    updates: z.number().int(),
    nextCursor,
  })
  .openapi('NotificationPage')

export type NotificationPage = z.infer<typeof notificationPageSchema>

export const listNotificationsRoute = createRoute({
  operationId: 'listNotifications',
  summary: 'Lists the notifications of the last 90 days, newest first',
  description:
    'Notifications about the same subject are merged into one. `nextCursor` is the cursor of the next page.',
  method: 'get',
  path: '/api/notifications',
  tags,
  security: signedIn,
  request: { query: z.object({ cursor }) },
  responses: {
    200: json('A page of notifications', notificationPageSchema),
    ...problems('common.unauthenticated'),
  },
})

const readSchema = z.object({
  // PostgreSQL's calendar has no year 0.
  upTo: z.iso
    .datetime()
    .max(40)
    .refine((instant) => instant >= '0001')
    .optional(),
  eventId: namedId.optional(),
  teamId: namedId.optional(),
})

/** The notifications that a member has read. */
export type ReadNotifications = z.infer<typeof readSchema>

export const readNotificationsRoute = createRoute({
  operationId: 'readNotifications',
  summary: 'Marks notifications as read: all up to a time, or those of an event or a team',
  description: 'Other devices of the member show them as read and close their push notifications.',
  method: 'post',
  path: '/api/notifications/read',
  tags,
  security: signedIn,
  request: jsonBody(readSchema, { upTo: '2027-03-18T18:30:00.000Z' }),
  responses: { 204: { description: 'Marked as read' }, ...problems('common.unauthenticated') },
})

/** The path of a screen too, which asks before it ends the mails. */
export const unsubscribePath = '/disiscrizione/{token}'

export const unsubscribeRoute = createRoute({
  operationId: 'unsubscribe',
  summary: 'Unsubscribes from a kind of mail, using the token from such a mail',
  description:
    'One-click unsubscription for mail programs (RFC 8058), which send a form without cookies and `Origin`. Idempotent.',
  method: 'post',
  path: unsubscribePath,
  tags,
  request: {
    params: z.object({ token: z.string().max(maximumUnsubscribeToken) }),
    body: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
        },
      },
    },
  },
  responses: { 200: { description: 'Ended' }, ...problems('notifications.link_invalid') },
})
