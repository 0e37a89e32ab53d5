import {
  type EventUpdate,
  type EventUpdatePage,
  eventUpdatesPageSize,
} from '@covo/contract/events/event-changes.routes'
import {
  areWeighty,
  type EventEdit,
  parseCancelReason,
  parseEventEdit,
  parseEventMessage,
} from '@covo/contract/events/event-changes.rules'
import type { Event } from '@covo/contract/events/events.routes'
import { nobody } from '@covo/contract/events/events.rules'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom, Publication, Publish } from '../platform/realtime/newsroom.ts'
import {
  changeEvent,
  countConcerned,
  deleteEvent,
  findMessage,
  findUpdates,
  insertUpdate,
  listChanges,
  lockEvent,
  takesPart,
  type UpdateRow,
} from './event-changes.store.ts'
import {
  eventChanged,
  eventMessageSent,
  eventRemoved,
  participantsChanged,
  seatsGiven,
} from './events.news.ts'
import { isOrganizer, isOwner } from './events.policy.ts'
import { type NotifyOfEvent, readEvent } from './events.service.ts'
import { columnsOf } from './events.store.ts'
import { promoteWaiting } from './seats.store.ts'

export type EventChangesService = ReturnType<typeof createEventChangesService>

type EventChangesDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  notifyOfEvent: NotifyOfEvent
}

/** The changes that organizers make to an event, and its history. */
export function createEventChangesService(dependencies: EventChangesDependencies) {
  const { database, limits, newsroom, notifyOfEvent } = dependencies

  /** Changes the named fields; see the contract's `editEventRoute`. */
  async function editEvent(viewerId: string, id: string, version: number, edit: EventEdit): Promise<Event> {
    await takeEdit(viewerId)
    return await newsroom.transact(async (trx, publish) => {
      const event = await lockVersion(trx, viewerId, id, version)
      if (event.status === 'cancelled') throw new AppError('events.cancelled')
      const stored = { ...event, joinDeadline: event.joinDeadline ?? '' }
      const { value, problem } = parseEventEdit(stored, edit, Date.now())
      if (problem) throw AppError.of(problem)
      const { changes } = value
      if (Object.keys(changes).length === 0) return event
      const isWeighty = areWeighty(changes)
      const number = await changeEvent(trx, id, columnsOf(value.event), {
        kind: 'edited',
        authorId: viewerId,
        changes,
        isWeighty,
      })
      const promoted = changes.capacity || changes.deadline ? await promoteWaiting(trx, id) : []
      const changed = await readEvent(trx, id, viewerId)
      publish(eventChanged(changed, number, isWeighty))
      await tellPromoted(trx, publish, changed, promoted)
      return changed
    })
  }

  async function cancelEvent(viewerId: string, id: string, version: number, typed: string): Promise<Event> {
    const { value: reason, problem } = parseCancelReason(typed)
    if (problem) throw AppError.of(problem)
    await takeEdit(viewerId)
    return await newsroom.transact(async (trx, publish) => {
      const event = await lockVersion(trx, viewerId, id, version)
      publish(await cancelLocked(trx, event, reason, viewerId))
      return await readEvent(trx, id, viewerId)
    })
  }

  /** Participations and the queue are as they were. */
  async function restoreEvent(viewerId: string, id: string, version: number): Promise<Event> {
    await takeEdit(viewerId)
    return await newsroom.transact(async (trx, publish) => {
      const event = await lockVersion(trx, viewerId, id, version)
      if (event.status === 'planned') return event
      if (Date.parse(event.dateTime) <= Date.now()) throw new AppError('events.ended')
      const columns = { status: 'planned', cancel_reason: '', cancelled_at: null } as const
      const update = { kind: 'restored', authorId: viewerId, isWeighty: true } as const
      const number = await changeEvent(trx, id, columns, update)
      // Members who left meanwhile gave their seat to nobody.
      const promoted = await promoteWaiting(trx, id)
      const restored = await readEvent(trx, id, viewerId)
      publish(eventChanged(restored, number, true))
      await tellPromoted(trx, publish, restored, promoted)
      return restored
    })
  }

  async function tellPromoted(
    trx: DatabaseTransaction,
    publish: Publish,
    event: Event,
    promoted: string[],
  ): Promise<void> {
    if (promoted.length === 0) return
    publish(participantsChanged(event), ...seatsGiven(event, promoted))
    await notifyOfEvent(trx, publish, { kind: 'seat', eventId: event.id, uids: promoted, authorId: null })
  }

  async function removeEvent(viewerId: string, id: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      const event = await lockEvent(trx, id)
      if (!event) throw new AppError('events.not_found')
      if (!isOwner(viewerId, event)) throw new AppError('events.not_organizer')
      if (event.hadParticipants) throw new AppError('events.has_participants')
      await deleteEvent(trx, id)
      publish(eventRemoved(id))
    })
  }

  async function takeEdit(viewerId: string): Promise<void> {
    const seconds = await limits.take('eventEdits', viewerId)
    if (seconds) throw new AppError('events.too_many_edits', { seconds })
  }

  /** The history, newest first; see the contract's `listEventUpdatesRoute`. */
  async function listUpdates(
    viewerId: string | null,
    id: string,
    cursor: string | undefined,
  ): Promise<EventUpdatePage> {
    const event = await readEvent(database, id, viewerId)
    const withMessages = event.canManage || (viewerId !== null && (await takesPart(database, id, viewerId)))
    const before = cursor === undefined ? null : Number(decodeCursor(cursor, position)[0])
    const limit = eventUpdatesPageSize + 1
    const rows = await findUpdates(database, id, { before, withMessages, limit, viewerId })
    const { page, nextCursor } = pageOf(rows, eventUpdatesPageSize, ({ number }) => [String(number)])
    return { updates: page.map(toUpdate), nextCursor }
  }

  /** Writes to all who take part or organize; a repeated `clientId` is the message that was sent. */
  async function sendMessage(viewerId: string, id: string, clientId: string, typed: string) {
    const { value: text, problem } = parseEventMessage(typed)
    if (problem) throw AppError.of(problem)
    const event = await readEvent(database, id, viewerId)
    if (!event.canManage) throw new AppError('events.not_organizer')
    const isSent = (await findMessage(database, id, clientId)) !== undefined
    if (!isSent && Date.parse(event.deadline) < Date.now()) throw new AppError('events.ended')
    const seconds = isSent ? 0 : await limits.take('eventMessages', id)
    if (seconds) throw new AppError('events.too_many_messages', { seconds })
    const sent = await newsroom.transact(async (trx, publish) => {
      await lockForOrganizer(trx, viewerId, id)
      const isNew = (await findMessage(trx, id, clientId)) === undefined
      if (isNew) {
        const update = { kind: 'message', authorId: viewerId, isWeighty: true, text, clientId } as const
        publish(eventMessageSent(id, await insertUpdate(trx, id, update)))
      }
      const row = await findMessage(trx, id, clientId)
      if (!row) throw new Error('the message was not stored')
      return { isNew, update: toUpdate(row), recipientsCount: await countConcerned(trx, id, viewerId) }
    })
    // The same request at the same instant was first.
    if (!isSent && !sent.isNew) await limits.giveBack('eventMessages', id)
    return sent
  }

  return { editEvent, cancelEvent, restoreEvent, removeEvent, listUpdates, sendMessage }
}

