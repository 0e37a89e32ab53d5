import { type EventForm, parseEvent } from '@covo/contract/events/event-form.rules'
import {
  type Event,
  type EventDetails,
  type EventPage,
  eventPageSize,
  type LightEvent,
} from '@covo/contract/events/events.routes'
import { type EventFilter, nobody } from '@covo/contract/events/events.rules'
import { textKey } from '@covo/contract/text'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import { findOrganizerIds, findOrganizing } from './event-organizers.store.ts'
import { eventCreated, participationChanged, seatsGiven } from './events.news.ts'
import { isOwner } from './events.policy.ts'
import {
  countSharedEvents,
  creationKeyOf,
  type EventRow,
  findCreated,
  findEvent,
  findEvents,
  findNextEvent,
  findPeriodEvents,
  findSharedEvents,
  findSimilarEvent,
  forgetOldCreation,
  insertEvent,
  type Likeness,
} from './events.store.ts'
import { findQueuePosition } from './seats.store.ts'
import { joinEvent, leaveEvent } from './seats.ts'

export type EventsService = ReturnType<typeof createEventsService>

/** Notifies members of what concerns them alone, with the transaction that does it; the notifications slice's. */
export type NotifyOfEvent = (
  trx: DatabaseTransaction,
  publish: Publish,
  notification: {
    kind: 'seat' | 'joined' | 'full' | 'organizer_added' | 'owner_handed_over'
    eventId: string
    uids: string[]
    /** The author; null where a seat became free, or none is. */
    authorId: string | null
  },
) => Promise<void>

/** Locks the room of an event: a member's message there comes before their leaving, or is refused. It is the chat slice's. */
export type LockRoom = (trx: DatabaseTransaction, eventId: string) => Promise<void>

type EventsDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  /** Counts what a member may do a few times a day before their address is confirmed, and answers whether it did; refuses more. */
  limitUnconfirmed: (limit: 'unconfirmedEvents', uid: string) => Promise<boolean>
  notifyOfEvent: NotifyOfEvent
  lockRoom: LockRoom
  /** Publishes to the team for which a member plays an event that they leave it. It is the teams slice's. */
  publishLeaving: (trx: DatabaseTransaction, publish: Publish, eventId: string, uid: string) => Promise<void>
}

/**
 * Searches for events that run at once, of a member or a site's visitors, and of all of them together: fewer than three
 * letters have no trigram, so that all texts are read.
 */
const searchConcurrency = { perKey: 2, queuedPerKey: 100, total: 4 }

/** Requests with one key follow one another, so that none is refused by a limit that another one of them has used up. */
const creationConcurrency = { perKey: 1, queuedPerKey: 100 }

type PeriodRequest = { from: string; to: string; filter: EventFilter; search: string }
type ListRequest = { filter: EventFilter; search: string; cursor?: string | undefined }

