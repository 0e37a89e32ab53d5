import { AppError } from '../platform/app-error.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { isOrganizer } from './events.policy.ts'
import {
  deleteParticipant,
  findParticipation,
  insertParticipant,
  lockSeats,
  moveCount,
  promoteWaiting,
  type Seats,
} from './seats.store.ts'

/** The effect of a join or leave: none where it was done before. */
type SeatChange = { isDone: boolean; promoted: string[] }

/** Gives the member a seat, or the last place in the queue where none is free. */
export async function joinEvent(trx: DatabaseTransaction, uid: string, id: string): Promise<SeatChange> {
  const seats = await lockForMember(trx, uid, id)
  if (seats.isJoiningClosed && (await findParticipation(trx, id, uid)) === 'none')
    throw new AppError('events.joining_closed')
  const isFree = seats.capacity === null || seats.participantCount < seats.capacity
  // Nobody new comes before the members who wait.
  const isSeated = isFree && seats.waitingCount === 0
  const isDone = await insertParticipant(
    trx,
    id,
    uid,
    isSeated ? null : seats.nextQueueNumber,
    seats.updateNumber,
  )
  if (isDone) await moveCount(trx, id, isSeated ? 'joined' : 'waiting', 1)
  return { isDone, promoted: [] }
}

/**
 * Takes the member out; the seat goes to the first in the queue.
 * @param beforeLeaving runs once the event is locked, while the member's row is still there
 */
export async function leaveEvent(
  trx: DatabaseTransaction,
  uid: string,
  id: string,
  beforeLeaving: () => Promise<void>,
): Promise<SeatChange> {
  const seats = await lockForMember(trx, uid, id)
  await beforeLeaving()
  const left = await deleteParticipant(trx, id, uid)
  if (left === 'none') return { isDone: false, promoted: [] }
  await moveCount(trx, id, left, -1)
  return { isDone: true, promoted: seats.waitingCount > 0 ? await promoteWaiting(trx, id) : [] }
}

async function lockForMember(trx: DatabaseTransaction, uid: string, id: string): Promise<Seats> {
  const seats = await lockSeats(trx, id)
  if (!seats) throw new AppError('events.not_found')
  if (await isOrganizer(trx, uid, seats)) throw new AppError('events.organizer_cannot_participate')
  if (seats.isOver) throw new AppError('events.ended')
  if (seats.isCancelled) throw new AppError('events.cancelled')
  return seats
}
