import { conversationTopic } from '@covo/contract/chat/chat.news'
import { sql } from 'kysely'
import { lockConversation } from '../chat/chat.store.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { memberTopic } from '../platform/realtime/hub.ts'
import { type Publication, recordNews } from '../platform/realtime/newsroom.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Command } from './command.ts'

export const removeMessage: Command = {
  usage: 'ID',
  summary: 'empty a message for good; in its place everybody reads that it was removed',
  words: { from: 1, to: 1 },
  async run({ database, words: [id = ''], print }) {
    const place = await database.transaction().execute(async (trx) => {
      const found = await findPlace(trx, id)
      if (!found) throw new StartupError(`There is no message with the id ${id}.`)
      await lockConversation(trx, found.conversationId)
      await recordNews(trx, await emptyMessages(trx, found.conversationId, [found.sequence]))
      return found
    })
    print(`Removed: message ${place.sequence} of the conversation ${place.conversationId}.`)
    return 0
  },
}

async function findPlace(trx: DatabaseTransaction, id: string) {
  return await trx
    .selectFrom('messages')
    .select(['conversation_id as conversationId', 'sequence'])
    .where(sql<string>`id::text`, '=', id.toLowerCase())
    .executeTakeFirst()
}

/** Empties messages of a conversation that is locked; answers the news of it. */
export async function emptyMessages(
  trx: DatabaseTransaction,
  conversationId: string,
  sequences: number[],
): Promise<Publication[]> {
  await trx
    .updateTable('messages')
    .set({ text: '', removed_at: sql<Date>`coalesce(removed_at, now())` })
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sql<number>`any(${sequences}::bigint[])`)
    .execute()
  return [
    ...(await emptyPreview(trx, conversationId, sequences)),
    ...sequences.map((sequence) => ({
      topic: conversationTopic(conversationId),
      news: { type: 'chat.message_removed' as const, conversationId, sequence },
    })),
  ]
}

/** Answers the news for the members whose lists of chats showed it. */
async function emptyPreview(trx: DatabaseTransaction, conversationId: string, sequences: number[]) {
  const { numUpdatedRows } = await trx
    .updateTable('conversations')
    .set({ last_message: '' })
    .where('id', '=', conversationId)
    .where('kind', '=', 'private')
    .where('head', '=', sql<number>`any(${sequences}::bigint[])`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return []
  const members = await trx
    .selectFrom('conversation_members')
    .select(['user_id', 'is_unread as isUnread'])
    .where('conversation_id', '=', conversationId)
    .execute()
  return members.map(({ user_id, isUnread }) => ({
    topic: memberTopic(user_id),
    news: { type: 'chat.unread_changed' as const, conversationId, isUnread },
  }))
}
