import { sql } from 'kysely'
import { emptyMessages } from '../chat/changes.store.ts'
import { lockConversation } from '../chat/chat.store.ts'
import { withdrawNotifications } from '../notifications/notify.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
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
      await lockConversation(trx, found.conversationId)
      await recordNews(
        trx,
        await emptyMessages(trx, withdrawNotifications, found.conversationId, [found.sequence], 'operator'),
      )
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
