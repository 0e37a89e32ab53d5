import { messagePageSize } from '@covo/contract/chat/chat.rules'
import { type SqlBool, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'
import type { Hidden } from '../platform/viewer.ts'
import { filesOfMessage } from './files-of-message.ts'
import type { StoredMessage } from './stored-message.ts'

/** The newest messages before a sequence (or of all), the newest first. */
export async function findMessagesBefore(
  database: Database,
  conversationId: string,
  before: number,
  limit: number,
): Promise<StoredMessage[]> {
  return await selectMessages(database)
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.sequence', '<', before)
    .orderBy('messages.sequence', 'desc')
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
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.sequence', '>', after)
    .orderBy('messages.sequence', 'asc')
    .limit(limit)
    .execute()
}

/** The newest messages before one, the newest first; and those from it on, in the order of their sequence. */
export async function findMessagesAround(
  database: Database,
  conversationId: string,
  sequence: number,
  limit: number,
): Promise<{ before: StoredMessage[]; from: StoredMessage[] }> {
  const before = Math.floor(limit / 2)
  const [newer, older] = await Promise.all([
    findMessagesAfter(database, conversationId, sequence - 1, limit - before),
    findMessagesBefore(database, conversationId, sequence, before),
  ])
  return { before: older, from: newer }
}

/** The messages whose latest change comes after a number, in the order of their changes. */
export async function findMessagesChangedAfter(
  database: Database,
  conversationId: string,
  after: number,
  limit: number,
): Promise<StoredMessage[]> {
  return await selectMessages(database)
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.change', '>', after)
    .orderBy('messages.change', 'asc')
    .limit(literalLimit(limit))
    .execute()
}

export async function findMessage(
  database: Database,
  conversationId: string,
  sequence: number,
): Promise<StoredMessage | undefined> {
  return await selectMessages(database)
    .modifyFront(sql`/* prepared */`)
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.sequence', '=', sequence)
    .executeTakeFirst()
}

/** The sequence of the newest message by others than those who are hidden; 0 where there is none. */
export async function findNewestSeen(
  database: Database,
  conversationId: string,
  hidden: Hidden,
): Promise<number> {
  const row = await database
    .selectFrom('messages')
    .select('sequence')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '<>', sql<string>`all(${[...hidden]}::uuid[])`)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** The messages at these places, in any order. */
export async function findMessagesAt(
  database: Database,
  places: readonly { conversationId: string; sequence: number }[],
): Promise<StoredMessage[]> {
  const conversations = places.map(({ conversationId }) => conversationId)
  const sequences = places.map(({ sequence }) => sequence)
  return await selectMessages(database)
    .where(
      sql<SqlBool>`(messages.conversation_id, messages.sequence) in (
        select * from unnest(${conversations}::text[], ${sequences}::bigint[])
      )`,
    )
    .execute()
}

/**
 * The version of a conversation's newest page, as an ETag: it changes with each write to a row of the page, to its quotes, to
 * the rows of all their authors and to the conversation's own. PostgreSQL's `xmin` is the transaction that wrote a row last, and rises.
 */
export async function findNewestPageVersion(
  database: Database,
  conversationId: string,
): Promise<string | undefined> {
  const [row] = await readNewestPageVersion(database, conversationId)
  return row?.version
}

const readNewestPageVersion = prepareStatement(
  (_, conversationId: string) => sql<{ version: string }>`
    select concat_ws(' ', conversations.xmin, string_agg(newest.version, ' ')) as version
    from conversations left join (
      select messages.xmin || '/' || users.xmin || case when position('<@' in text) = 0 then '' else (
        select coalesce(string_agg('/' || mentioned.xmin, ''), '')
        from message_mentions as mention join users as mentioned on mentioned.id = mention.user_id
        where mention.conversation_id = messages.conversation_id and mention.sequence = messages.sequence
      ) end || case when reply_to is null then '' else (
        select '/' || quoted.xmin || '/' || author.xmin
        from messages as quoted join users as author on author.id = quoted.sender_id
        where quoted.conversation_id = messages.conversation_id and quoted.sequence = messages.reply_to
      ) end as version
      from messages join users on users.id = sender_id
      where messages.conversation_id = ${conversationId}
      order by messages.sequence desc limit ${literalLimit(messagePageSize)}
    ) as newest on true
    where id = ${conversationId}
    group by conversations.id`,
)

function selectMessages(database: Database) {
  return database
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.sender_id')
    .leftJoin('messages as quoted', (join) =>
      join
        .onRef('quoted.conversation_id', '=', 'messages.conversation_id')
        .onRef('quoted.sequence', '=', 'messages.reply_to'),
    )
    .leftJoin('users as quoted_author', 'quoted_author.id', 'quoted.sender_id')
    .select([
      'messages.id',
      'messages.conversation_id as conversationId',
      'messages.sequence',
      'messages.client_id as clientId',
      'messages.sender_id as senderId',
      'users.display_name as senderName',
      'users.photo_url as senderPhoto',
      'messages.text',
      filesOfMessage(sql`messages`).as('files'),
      'messages.sent_at as sentAt',
      'messages.removed_at as removedAt',
      'messages.removed_by as removedBy',
      'messages.edits',
      'messages.edited_at as editedAt',
      'messages.reactions',
      'messages.change',
      'messages.reply_to as replyTo',
      'quoted.text as quotedText',
      filesOfMessage(sql`quoted`).as('quotedFiles'),
      'quoted.removed_at as quotedRemovedAt',
      'quoted.sender_id as quotedSenderId',
      'quoted_author.display_name as quotedSenderName',
    ])
}
