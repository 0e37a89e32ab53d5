import { createRoute, z } from '@hono/zod-openapi'
import {
  cursor,
  json,
  jsonBody,
  namedId,
  nextCursor,
  notModified,
  problems,
  signedIn,
  signedInOrNot,
  withScope,
} from '../http.ts'
import { eventStatuses } from './event-changes.rules.ts'
import { eventCategories, eventFilters, eventVenues } from './events.rules.ts'

/** Whether the viewer has a seat, waits for one, or neither. */
export const participations = ['none', 'joined', 'waiting'] as const
export type Participation = (typeof participations)[number]

/** Events of one page of the list. */
export const eventPageSize = 24

/** Specification, point 3, events. It has the number of participants, and whether the viewer is one. */
export const eventSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    description: z.string(),
    /** The start. */
    dateTime: z.iso.datetime(),
    /** The end. */
    deadline: z.iso.datetime(),
    link: z.string(),
    category: z.enum(eventCategories),
    duration: z.string(),
    /** The zone of the place or of those who come, by its name in the IANA database. */
    timeZone: z.string(),
    /** From the first minute of the start's day to the last one of the end's, in its zone. */
    isAllDay: z.boolean(),
    venue: z.enum(eventVenues),
    /** Empty where the venue has none. */
    address: z.string(),
    /** Empty where none was given, and where there is no address. */
    mapLink: z.string(),
    /** How many may take part; null: as many as like. */
    capacity: z.number().int().nullable(),
    /** How many of a team may play; null: as many as like. */
    teamSize: z.number().int().nullable(),
    /** When joining ends; null: at the event's end. */
    joinDeadline: z.iso.datetime().nullable(),
    /** The event's number at CTFtime; empty where it has none. */
    ctftimeId: z.string(),
    status: z.enum(eventStatuses),
    /** Empty unless it is cancelled. */
    cancelReason: z.string(),
    /** Grows with each change of the event's fields, and of its owner; never with its participants. */
    version: z.number().int(),
    /** The owner. */
    organizerId: z.uuid(),
    organizerName: z.string(),
    participantsCount: z.number().int(),
    waitingCount: z.number().int(),
    /** Whether the viewer has a seat. */
    isParticipating: z.boolean(),
    participation: z.enum(participations),
    /** Whether the viewer organizes it, as its owner or beside them. */
    canManage: z.boolean(),
    /** Grows with every change of the participants: of two counts, the one with the greater revision is newer. */
    revision: z.number().int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('Event')

// `nullable()` would be described as both at once: an event that may be null, which nothing is.
const eventOrNone = z.union([eventSchema, z.null()])

export type Event = z.infer<typeof eventSchema>

/** An event as its page shows it. */
export const eventDetailsSchema = eventSchema
  .extend({
    /** The owner first. */
    organizers: z.array(
      z.object({
        uid: z.uuid(),
        displayName: z.string(),
        /** For members, and only where there is one. */
        photoURL: z.string().optional(),
      }),
    ),
    /** Whether the viewer is the owner. */
    isOwner: z.boolean(),
    /** The start before it was last changed; null where it never was. */
    previousDateTime: z.iso.datetime().nullable(),
    /** How many updates the history has. */
    updateNumber: z.number().int(),
    /** Whether somebody has joined at some time: then the event can't be deleted. */
    hadParticipants: z.boolean(),
    /** When the event's room closes: it can only be read from then on. */
    chatClosesAt: z.iso.datetime(),
    /** The server's time of the answer: a device's clock may be wrong. */
    now: z.iso.datetime(),
    /** The viewer's place in the waiting list, counted to 1,001 at most; null where they aren't in it. */
    queuePosition: z.number().int().nullable(),
  })
  .openapi('EventDetails')

export type EventDetails = z.infer<typeof eventDetailsSchema>

const eventPageSchema = z
  .object({
    events: z.array(eventSchema),
    nextCursor,
  })
  .openapi('EventPage')

export type EventPage = z.infer<typeof eventPageSchema>

/** An event as a calendar's page shows it. */
const lightEventSchema = eventSchema
  .pick({
    id: true,
    title: true,
    dateTime: true,
    deadline: true,
    timeZone: true,
    isAllDay: true,
    category: true,
    status: true,
  })
  .openapi('LightEvent')

export type LightEvent = z.infer<typeof lightEventSchema>

/** Days of a period at most: a month as its page shows it, with the days that other zones add. */
const longestPeriod = 62
/** The most events that a period answers, the earliest. */
export const maximumPeriodEvents = 500

/** Of a year from 1000 to 2999: the database has no year 0. */
const instant = z.iso.datetime().max(30).regex(/^[12]/).openapi({ format: 'date-time' })

const tags = ['events']
export const eventId = namedId

export const listEventsRoute = createRoute({
  operationId: 'listEvents',
  summary: 'Lists events by start; past events newest first',
  description:
    '`search` matches a part of title, description or link, ignoring case. The filter `mine` is empty without a session.',
  method: 'get',
  path: '/api/events',
  tags,
  security: withScope(signedInOrNot, 'events:read'),
  request: {
    query: z.object({
      filter: z.enum(eventFilters).default('all'),
      search: z.string().max(200).default(''),
      cursor,
    }),
  },
  responses: { 200: json('A page of events', eventPageSchema), ...notModified },
})

export const listPeriodRoute = createRoute({
  operationId: 'listPeriod',
  summary: 'Lists the events of a period',
  description:
    'Events that overlap the period, past ones included, with the same filter and search as `listEvents`.',
  method: 'get',
  path: '/api/events/period',
  tags,
  security: withScope(signedInOrNot, 'events:read'),
  request: {
    query: z
      .object({
        from: instant,
        to: instant,
        filter: z.enum(eventFilters).default('all'),
        search: z.string().max(200).default(''),
      })
      .refine(({ from, to }) => {
        const length = Date.parse(to) - Date.parse(from)
        return length > 0 && length <= longestPeriod * 86_400_000
      }),
  },
  responses: {
    200: json('The events of the period', z.object({ events: z.array(lightEventSchema) })),
    ...notModified,
  },
})

