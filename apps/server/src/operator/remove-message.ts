import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { SliceNews } from '@covo/contract/realtime'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { memberTopic } from '../platform/realtime/hub.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
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
      const { conversationId, sequence } = found
      // Not while a message is stored, which would read the preview that is about to change.
      await trx
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', conversationId)
        .forUpdate()
        .execute()
      await trx
        .updateTable('messages')
        .set({ text: '', removed_at: sql<Date>`coalesce(removed_at, now())` })
        .where('conversation_id', '=', conversationId)
        .where('sequence', '=', sequence)
        .execute()
      const news: SliceNews = { type: 'chat.message_removed', conversationId, sequence }
      await recordNews(trx, [
        { topic: conversationTopic(conversationId), news },
        ...(await emptyPreview(trx, conversationId, sequence)),
      ])
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

/** Answers the news for the members whose list of unread chats showed it. */
async function emptyPreview(trx: DatabaseTransaction, conversationId: string, sequence: number) {
  const { numUpdatedRows } = await trx
    .updateTable('conversations')
    .set({ last_message: '' })
    .where('id', '=', conversationId)
    .where('kind', '=', 'private')
    .where('head', '=', sequence)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return []
  const unread = await trx
    .selectFrom('conversation_members')
    .select('user_id')
    .where('conversation_id', '=', conversationId)
    .where('is_unread', '=', true)
    .execute()
  return unread.map(({ user_id }) => ({
    topic: memberTopic(user_id),
    news: { type: 'chat.unread_changed' as const, conversationId, isUnread: true },
  }))
}
