import { maximumAddedOrganizers } from '@covo/contract/events/event-changes.rules'
import { maximumCandidates, type OrganizerCandidate } from '@covo/contract/events/event-organizers.routes'
import { textKey } from '@covo/contract/text'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import { changeEvent, lockEvent } from './event-changes.store.ts'
import {
  countAddedOrganizers,
  deleteOrganizer,
  findCandidates,
  findOrganizedTogether,
  insertOrganizer,
  mayOwn,
} from './event-organizers.store.ts'
import { eventChanged, organizersChanged } from './events.news.ts'
import { isOrganizer, isOwner } from './events.policy.ts'
import { type LockRoom, type NotifyOfEvent, readEvent } from './events.service.ts'

export type EventOrganizersService = ReturnType<typeof createEventOrganizersService>

type EventOrganizersDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  notifyOfEvent: NotifyOfEvent
  lockRoom: LockRoom
}

/** The organizers of an event besides its owner, and its handover to another owner. */
export function createEventOrganizersService(dependencies: EventOrganizersDependencies) {
  const { database, limits, newsroom, notifyOfEvent, lockRoom } = dependencies

  async function listCandidates(viewerId: string, id: string, search: string): Promise<OrganizerCandidate[]> {
    const event = await readEvent(database, id, viewerId)
    if (!isOwner(viewerId, event)) throw new AppError('events.not_organizer')
    return await findCandidates(database, id, viewerId, {
      search: textKey(search).trim(),
      limit: maximumCandidates,
    })
  }

  async function addOrganizer(viewerId: string, id: string, uid: string): Promise<void> {
    const seconds = await limits.take('organizersAdded', viewerId)
    if (seconds) throw new AppError('events.too_many_edits', { seconds })
    await newsroom.transact(async (trx, publish) => {
      const event = await lockForOwner(trx, viewerId, id)
      if (await isOrganizer(trx, uid, event)) return
      const [candidate] = await findCandidates(trx, id, viewerId, { uid, limit: 1 })
      if (!candidate) throw new AppError('events.not_candidate')
      if ((await countAddedOrganizers(trx, id)) >= maximumAddedOrganizers)
        throw new AppError('events.too_many_organizers')
      await insertOrganizer(trx, id, uid)
      publish(organizersChanged(id, uid, true))
      await notifyOfEvent(trx, publish, {
        kind: 'organizer_added',
        eventId: id,
        uids: [uid],
        authorId: viewerId,
      })
    })
  }

  /** The owner removes somebody, or somebody leaves. */
  async function removeOrganizer(viewerId: string, id: string, uid: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockRoom(trx, id)
      const event = await lockEvent(trx, id)
      if (!event) throw new AppError('events.not_found')
      const isAllowed = viewerId === uid ? isOrganizer(trx, viewerId, event) : isOwner(viewerId, event)
      if (!(await isAllowed)) throw new AppError('events.not_organizer')
      if (isOwner(uid, event)) throw new AppError('events.owner_cannot_leave')
      if (await deleteOrganizer(trx, id, uid)) publish(organizersChanged(id, uid, false))
    })
  }

  /** The former owner stays an organizer. */
  async function handOver(viewerId: string, id: string, uid: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockForOwner(trx, viewerId, id)
      if (uid === viewerId) return
      if (!(await mayOwn(trx, id, { uid, ownerId: viewerId }))) throw new AppError('events.not_candidate')
      await deleteOrganizer(trx, id, uid)
      await insertOrganizer(trx, id, viewerId)
      const number = await changeEvent(
        trx,
        id,
        { organizer_id: uid },
        {
          kind: 'handed_over',
          authorId: viewerId,
          changes: { organizerId: { before: viewerId, after: uid } },
          isWeighty: false,
        },
      )
      publish(eventChanged(await readEvent(trx, id, viewerId), number, false))
      await notifyOfEvent(trx, publish, {
        kind: 'owner_handed_over',
        eventId: id,
        uids: [uid],
        authorId: viewerId,
      })
    })
  }

  /** Ends that one of two members organizes an event of the other's, in the transaction of what parts them. */
  async function endSharedOrganizing(
    trx: DatabaseTransaction,
    publish: Publish,
    one: string,
    other: string,
  ): Promise<void> {
    for (const { id, uid } of await findOrganizedTogether(trx, one, other)) {
      await lockRoom(trx, id)
      const event = await lockEvent(trx, id)
      // Handed over meanwhile, it is the other's.
      const leaving = event?.organizerId === uid ? (uid === one ? other : one) : uid
      if (event && (await deleteOrganizer(trx, id, leaving))) publish(organizersChanged(id, leaving, false))
    }
  }

  return { listCandidates, addOrganizer, removeOrganizer, handOver, endSharedOrganizing }
}

async function lockForOwner(trx: DatabaseTransaction, uid: string, id: string) {
  const event = await lockEvent(trx, id)
  if (!event) throw new AppError('events.not_found')
  if (!isOwner(uid, event)) throw new AppError('events.not_organizer')
  return event
}
