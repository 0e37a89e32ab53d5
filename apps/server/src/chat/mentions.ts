import type { UnreadMentions } from '@covo/contract/chat/chat.routes'
import {
  conversationKind,
  maximumMentions,
  maximumUnreadMentions,
  membersOf,
} from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { FindHidden } from '../platform/viewer.ts'
import { mentionsChanged } from './chat.news.ts'
import { findReaders } from './conversation-access.store.ts'
import type { AccessConversation } from './conversation-access.ts'
import { mentionedIn } from './mentioned-names.ts'
import { findPresentMembers, findUnreadMentions, markMentionsReadIn } from './mentions.store.ts'

type Dependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  accessConversation: AccessConversation
  findHidden: FindHidden
}

/** The members whom messages notify: those they mention, and the author of the message they reply to. */
export function createMentions(dependencies: Dependencies) {
  const { database, limits, newsroom, accessConversation, findHidden } = dependencies

  async function findMentionable(conversationId: string, uids: string[]): Promise<Set<string>> {
    const kind = conversationKind(conversationId)
    if (kind === 'private') return new Set(membersOf(conversationId))
    return kind === 'team'
      ? await findReaders(database, conversationId, uids)
      : await findPresentMembers(database, uids)
  }

  return {
    /**
     * Lets a text mention members, of whom `known` were mentioned before.
     * @returns those who are new
     * @throws AppError `chat.too_many_mentions`, or `chat.mention_invalid`: anybody may be mentioned in a room, also members
     * whom an event's page does not name; the two in their private chat, and a team's members in its room
     */
    async requireMentionable(conversationId: string, text: string, known: string[] = []): Promise<string[]> {
      const mentioned = mentionedIn(text)
      if (mentioned.length > maximumMentions) throw new AppError('chat.too_many_mentions')
      const added = mentioned.filter((uid) => !known.includes(uid))
      if (added.length === 0) return added
      const allowed = await findMentionable(conversationId, added)
      if (!added.every((uid) => allowed.has(uid))) throw new AppError('chat.mention_invalid')
      return added
    },

    /** @throws AppError `chat.too_fast` */
    async takeMentions(memberId: string, people: string[]): Promise<void> {
      for (const _ of people) {
        const seconds = await limits.take('mentions', memberId)
        if (seconds) throw new AppError('chat.too_fast', { seconds })
      }
    },

    /** The member's unread mentions in the public room and rooms by subject. */
    async listMentions(memberId: string): Promise<UnreadMentions> {
      return await findUnreadMentions(database, memberId, await findHidden(memberId), maximumUnreadMentions)
    },

    async readMention(memberId: string, conversationId: string, sequence: number): Promise<void> {
      await accessConversation(conversationId, memberId)
      await newsroom.transact(async (trx, publish) => {
        if (await markMentionsReadIn(trx, memberId, conversationId, sequence))
          publish(mentionsChanged(memberId))
      })
    },
  }
}