export const nextEventRoute = createRoute({
  operationId: 'nextEvent',
  summary: "Returns the member's next event, or else the next event of all",
  description:
    'Counts events that the member organizes or has joined. `event` is null if there are no upcoming events.',
  method: 'get',
  path: '/api/events/next',
  tags,
  security: withScope(signedIn, 'events:read'),
  responses: {
    200: json('The next event', z.object({ event: eventOrNone })),
    ...problems('common.unauthenticated'),
  },
})

export const similarEventRoute = createRoute({
  operationId: 'similarEvent',
  summary: 'Finds an event that may be the same as a new one',
  description:
    'Finds an event that has not ended and has the same link, or a similar title and a start within one day of `dateTime`.',
  method: 'get',
  path: '/api/events/similar',
  tags,
  security: withScope(signedIn, 'events:read'),
  request: {
    query: z.object({
      title: z.string().max(200).default(''),
      link: z.string().max(500).default(''),
      dateTime: instant.optional(),
    }),
  },
  responses: {
    200: json('The most similar event', z.object({ event: eventOrNone })),
    ...problems('common.unauthenticated'),
  },
})

export const getEventRoute = createRoute({
  operationId: 'getEvent',
  summary: 'Returns an event',
  description: 'Works without a session, then without the fields about the caller. Supports `If-None-Match`.',
  method: 'get',
  path: '/api/events/{eventId}',
  tags,
  security: withScope(signedInOrNot, 'events:read'),
  request: { params: z.object({ eventId }) },
  responses: {
    200: json('The event', eventDetailsSchema),
    ...notModified,
    ...problems('events.not_found'),
  },
})

const text = z.string().max(20_000)
const field = text.default('')

/** The fields of an event that a change of it may name. */
export const formFields = {
  title: text.optional(),
  description: text.optional(),
  dateTime: text.optional(),
  deadline: text.optional(),
  link: text.optional(),
  category: text.optional(),
  duration: text.optional(),
  timeZone: text.optional(),
  isAllDay: z.boolean().optional(),
  venue: z.enum(eventVenues).optional(),
  address: text.optional(),
  mapLink: text.optional(),
  capacity: z.number().max(1_000_000_000).nullable().optional(),
  teamSize: z.number().max(1_000_000_000).nullable().optional(),
  joinDeadline: text.optional(),
  ctftimeId: text.optional(),
}

export const createEventRoute = createRoute({
  operationId: 'createEvent',
  summary: 'Creates an event',
  description:
    'The member becomes its organizer, and the event is published to everybody. If a field is invalid, `errors` names it; of several the first one in the order of the form decides the code. Idempotent within one day by `Idempotency-Key`, any text that the client chooses.',
  method: 'post',
  path: '/api/events',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: {
    headers: z.object({ 'idempotency-key': z.string().min(1).max(255).optional() }),
    ...jsonBody(
      z.object({
        title: field,
        description: field,
        dateTime: field,
        deadline: field,
        link: field,
        category: field,
        duration: field,
        timeZone: field,
        isAllDay: z.boolean().default(false),
        venue: z.enum(eventVenues).default('none'),
        address: field,
        mapLink: field,
        capacity: z.number().max(1_000_000_000).nullable().default(null),
        teamSize: z.number().max(1_000_000_000).nullable().default(null),
        joinDeadline: field,
        ctftimeId: field,
      }),
      {
        title: 'Serata di reverse engineering',
        description: 'Dal binario al sorgente, insieme',
        dateTime: '2027-03-18T17:30:00.000Z',
        deadline: '2027-03-18T20:30:00.000Z',
        link: 'https://esempio.it/reverse',
        category: 'ctf',
        duration: '3 ore',
        timeZone: 'Europe/Rome',
      },
    ),
  },
  responses: {
    200: json(
      'The event that was already created with this `Idempotency-Key`, in its current state',
      eventSchema,
    ),
    201: json('The event', eventSchema),
    ...problems(
      'common.unauthenticated',
      'events.required_fields_missing',
      'events.start_in_past',
      'events.start_too_far',
      'events.end_before_start',
      'events.too_long',
      'events.link_invalid',
      'events.description_too_long',
      'events.field_too_long',
      'events.time_zone_unknown',
      'events.address_missing',
      'events.map_link_invalid',
      'events.capacity_invalid',
      'events.team_size_invalid',
      'events.join_deadline_invalid',
      'events.ctftime_link_invalid',
      'events.too_many',
      'account.email_unverified',
    ),
  },
})

const participation = {
  path: '/api/events/{eventId}/participation',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: { params: z.object({ eventId }) },
  responses: {
    200: json('The updated event', eventSchema),
    ...problems(
      'common.unauthenticated',
      'events.not_found',
      'events.organizer_cannot_participate',
      'events.ended',
      'events.joining_closed',
      'events.cancelled',
      'events.too_many_changes',
    ),
  },
} as const

export const joinEventRoute = createRoute({
  operationId: 'joinEvent',
  summary: 'Joins an event, or its waiting list if no seat is free',
  description: 'Returns the event in its current state. Organizers cannot join. Idempotent.',
  method: 'put',
  ...participation,
})

export const leaveEventRoute = createRoute({
  operationId: 'leaveEvent',
  summary: 'Leaves an event or its waiting list',
  description:
    'Returns the event in its current state. The seat goes to the first on the waiting list. Idempotent.',
  method: 'delete',
  ...participation,
})