const position = z.tuple([z.string().regex(/^\d{1,9}$/)])

/**
 * Cancels a locked event, in an organizer's name or, with null, in the operator's; answers the news. Throws `events.cancelled`
 * and `events.ended`.
 */
export async function cancelLocked(
  trx: DatabaseTransaction,
  { id, status, deadline }: Event,
  reason: string,
  authorId: string | null,
): Promise<Publication> {
  if (status === 'cancelled') throw new AppError('events.cancelled')
  if (Date.parse(deadline) < Date.now()) throw new AppError('events.ended')
  const columns = { status: 'cancelled', cancel_reason: reason, cancelled_at: new Date() } as const
  const update = { kind: 'cancelled', authorId, isWeighty: true, text: reason } as const
  const number = await changeEvent(trx, id, columns, update)
  return eventChanged(await readEvent(trx, id, null), number, true)
}

/** The locked event, as its organizer sees it. */
async function lockForOrganizer(trx: DatabaseTransaction, uid: string, id: string): Promise<Event> {
  const locked = await lockEvent(trx, id)
  if (!locked) throw new AppError('events.not_found')
  if (!(await isOrganizer(trx, uid, locked))) throw new AppError('events.not_organizer')
  return await readEvent(trx, id, uid)
}

/** The same, if nobody has changed it since the organizer read it. */
async function lockVersion(
  trx: DatabaseTransaction,
  uid: string,
  id: string,
  version: number,
): Promise<Event> {
  const event = await lockForOrganizer(trx, uid, id)
  if (event.version !== version) throw new AppError('events.changed_meanwhile')
  return event
}

/** Whom the viewer does not see is named as somebody who is erased: what they did to the event stays. */
function toUpdate(row: UpdateRow): EventUpdate {
  const authorName = row.isAuthorHidden ? nobody.displayName : row.authorName || nobody.displayName
  return {
    number: row.number,
    kind: row.kind,
    authorId: row.isAuthorHidden ? nobody.uid : row.authorId,
    authorName: row.authorId === null ? 'Chi gestisce la community' : authorName,
    createdAt: row.createdAt.toISOString(),
    changes: listChanges(row.changes),
    isWeighty: row.isWeighty,
    text: row.text,
    ownerName: row.isOwnerHidden ? nobody.displayName : row.ownerName,
  }
}
