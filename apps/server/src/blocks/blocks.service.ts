import { type BlockedPage, maximumBlocks } from '@covo/contract/blocks/blocks.routes'
import { peoplePageSize } from '@covo/contract/friends/friends.routes'
import { z } from 'zod'
import type { ChatService } from '../chat/chat.service.ts'
import type { EventOrganizersService } from '../events/event-organizers.service.ts'
import type { FriendsService } from '../friends/friends.service.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { TeamsService } from '../teams/teams.service.ts'
import type { BlockedPeopleCache } from './blocked-people-cache.ts'
import {
  countBlocked,
  deleteBlock,
  findBlocked,
  hasBlocked,
  insertBlock,
  lockBlocks,
} from './blocks.store.ts'

export type BlocksService = ReturnType<typeof createBlocksService>

type BlocksDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  blockedPeople: Pick<BlockedPeopleCache, 'catchUp'>
  friends: Pick<FriendsService, 'endRelation'>
  organizers: Pick<EventOrganizersService, 'endSharedOrganizing'>
  chat: Pick<ChatService, 'markAllReadFrom'>
  notifications: Pick<NotificationsService, 'deleteAllFrom'>
  teams: Pick<TeamsService, 'endCandidacies'>
}

export function createBlocksService(dependencies: BlocksDependencies) {
  const { database, limits, newsroom, blockedPeople, friends } = dependencies
  const { organizers, chat, notifications, teams } = dependencies

  async function takeChange(viewerId: string): Promise<void> {
    const seconds = await limits.take('blocksChanged', viewerId)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
  }

  return {
    /** Resolves when this process hides the two from each other; the others follow within a second. */
    async block(viewerId: string, uid: string): Promise<void> {
      if (viewerId === uid) throw new AppError('blocks.self')
      await takeChange(viewerId)
      await newsroom.transact(async (trx, publish) => {
        await lockBlocks(trx, viewerId)
        await friends.endRelation(trx, publish, viewerId, uid)
        if (await hasBlocked(trx, viewerId, uid)) return
        if ((await countBlocked(trx, viewerId)) >= maximumBlocks) throw new AppError('blocks.too_many')
        await insertBlock(trx, viewerId, uid)
        await organizers.endSharedOrganizing(trx, publish, viewerId, uid)
        await teams.endCandidacies(trx, publish, viewerId, uid)
        for (const [member, author] of [
          [viewerId, uid],
          [uid, viewerId],
        ] as const) {
          await chat.markAllReadFrom(trx, publish, member, author)
          await notifications.deleteAllFrom(trx, publish, member, author)
        }
      })
      await blockedPeople.catchUp()
    },

    async unblock(viewerId: string, uid: string): Promise<void> {
      await takeChange(viewerId)
      await deleteBlock(database, viewerId, uid)
      await blockedPeople.catchUp()
    },

    async listBlocked(viewerId: string, cursor: string | undefined): Promise<BlockedPage> {
      const rows = await findBlocked(database, viewerId, {
        after: positionOf(cursor),
        limit: peoplePageSize + 1,
      })
      const { page, nextCursor } = pageOf(rows, peoplePageSize, ({ at, uid }) => [at, uid])
      return { people: page.map(({ at: _, ...person }) => person), nextCursor }
    },
  }
}

function positionOf(cursor: string | undefined) {
  if (cursor === undefined) return null
  const [at, uid] = decodeCursor(cursor, z.tuple([cursorInstant, z.uuid()]))
  return { at, uid }
}
