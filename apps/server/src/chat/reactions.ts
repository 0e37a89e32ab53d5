import type { ChangedReactions, OwnReactions, ReactingPage } from '@covo/contract/chat/chat.routes'
import { maximumOwnReactionsRange, reactingPageSize } from '@covo/contract/chat/chat.rules'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { FindHidden } from '../platform/viewer.ts'
import { requireOpen } from './chat.policy.ts'
import type { AccessConversation } from './conversation-access.ts'
import { findMessage } from './history.store.ts'
import type { MessageWriter } from './message-writer.ts'
import { findOwnReactions, findReacting, type Reaction } from './reactions.store.ts'
import { isHidden } from './redact-messages.ts'

type Dependencies = {
  database: Database
  limits: Limits
  findHidden: FindHidden
  accessConversation: AccessConversation
  writer: MessageWriter
}

export function createReactions(dependencies: Dependencies) {
  const { database, limits, findHidden, accessConversation, writer } = dependencies

  return {
    /** Sets a reaction or takes it back: once, however often it is asked for. */
    async setReaction(reaction: Reaction, isSet: boolean): Promise<ChangedReactions> {
      const { conversationId, sequence, memberId } = reaction
      requireOpen(await accessConversation(conversationId, memberId))
      const message = await findMessage(database, conversationId, sequence)
      if (!message || isHidden(message, await findHidden(memberId)))
        throw new AppError('chat.message_not_found')
      if (message.removedAt) throw new AppError('chat.message_removed')
      for (const name of ['reactionBurst', 'reactionsSustained'] as const) {
        const seconds = await limits.take(name, memberId)
        if (seconds) throw new AppError('chat.too_many_reactions', { seconds })
      }
      return await writer.react(conversationId, { ...reaction, isSet })
    },

    async listOwnReactions(
      memberId: string,
      conversationId: string,
      { from, to }: { from: number; to: number },
    ): Promise<OwnReactions> {
      await accessConversation(conversationId, memberId)
      if (to - from > maximumOwnReactionsRange) throw new AppError('common.invalid_request')
      return { own: await findOwnReactions(database, memberId, conversationId, from, to) }
    },

    /** The members who reacted in one way. */
    async listReacting(
      memberId: string,
      { conversationId, sequence, reaction }: Omit<Reaction, 'memberId'>,
      cursor: string | undefined,
    ): Promise<ReactingPage> {
      await accessConversation(conversationId, memberId)
      const hidden = await findHidden(memberId)
      const message = await findMessage(database, conversationId, sequence)
      if (!message || isHidden(message, hidden)) throw new AppError('chat.message_not_found')
      const rows = await findReacting(
        database,
        { conversationId, sequence, reaction },
        { after: positionOf(cursor), hidden, limit: reactingPageSize + 1 },
      )
      const { page, nextCursor } = pageOf(rows, reactingPageSize, ({ at, uid }) => [at, uid])
      return { people: page.map(({ at: _, ...person }) => person), next: nextCursor }
    },
  }
}

function positionOf(cursor: string | undefined) {
  if (cursor === undefined) return null
  const [at, uid] = decodeCursor(cursor, z.tuple([cursorInstant, z.uuid()]))
  return { at, uid }
}