export function createEventsService(dependencies: EventsDependencies) {
  const { database, limits, newsroom, limitUnconfirmed, notifyOfEvent, lockRoom, publishLeaving } =
    dependencies
  const searches = createKeyedSemaphore(searchConcurrency)
  const creations = createKeyedSemaphore(creationConcurrency)

  /**
   * A page of the list; see the contract's `listEventsRoute`.
   * @param client the key by which searches are limited: see `clientOf`
   */
  async function listEvents(
    viewerId: string | null,
    client: string,
    { filter, search, cursor }: ListRequest,
  ): Promise<EventPage> {
    if (filter === 'mine' && viewerId === null) return { events: [], nextCursor: null }
    const key = textKey(search).trim()
    const find = () =>
      findEvents(database, {
        filter,
        search: key,
        after: cursor === undefined ? null : positionOf(cursor),
        limit: eventPageSize + 1,
        viewerId,
      })
    const rows = await (key === '' ? find() : searches.run(client, find))
    const { page, nextCursor } = pageOf(rows, eventPageSize, (row) => [
      (filter === 'past' ? row.endsAt : row.startsAt).toISOString(),
      row.id,
    ])
    return { events: page.map(toEvent), nextCursor }
  }

  /** See the contract's `listPeriodRoute`; limited as the searches are. */
  async function listPeriod(
    viewerId: string | null,
    client: string,
    { search, ...period }: PeriodRequest,
  ): Promise<LightEvent[]> {
    const rows = await searches.run(client, () =>
      findPeriodEvents(database, { ...period, search: textKey(search).trim(), viewerId }),
    )
    return rows.map(({ startsAt, endsAt, ...event }) => ({
      ...event,
      dateTime: startsAt.toISOString(),
      deadline: endsAt.toISOString(),
    }))
  }

  async function readNextEvent(viewerId: string): Promise<Event | null> {
    const row = await findNextEvent(database, viewerId)
    return row ? toEvent(row) : null
  }

  /** See the contract's `similarEventRoute`; limited as the searches are. */
  async function readSimilarEvent(
    viewerId: string,
    client: string,
    entered: Likeness,
  ): Promise<Event | null> {
    const row = await searches.run(client, () => findSimilarEvent(database, viewerId, entered))
    return row ? toEvent(row) : null
  }

  /** The events of both members, as far as the viewer may know of them: how many, and the latest. */
  async function readSharedEvents(
    viewerId: string,
    uid: string,
    isParticipationKnown: boolean,
    limit: number,
  ) {
    const rows = await findSharedEvents(database, viewerId, uid, isParticipationKnown, limit)
    return { count: rows[0]?.total ?? 0, events: rows.map(({ id, title }) => ({ id, title })) }
  }

  async function readEventDetails(viewerId: string | null, id: string): Promise<EventDetails> {
    const event = await readEvent(database, id, viewerId)
    const isWaiting = viewerId !== null && event.participation === 'waiting'
    const queuePosition = isWaiting ? await findQueuePosition(database, id, viewerId) : null
    const organizing = await findOrganizing(database, id)
    if (!organizing) throw new AppError('events.not_found')
    return {
      ...event,
      ...organizing,
      organizers: organizing.organizers.map(({ uid, displayName, photoURL }) => ({
        uid,
        displayName: displayName || nobody.displayName,
        ...(viewerId !== null && photoURL && { photoURL }),
      })),
      chatClosesAt: organizing.chatClosesAt.toISOString(),
      isOwner: viewerId !== null && isOwner(viewerId, event),
      now: new Date().toISOString(),
      queuePosition,
    }
  }

  /**
   * Creates an event in which nobody takes part yet; by a key of the request that the member has used within a day, answers the
   * one that it created.
   */
  async function createEvent(
    organizerId: string,
    form: EventForm,
    key: string | null,
  ): Promise<{ event: Event; isNew: boolean }> {
    const creationKey = key === null ? null : creationKeyOf(organizerId, key)
    const create = () => createOnce(organizerId, form, creationKey)
    return creationKey ? await creations.run(creationKey, create) : await create()
  }

  async function createOnce(
    organizerId: string,
    form: EventForm,
    creationKey: string | null,
  ): Promise<{ event: Event; isNew: boolean }> {
    const known = creationKey && (await findCreated(database, creationKey))
    if (known) return { event: await readEvent(database, known, organizerId), isNew: false }
    const { value, problem } = parseEvent(form, Date.now())
    if (problem) throw AppError.of(problem)
    const seconds = await limits.take('eventsCreated', organizerId)
    if (seconds) throw new AppError('events.too_many', { seconds })
    const isUnconfirmed = await limitUnconfirmed('unconfirmedEvents', organizerId)
    const created = await newsroom.transact(async (trx, publish) => {
      if (creationKey) await forgetOldCreation(trx, creationKey)
      const id = await insertEvent(trx, organizerId, value, creationKey)
      if (!id) return null
      const event = await readEvent(trx, id, organizerId)
      publish(eventCreated(event))
      return event
    })
    if (created) return { event: created, isNew: true }
    // The same request was first, in another process.
    await limits.giveBack('eventsCreated', organizerId)
    if (isUnconfirmed) await limits.giveBack('unconfirmedEvents', organizerId)
    const first = creationKey && (await findCreated(database, creationKey))
    if (!first) throw new AppError('common.unavailable')
    return { event: await readEvent(database, first, organizerId), isNew: false }
  }

  /** Joins or leaves; once, however often the request is repeated. */
  async function setParticipation(viewerId: string, id: string, isParticipating: boolean): Promise<Event> {
    const seconds = await limits.take('participationChanges', viewerId)
    if (seconds) throw new AppError('events.too_many_changes', { seconds })
    return await newsroom.transact(async (trx, publish) => {
      if (!isParticipating) await lockRoom(trx, id)
      const { isDone, promoted } = isParticipating
        ? await joinEvent(trx, viewerId, id)
        : await leaveEvent(trx, viewerId, id, () => publishLeaving(trx, publish, id, viewerId))
      const event = await readEvent(trx, id, viewerId)
      if (isDone) publish(...participationChanged(event, viewerId), ...seatsGiven(event, promoted))
      if (promoted.length > 0)
        await notifyOfEvent(trx, publish, { kind: 'seat', eventId: id, uids: promoted, authorId: null })
      if (isDone && event.participation === 'joined') await tellOrganizers(trx, publish, event, viewerId)
      return event
    })
  }

  async function tellOrganizers(trx: DatabaseTransaction, publish: Publish, event: Event, joinedId: string) {
    const uids = await findOrganizerIds(trx, event.id)
    await notifyOfEvent(trx, publish, { kind: 'joined', eventId: event.id, uids, authorId: joinedId })
    if (event.participantsCount === event.capacity)
      await notifyOfEvent(trx, publish, { kind: 'full', eventId: event.id, uids, authorId: null })
  }

  return {
    listEvents,
    listPeriod,
    readNextEvent,
    readSimilarEvent,
    readEventDetails,
    readSharedEvents,
    readEvent: (viewerId: string, id: string) => readEvent(database, id, viewerId),
    countSharedEvents: (viewerId: string, uids: readonly string[]) =>
      countSharedEvents(database, viewerId, uids),
    createEvent,
    setParticipation,
  }
}

