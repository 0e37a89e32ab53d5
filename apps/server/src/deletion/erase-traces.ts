import { sql } from 'kysely'
import { emptyMessages } from '../chat/changes.store.ts'
import { lockConversation } from '../chat/chat.store.ts'
import { storeReactions } from '../chat/reactions.store.ts'
import { withdrawNotifications } from '../notifications/notify.ts'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { findErasure, keepErasure } from './erasures.store.ts'

/** How many messages are changed in one transaction: writers in their conversation wait for it. */
const batchSize = 500

type Step = (trx: DatabaseTransaction, conversationId: string, uid: string) => Promise<number>

/**
 * Removes what an erased member left in conversations, batch by batch, behind the row lock of each: reactions, how far they
 * read, and the texts where the erasure says so. Begun again, it goes on where it was ended. Answers how many texts went.
 */
export async function eraseTraces(database: Database, uid: string, signal?: AbortSignal): Promise<number> {
  const { textsRemovedBy } = await findErasure(database, uid)

  async function repeat(step: Step, conversations: string[]): Promise<number> {
    let count = 0
    for (const id of conversations) {
      for (;;) {
        signal?.throwIfAborted()
        const done = await database.transaction().execute(async (trx) => {
          await lockConversation(trx, id)
          await keepErasure(trx, uid)
          return await step(trx, id, uid)
        })
        count += done
        if (done < batchSize) break
      }
    }
    return count
  }

  await repeat(removeReactions, await conversationsOf(database, 'message_reactions', uid))
  await repeat(forgetReading, await conversationsOf(database, 'conversation_members', uid))
  if (textsRemovedBy === null) return 0
  const removeTexts: Step = async (trx, id) => await emptyBatch(trx, id, uid, textsRemovedBy)
  return await repeat(removeTexts, await conversationsOf(database, 'conversation_authors', uid))
}

async function conversationsOf(
  database: Database,
  table: 'message_reactions' | 'conversation_members' | 'conversation_authors',
  uid: string,
): Promise<string[]> {
  const rows = await database
    .selectFrom(table)
    .select('conversation_id as id')
    .distinct()
    .where('user_id', '=', uid)
    .orderBy('conversation_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes reactions back. Readers learn of them by the change's number, at the next sweep. */
async function removeReactions(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
): Promise<number> {
  const own = await trx
    .selectFrom('message_reactions')
    .select(['sequence', 'reaction'])
    .where('user_id', '=', uid)
    .where('conversation_id', '=', conversationId)
    .orderBy('sequence')
    .limit(literalLimit(batchSize))
    .execute()
  await storeReactions(
    trx,
    conversationId,
    own.map((reaction) => ({ ...reaction, conversationId, memberId: uid, isSet: false })),
  )
  return own.length
}

/** Makes the reading positions those of a member who has read everything: they reveal nothing. */
async function forgetReading(trx: DatabaseTransaction, conversationId: string, uid: string): Promise<number> {
  await sql`
    update conversation_members set last_read = head, is_unread = false
    from conversations
    where conversations.id = conversation_id and conversation_id = ${conversationId} and user_id = ${uid}
  `.execute(trx)
  return 0
}

async function emptyBatch(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
  removedBy: 'author' | 'operator',
): Promise<number> {
  const rows = await trx
    .selectFrom('messages')
    .select('sequence')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', uid)
    .where('removed_at', 'is', null)
    .orderBy('sequence', 'desc')
    .limit(batchSize)
    .execute()
  if (rows.length === 0) return 0
  const sequences = rows.map(({ sequence }) => sequence)
  await recordNews(trx, await emptyMessages(trx, withdrawNotifications, conversationId, sequences, removedBy))
  return rows.length
}
