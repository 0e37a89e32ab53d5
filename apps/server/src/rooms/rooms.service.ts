import { roomId } from '@covo/contract/chat/chat.rules'
import { isBot } from '@covo/contract/is-bot'
import type { RoomAct } from '@covo/contract/moderation/moderation.rules'
import type { Rooms } from '@covo/contract/rooms/rooms.routes'
import { maximumRoomsOfMember, type RoomDraft } from '@covo/contract/rooms/rooms.rules'
import { accountChanged } from '../auth/account.news.ts'
import { ownRoomChanged } from '../chat/chat.news.ts'
import type { ChatService } from '../chat/chat.service.ts'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { moderationChanged } from '../reports/reports.news.ts'
import {
  archiveRoom,
  createRoom,
  editRoom,
  orderRooms,
  type RoomChange,
  requireRoom,
} from './change-rooms.ts'
import { roomsChanged } from './rooms.news.ts'
import {
  countOwnRooms,
  deleteMemberships,
  findMembership,
  findOwnerIn,
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
  lockConversation: RoomChange['lockConversation']
  /** Called before the room's row is locked: leaving a room locks its conversation first, and its row second. */
  shareConversation: RoomChange['lockConversation']
  requireFreshModerator: (viewer: Viewer) => Promise<void>
  logRoomAct: (
    trx: DatabaseTransaction,
    act: RoomAct,
    named: { roomName: string; moderatorId: string | null },
  ) => Promise<void>
}

export function createRoomsService({
  database,
  limits,
  newsroom,
  chat,
  lockConversation,
  shareConversation,
  requireFreshModerator,
  logRoomAct,
}: RoomsDependencies) {
  const memberships = createKeyedSemaphore({ perKey: 1, queuedPerKey: 10_000, total: 4 })
  /** The same for all members: concurrent requests share one read. */
  const readRooms = coalesceReads(() => findRooms(database))

  async function take(limit: 'roomMemberships' | 'roomChanges', uid: string): Promise<void> {
    const seconds = await limits.take(limit, uid)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
  }

  /** Those of one room come one after the other anyway, by the lock of its row: they don't all wait for it with a connection each. */
  const changeMembers: <Answer>(
    slug: string,
    work: Parameters<typeof newsroom.transact<Answer>>[0],
  ) => Promise<Answer> = (slug, work) => memberships.run(slug, () => newsroom.transact(work))

  /** A moderator's act on rooms, which is logged. */
  async function change<Answer>(
    viewer: Viewer,
    act: (change: RoomChange) => Promise<Answer>,
  ): Promise<Answer> {
    await requireFreshModerator(viewer)
    await take('roomChanges', viewer.uid)
    return await newsroom.transact(async (trx, publish) => {
      const log: RoomChange['log'] = (trx, act, roomName) =>
        logRoomAct(trx, act, { roomName, moderatorId: viewer.uid })
      const answer = await act({ trx, lockConversation, log })
      publish(roomsChanged)
      publish(moderationChanged())
      return answer
    })
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

    /** Lets a member into an open room, once, however often they ask; a bot only where its owner is. */
    async enter(uid: string, slug: string): Promise<{ conversationId: string; readUpTo: number }> {
      await take('roomMemberships', uid)
      return await changeMembers(slug, async (trx, publish) => {
        await lockOwnRooms(trx, uid)
        await shareConversation(trx, roomId(slug))
        const { conversationId, archivedAt } = await requireRoom(trx, slug)
        if (archivedAt) throw new AppError('rooms.archived')
        const present = await findMembership(trx, conversationId, uid)
        if (present !== undefined) return { conversationId, readUpTo: present }
        const owner = isBot(uid) ? await findOwnerIn(trx, conversationId, uid) : null
        if (owner === undefined) throw new AppError('rooms.not_member')
        if ((await countOwnRooms(trx, uid)) >= maximumRoomsOfMember) throw new AppError('rooms.too_many')
        if (owner) publish(accountChanged(owner))
        const readUpTo = await insertMembership(trx, conversationId, uid)
        publish(ownRoomChanged(uid, { conversationId, isMember: true, readUpTo, mutedUntil: null }))
        return { conversationId, readUpTo }
      })
    },

    /** Ends the memberships of a member and their bots: no message of theirs is stored after it. What waited for them in the room is read. */
    async leave(uid: string, slug: string): Promise<void> {
      await take('roomMemberships', uid)
      await changeMembers(slug, async (trx, publish) => {
        await lockConversation(trx, roomId(slug))
        const { conversationId } = await requireRoom(trx, slug)
        for (const { uid: left, owner } of await deleteMemberships(trx, conversationId, uid)) {
          await chat.readMentionsIn(trx, publish, left, conversationId)
          if (owner) publish(accountChanged(owner))
          publish(ownRoomChanged(left, { conversationId, isMember: false, readUpTo: 0, mutedUntil: null }))
        }
      })
    },

    createRoom: (viewer: Viewer, draft: RoomDraft) => change(viewer, (by) => createRoom(by, draft)),

    editRoom: (viewer: Viewer, slug: string, changes: Parameters<typeof editRoom>[2]) =>
      change(viewer, (by) => editRoom(by, slug, changes)),

    archiveRoom: (viewer: Viewer, slug: string, isArchived: boolean) =>
      change(viewer, (by) => archiveRoom(by, slug, isArchived)),

    orderRooms: (viewer: Viewer, slugs: string[]) => change(viewer, (by) => orderRooms(by, slugs)),
  }
}
