import { roomId } from '@covo/contract/chat/chat.rules'
import { maximumRooms, parseRoom, type RoomDraft, slugOf } from '@covo/contract/rooms/rooms.rules'
import { AppError } from '../platform/app-error.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import {
  countRooms,
  insertRoom,
  isNameTaken,
  lockAllRooms,
  lockRoom,
  setArchived,
  updateOrder,
  updateRoom,
} from './rooms.store.ts'

type LockConversation = (trx: DatabaseTransaction, conversationId: string) => Promise<void>

/*
 * What those who look after the rooms do, within a transaction whose caller publishes `roomsChanged`: moderators by the API, the operator by
 * commands. Errors are AppErrors of the kind `rooms.…`.
 */

/** Makes a room, the last in the order, and answers the end of its address. */
export async function createRoom(trx: DatabaseTransaction, typed: RoomDraft): Promise<string> {
  const { value: texts, problem } = parseRoom(typed)
  if (problem) throw AppError.of(problem)
  await lockAllRooms(trx)
  if ((await countRooms(trx)) >= maximumRooms) throw new AppError('rooms.full')
  const slug = slugOf(texts.name)
  if (await isNameTaken(trx, texts.name, slug, null)) throw new AppError('rooms.name_taken')
  await insertRoom(trx, slug, texts)
  return slug
}

/** Changes the texts of a room; its address stays. `version`: the one that was changed. */
export async function editRoom(
  trx: DatabaseTransaction,
  slug: string,
  { version, ...typed }: Partial<RoomDraft> & { version?: number | undefined },
): Promise<void> {
  await lockAllRooms(trx)
  const room = await requireRoom(trx, slug)
  const { value: texts, problem } = parseRoom({ ...room, ...typed })
  if (problem) throw AppError.of(problem)
  if (version !== undefined && version !== room.version) throw new AppError('rooms.changed_meanwhile')
  if (await isNameTaken(trx, texts.name, slug, slug)) throw new AppError('rooms.name_taken')
  await updateRoom(trx, slug, texts)
}

/** Archives a room or reopens it; false where it was so. No message is stored in it after its archiving. */
export async function archiveRoom(
  trx: DatabaseTransaction,
  lockConversation: LockConversation,
  slug: string,
  isArchived: boolean,
): Promise<boolean> {
  await lockConversation(trx, roomId(slug))
  const { archivedAt } = await requireRoom(trx, slug)
  if ((archivedAt !== null) === isArchived) return false
  await setArchived(trx, slug, isArchived)
  return true
}

/** Puts the named rooms first, in this order. */
export async function orderRooms(trx: DatabaseTransaction, slugs: string[]): Promise<void> {
  await lockAllRooms(trx)
  await updateOrder(trx, slugs)
}

/** Locks a room. @throws AppError `rooms.not_found` */
export async function requireRoom(trx: DatabaseTransaction, slug: string) {
  const room = await lockRoom(trx, slug)
  if (!room) throw new AppError('rooms.not_found')
  return room
}
