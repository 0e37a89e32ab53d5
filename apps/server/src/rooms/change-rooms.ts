import { roomId } from '@covo/contract/chat/chat.rules'
import type { RoomAct } from '@covo/contract/moderation/moderation.rules'
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

/*
 * What those who look after the rooms do, within a transaction whose caller publishes `roomsChanged`: moderators by the API, the operator by
 * commands. Errors are AppErrors of the kind `rooms.…`. What was done is logged.
 */

export type RoomChange = {
  trx: DatabaseTransaction
  /** Messages of the conversation are stored before the lock or after it. */
  lockConversation: (trx: DatabaseTransaction, conversationId: string) => Promise<void>
  /** Writes an act to the moderation log, with the name of the room after it. */
  log: (trx: DatabaseTransaction, act: RoomAct, roomName: string) => Promise<void>
}

/** Makes a room, the last in the order, and answers the end of its address. */
export async function createRoom({ trx, log }: RoomChange, typed: RoomDraft): Promise<string> {
  const { value: texts, problem } = parseRoom(typed)
  if (problem) throw AppError.of(problem)
  await lockAllRooms(trx)
  if ((await countRooms(trx)) >= maximumRooms) throw new AppError('rooms.full')
  const slug = slugOf(texts.name)
  if (await isNameTaken(trx, texts.name, slug, null)) throw new AppError('rooms.name_taken')
  await insertRoom(trx, slug, texts)
  await log(trx, 'room_created', texts.name)
  return slug
}

/** Changes those texts of a room that are given; its address stays. `version`: of the texts that were read. */
export async function editRoom(
  { trx, log }: RoomChange,
  slug: string,
  changes: { [Text in keyof RoomDraft]?: string | undefined } & { version?: number | undefined },
): Promise<void> {
  await lockAllRooms(trx)
  const room = await requireRoom(trx, slug)
  const { version = room.version, name = room.name, purpose = room.purpose, group = room.group } = changes
  const { value: texts, problem } = parseRoom({ name, purpose, group })
  if (problem) throw AppError.of(problem)
  if (version !== room.version) throw new AppError('rooms.changed_meanwhile')
  if (await isNameTaken(trx, texts.name, slug, slug)) throw new AppError('rooms.name_taken')
  await updateRoom(trx, slug, texts)
  await log(trx, 'room_edited', texts.name)
}

/** Archives a room or reopens it; false where it was so. No message is stored in it after its archiving. */
export async function archiveRoom(
  { trx, lockConversation, log }: RoomChange,
  slug: string,
  isArchived: boolean,
): Promise<boolean> {
  await lockConversation(trx, roomId(slug))
  const { name, archivedAt } = await requireRoom(trx, slug)
  if ((archivedAt !== null) === isArchived) return false
  await setArchived(trx, slug, isArchived)
  await log(trx, isArchived ? 'room_archived' : 'room_reopened', name)
  return true
}

/** Puts the named rooms first, in this order. */
export async function orderRooms({ trx, log }: RoomChange, slugs: string[]): Promise<void> {
  await lockAllRooms(trx)
  await updateOrder(trx, slugs)
  await log(trx, 'rooms_ordered', '')
}

/** Locks a room. @throws AppError `rooms.not_found` */
export async function requireRoom(trx: DatabaseTransaction, slug: string) {
  const room = await lockRoom(trx, slug)
  if (!room) throw new AppError('rooms.not_found')
  return room
}
