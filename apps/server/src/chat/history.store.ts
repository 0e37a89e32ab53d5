import { type SelectQueryBuilder, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { StoredMessage } from './stored-message.ts'

/** The newest messages before a sequence (or of all), the newest first. */
export async function findMessagesBefore(
  database: Database,
  conversationId: string,
  before: number,
  limit: number,
): Promise<StoredMessage[]> {
  return await selectMessages(database)
    .where('conversation_id', '=', conversationId)
    .where('sequence', '<', before)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

/** The oldest messages after a sequence, in the order of their sequence. */
export async function findMessagesAfter(
  database: Database,
  conversationId: string,
  after: number,
  limit: number,
): Promise<StoredMessage[]> {
  return await selectMessages(database)
    .where('conversation_id', '=', conversationId)
    .where('sequence', '>', after)
    .orderBy('sequence', 'asc')
    .limit(limit)
    .execute()
}

/** The messages whose latest change comes after a number, in the order of their changes. */
export async function findMessagesChangedAfter(
  database: Database,
  conversationId: string,
  after: number,
  limit: number,
): Promise<StoredMessage[]> {
  return await selectMessages(database)
    .where('conversation_id', '=', conversationId)
    .where('change', '>', after)
    .orderBy('change', 'asc')
    .limit(literalLimit(limit))
    .execute()
}

export async function findMessage(
  database: Database,
  conversationId: string,
  sequence: number,
): Promise<StoredMessage | undefined> {
  return await selectMessages(database)
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
}

/**
 * The version of a conversation's newest page, as an ETag: it changes with each write to a row of the page, to its authors'
 * rows and to the conversation's own. PostgreSQL's `xmin` is the transaction that wrote a row last, and rises.
 */
export async function findNewestPageVersion(
  database: Database,
  conversationId: string,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    /* prepared */ select concat_ws(' ', conversations.xmin, string_agg(newest.message || '/' || newest.author, ' ')) as version
    from conversations left join (
      select messages.xmin::text as message, users.xmin::text as author
      from messages join users on users.id = sender_id
      where conversation_id = ${conversationId}
      order by sequence desc limit ${limit}
    ) as newest on true
    where id = ${conversationId}
    group by conversations.id`.execute(database)
  return rows[0]?.version
}

function selectMessages(database: Database): SelectQueryBuilder<Tables, 'messages' | 'users', StoredMessage> {
  return database
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.sender_id')
    .select([
      'messages.id',
      'conversation_id as conversationId',
      'sequence',
      'client_id as clientId',
      'sender_id as senderId',
      'users.display_name as senderName',
      'users.photo_url as senderPhoto',
      'text',
      'sent_at as sentAt',
      'removed_at as removedAt',
      'removed_by as removedBy',
      'edits',
      'edited_at as editedAt',
      'reactions',
      'change',
    ])
}