/** An event as a viewer sees it. */
export async function readEvent(database: Database, id: string, viewerId: string | null): Promise<Event> {
  const row = await findEvent(database, id, viewerId)
  if (!row) throw new AppError('events.not_found')
  return toEvent(row)
}

const eventPosition = z.tuple([cursorInstant, z.uuid()])

/** The place after which a page of a list begins; throws `common.invalid_request` where the cursor is none. */
export function positionOf(cursor: string): { at: string; id: string } {
  const [at, id] = decodeCursor(cursor, eventPosition)
  return { at, id }
}

/** An event as the contract has it. */
export function toEvent(row: EventRow): Event {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    dateTime: row.startsAt.toISOString(),
    deadline: row.endsAt.toISOString(),
    link: row.link,
    category: row.category,
    duration: row.duration,
    timeZone: row.timeZone,
    isAllDay: row.isAllDay,
    venue: row.venue,
    address: row.address,
    mapLink: row.mapLink,
    capacity: row.capacity,
    teamSize: row.teamSize,
    joinDeadline: row.joinDeadline?.toISOString() ?? null,
    ctftimeId: row.ctftimeId,
    status: row.status,
    cancelReason: row.cancelReason,
    version: row.version,
    organizerId: row.isOwnerErased ? nobody.uid : row.organizerId,
    organizerName: (!row.isOwnerErased && row.organizerName) || nobody.displayName,
    participantsCount: row.participantCount,
    waitingCount: row.waitingCount,
    isParticipating: row.participation === 'joined',
    participation: row.participation,
    canManage: row.canManage,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
