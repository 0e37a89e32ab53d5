import { roomId } from '@covo/contract/chat/chat.rules'
import type { Rooms } from '@covo/contract/rooms/rooms.routes'
import { maximumRoomsOfMember } from '@covo/contract/rooms/rooms.rules'
import { ownRoomChanged } from '../chat/chat.news.ts'
import type { ChatService } from '../chat/chat.service.ts'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { requireRoom } from './change-rooms.ts'
import {
  countOwnRooms,
  deleteMembership,
  findMembership,
  findRooms,
  insertMembership,
  lockOwnRooms,
} from './rooms.store.ts'

export type RoomsService = ReturnType<typeof createRoomsService>

type RoomsDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  chat: Pick<ChatService, 'readMentionsIn'>
  /** Messages of the conversation are stored before the lock or after it. */
  lockConversation: (trx: DatabaseTransaction, conversationId: string) => Promise<void>
}

export function createRoomsService({
  database,
  limits,
  newsroom,
  chat,
  lockConversation,
}: RoomsDependencies) {
  /** The same for all members: concurrent requests share one read. */
  const readRooms = coalesceReads(() => findRooms(database))

  async function takeChange(uid: string): Promise<void> {
    const seconds = await limits.take('roomMemberships', uid)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
  }

  return {
    async listRooms(): Promise<Rooms> {
      const rooms = await readRooms()
      return {
        rooms: rooms.map(({ archivedAt, ...room }) => ({
          ...room,
          archivedAt: archivedAt?.toISOString() ?? null,
        })),
      }
    },

    /** Lets a member into an open room, once, however often they ask. */
    async enter(uid: string, slug: string): Promise<{ conversationId: string; readUpTo: number }> {
      await takeChange(uid)
      return await newsroom.transact(async (trx, publish) => {
        await lockOwnRooms(trx, uid)
        const { conversationId, archivedAt } = await requireRoom(trx, slug)
        if (archivedAt) throw new AppError('rooms.archived')
        const present = await findMembership(trx, conversationId, uid)
        if (present !== undefined) return { conversationId, readUpTo: present }
        if ((await countOwnRooms(trx, uid)) >= maximumRoomsOfMember) throw new AppError('rooms.too_many')
        const readUpTo = await insertMembership(trx, conversationId, uid)
        publish(ownRoomChanged(uid, { conversationId, isMember: true, readUpTo }))
        return { conversationId, readUpTo }
      })
    },

    /** Ends a membership: no message of the member is stored after it. What waited for them in the room is read. */
    async leave(uid: string, slug: string): Promise<void> {
      await takeChange(uid)
      await newsroom.transact(async (trx, publish) => {
        await lockConversation(trx, roomId(slug))
        const { conversationId } = await requireRoom(trx, slug)
        if (!(await deleteMembership(trx, conversationId, uid))) return
        await chat.readMentionsIn(trx, publish, uid, conversationId)
        publish(ownRoomChanged(uid, { conversationId, isMember: false, readUpTo: 0 }))
      })
    },
  }
}
