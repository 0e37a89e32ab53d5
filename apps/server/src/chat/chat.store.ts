import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

export type Conversation = { id: string; kind: 'public'; head: number; authorCount: number }

/** A message to be stored. The pair of sender and client id names it within its conversation. */
export type Draft = { senderId: string; clientId: string; text: string }

/** A stored message with its author's present name and photo. */
export type StoredMessage = {
  id: string
  conversationId: string
  sequence: number
  clientId: string
  senderId: string
  senderName: string
  senderPhoto: string | null
  text: string
  sentAt: Date
}

export type StoredBatch = { messages: StoredMessage[]; newlyStored: Set<string>; authorCount: number }

export async function findConversation(database: Database, id: string): Promise<Conversation | undefined> {
  return await database
    .selectFrom('conversations')
    .select(['id', 'kind', 'head', 'author_count as authorCount'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The newest messages before a sequence (or of all), in the order of their sequence. */
export async function findMessagesBefore(
  database: Database,
  conversationId: string,
  before: number,
  limit: number,
): Promise<StoredMessage[]> {
  const newestFirst = await selectMessages(database)
    .where('conversation_id', '=', conversationId)
    .where('sequence', '<', before)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return newestFirst.reverse()
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

/**
 * Stores drafts of one conversation in one transaction, in their order. The conversation's row lock makes the sequence
 * dense and its order the order of commits: a reader who has seen a sequence can never meet a smaller new one
 * (a plain serial would allow it). A draft that was stored before is answered with what was stored then.
 */
export async function storeMessages(
  database: Database,
  conversationId: string,
  drafts: Draft[],
): Promise<StoredBatch> {
  return await database.transaction().execute(async (trx) => {
    const { head } = await trx
      .selectFrom('conversations')
      .select('head')
      .where('id', '=', conversationId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const newlyStored = await insertFreshDrafts(trx, conversationId, head, drafts)
    const authorCount = await countAuthors(trx, conversationId, drafts, newlyStored.size)
    const messages = await selectMessages(trx)
      .where('conversation_id', '=', conversationId)
      .where(
        sql<boolean>`(sender_id, client_id) in (select * from unnest(${columnOf(drafts, 'senderId')}::uuid[], ${columnOf(drafts, 'clientId')}::uuid[]))`,
      )
      .orderBy('sequence')
      .execute()
    return { messages, newlyStored, authorCount }
  })
}

/** Inserts the drafts that are not stored yet, numbered on from `head`; answers the ids of the new messages. */
async function insertFreshDrafts(
  trx: DatabaseTransaction,
  conversationId: string,
  head: number,
  drafts: Draft[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with drafts as (
      select distinct on (sender_id, client_id) sender_id, client_id, text, position
      from unnest(
        ${columnOf(drafts, 'senderId')}::uuid[],
        ${columnOf(drafts, 'clientId')}::uuid[],
        ${columnOf(drafts, 'text')}::text[]
      ) with ordinality as draft (sender_id, client_id, text, position)
      order by sender_id, client_id, position
    )
    insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
    select ${conversationId}, ${head} + row_number() over (order by position), sender_id, client_id, text, clock_timestamp()
    from drafts
    where not exists (
      select from messages m
      where m.conversation_id = ${conversationId} and m.sender_id = drafts.sender_id and m.client_id = drafts.client_id
    )
    returning id`.execute(trx)
  return new Set(rows.map((row) => row.id))
}

/** Moves the conversation's head and its count of authors on; answers the count. */
async function countAuthors(
  trx: DatabaseTransaction,
  conversationId: string,
  drafts: Draft[],
  stored: number,
): Promise<number> {
  const { rows } = await sql<{ author_count: number }>`
    with newcomers as (
      insert into conversation_authors (conversation_id, user_id)
      select distinct ${conversationId}, author from unnest(${columnOf(drafts, 'senderId')}::uuid[]) as author
      on conflict do nothing
      returning 1
    )
    update conversations
    set head = head + ${stored}, author_count = author_count + (select count(*) from newcomers)
    where id = ${conversationId}
    returning author_count`.execute(trx)
  return rows[0]?.author_count ?? 0
}

function columnOf(drafts: Draft[], field: keyof Draft): string[] {
  return drafts.map((draft) => draft[field])
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
    ])
}
