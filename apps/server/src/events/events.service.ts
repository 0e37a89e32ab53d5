import { type Event, type EventPage, eventPageSize } from '@covo/contract/events/events.routes'
import { type EventFilter, type EventForm, parseEvent } from '@covo/contract/events/events.rules'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { eventCreated, participationChanged } from './events.news.ts'
import { isOrganizer } from './events.policy.ts'
import {
  deleteParticipant,
  type EventRow,
  findEvent,
  findEvents,
  findNextEvent,
  findParticipationFacts,
  findSharedEvents,
  insertEvent,
  insertParticipant,
  moveParticipantCount,
} from './events.store.ts'

export type EventsService = ReturnType<typeof createEventsService>

type EventsDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
}

/**
 * Searches for events that run at once, of a member or a site's visitors, and of all of them together: fewer than three
 * letters have no trigram, so that all texts are read.
 */
const searchConcurrency = { perKey: 2, queuedPerKey: 100, total: 4 }

type ListRequest = { filter: EventFilter; search: string; cursor?: string | undefined }

export function createEventsService(dependencies: EventsDependencies) {
  const { database, limits, newsroom } = dependencies
  const searches = createKeyedSemaphore(searchConcurrency)

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
    const find = () =>
      findEvents(database, {
        filter,
        search: search.trim(),
        after: cursor === undefined ? null : positionOf(cursor),
        limit: eventPageSize + 1,
        viewerId,
      })
    const rows = await (search.trim() === '' ? find() : searches.run(client, find))
    const { page, nextCursor } = pageOf(rows, eventPageSize, (row) => [
      (filter === 'past' ? row.endsAt : row.startsAt).toISOString(),
      row.id,
    ])
    return { events: page.map(toEvent), nextCursor }
  }

  async function readNextEvent(viewerId: string): Promise<Event | null> {
    const row = await findNextEvent(database, viewerId)
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

  /** Creates an event in which nobody takes part yet. */
  async function createEvent(organizerId: string, form: EventForm): Promise<Event> {
    const { value, problem } = parseEvent(form, Date.now())
    if (problem) throw new AppError(problem.code)
    const seconds = await limits.take('eventsCreated', organizerId)
    if (seconds) throw new AppError('events.too_many', { seconds })
    const { dateTime, deadline, ...texts } = value
    return await newsroom.transact(async (trx, publish) => {
      const id = await insertEvent(trx, {
        ...texts,
        startsAt: new Date(dateTime),
        endsAt: new Date(deadline),
        organizerId,
      })
      const event = await readEvent(trx, id, organizerId)
      publish(eventCreated(event))
      return event
    })
  }

  /** Joins or leaves; once, however often the request is repeated. */
  async function setParticipation(viewerId: string, id: string, isParticipating: boolean): Promise<Event> {
    const seconds = await limits.take('participationChanges', viewerId)
    if (seconds) throw new AppError('events.too_many_changes', { seconds })
    return await newsroom.transact(async (trx, publish) => {
      const facts = await findParticipationFacts(trx, id)
      if (!facts) throw new AppError('events.not_found')
      if (isOrganizer(viewerId, facts)) throw new AppError('events.organizer_cannot_participate')
      if (facts.isOver) throw new AppError('events.ended')
      const isDone = await (isParticipating ? insertParticipant : deleteParticipant)(trx, id, viewerId)
      if (isDone) await moveParticipantCount(trx, id, isParticipating ? 1 : -1)
      const event = await readEvent(trx, id, viewerId)
      if (isDone) publish(...participationChanged(event, viewerId))
      return event
    })
  }

  return { listEvents, readNextEvent, readSharedEvents, createEvent, setParticipation }
}

async function readEvent(trx: DatabaseTransaction, id: string, viewerId: string): Promise<Event> {
  const row = await findEvent(trx, id, viewerId)
  if (!row) throw new AppError('events.not_found')
  return toEvent(row)
}

const eventPosition = z.tuple([cursorInstant, z.uuid()])

function positionOf(cursor: string): { at: string; id: string } {
  const [at, id] = decodeCursor(cursor, eventPosition)
  return { at, id }
}

function toEvent(row: EventRow): Event {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    dateTime: row.startsAt.toISOString(),
    deadline: row.endsAt.toISOString(),
    link: row.link,
    category: row.category,
    duration: row.duration,
    organizerId: row.organizerId,
    organizerName: row.organizerName || 'Organizzatore Anonimo',
    participantsCount: row.participantCount,
    isParticipating: row.isParticipating,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
