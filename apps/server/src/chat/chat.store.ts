import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** A conversation as one member stands to it. */
export type Conversation = {
  id: string
  kind: 'public' | 'private'
  head: number
  authorCount: number
  /** The other of the two; null where the viewer is not one of them, and in the public room. */
  partnerId: string | null
}

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
  removedAt: Date | null
}

export type StoredBatch = {
  messages: StoredMessage[]
  newlyStored: Set<string>
  authorCount: number
  /** The members of a private conversation for whom something in it is unread, with this batch. */
  unreadFor: string[]
}

export async function findConversation(
  database: Database,
  id: string,
  viewerId: string,
): Promise<Conversation | undefined> {
  return await database
    .selectFrom('conversations')
    .leftJoin('conversation_members', (join) =>
      join.onRef('conversation_id', '=', 'conversations.id').on('user_id', '=', viewerId),
    )
    .select(['id', 'kind', 'head', 'author_count as authorCount', 'partner_id as partnerId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The newest sequences of conversations. */
export async function findHeads(database: Database, ids: string[]): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('conversations')
    .select(['id', 'head'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map(({ id, head }) => [id, head]))
}

/** Creates a private conversation, unless there is one. */
export async function insertPrivateConversation(
  database: Database,
  id: string,
  one: string,
  other: string,
): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('conversations')
      .values({ id, kind: 'private' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .insertInto('conversation_members')
      .values([
        { conversation_id: id, user_id: one, partner_id: other },
        { conversation_id: id, user_id: other, partner_id: one },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** What a conversation's head shows of the partner. */
export async function findPerson(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select(['id as uid', 'display_name as displayName', sql<string>`coalesce(photo_url, '')`.as('photoURL')])
    .where('id', '=', uid)
    .executeTakeFirst()
}

/**
 * Notes how far a member has read, never less than before, and answers whether the partner wrote more than that. The
 * conversation's lock puts it before or after any message that is being stored.
 */
export async function updateLastRead(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
  sequence: number,
): Promise<{ wasUnread: boolean; isUnread: boolean } | undefined> {
  await trx.selectFrom('conversations').select('id').where('id', '=', conversationId).forUpdate().execute()
  const { rows } = await sql<{ wasUnread: boolean; isUnread: boolean }>`
      with present as (
        select is_unread, greatest(last_read, least(${sequence}::bigint, head)) as last_read
        from conversation_members join conversations on conversations.id = conversation_id
        where conversation_id = ${conversationId} and user_id = ${uid}
      )
      update conversation_members
      set
        last_read = present.last_read,
        is_unread = exists (
          select from messages
          where conversation_id = ${conversationId} and sequence > present.last_read and sender_id <> ${uid}
        )
      from present
      where conversation_id = ${conversationId} and user_id = ${uid}
      returning present.is_unread as "wasUnread", conversation_members.is_unread as "isUnread"
    `.execute(trx)
  return rows[0]
}

/** A member's private conversations with something unread, the newest first, and how many there are in all. */
export async function findUnreadChats(database: Database, uid: string, limit: number) {
  const chats = await database
    .selectFrom('conversation_members as own')
    .innerJoin('conversations', 'conversations.id', 'own.conversation_id')
    .innerJoin('users as partner', 'partner.id', 'own.partner_id')
    .select([
      'own.conversation_id as conversationId',
      'partner.id as uid',
      'partner.display_name as displayName',
      sql<string>`coalesce(partner.photo_url, '')`.as('photoURL'),
      // One line of it is shown.
      sql<string | null>`left(conversations.last_message, 300)`.as('lastMessage'),
      'conversations.last_message_at as lastMessageAt',
    ])
    .where('own.user_id', '=', uid)
    .where('own.is_unread', '=', true)
    .orderBy('own.last_message_at', 'desc')
    .limit(limit)
    .execute()
  const { total } = await database
    .selectFrom('conversation_members')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', uid)
    .where('is_unread', '=', true)
    .executeTakeFirstOrThrow()
  return { chats, total }
}

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

/**
 * Stores drafts of one conversation, in their order. The conversation's row lock makes the sequence
 * dense and its order the order of commits: a reader who has seen a sequence can never meet a smaller new one
 * (a plain serial would allow it). A draft that was stored before is answered with what was stored then.
 */
export async function storeMessages(
  trx: DatabaseTransaction,
  conversationId: string,
  drafts: Draft[],
): Promise<StoredBatch> {
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
  const fresh = messages.filter(({ id }) => newlyStored.has(id))
  const unreadFor = fresh.length > 0 ? await markUnread(trx, conversationId, fresh) : []
  return { messages, newlyStored, authorCount, unreadFor }
}

/**
 * Keeps what the lists of chats show, and makes the conversation unread for whoever didn't write. Answers those for whom
 * it is: who replies from another device without reading sees their own words as the last ones.
 */
async function markUnread(
  trx: DatabaseTransaction,
  conversationId: string,
  messages: StoredMessage[],
): Promise<string[]> {
  const last = messages.at(-1)
  const { numUpdatedRows } = await trx
    .updateTable('conversations')
    .set({ last_message: last?.text ?? null, last_message_at: last?.sentAt ?? null })
    .where('id', '=', conversationId)
    .where('kind', '=', 'private')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return []
  const senders = [...new Set(messages.map(({ senderId }) => senderId))]
  const { rows } = await sql<{ user_id: string; is_unread: boolean }>`
    update conversation_members
    set is_unread = is_unread or partner_id = any(${senders}::uuid[]), last_message_at = ${last?.sentAt}
    where conversation_id = ${conversationId}
    returning user_id, is_unread
  `.execute(trx)
  return rows.filter((row) => row.is_unread).map((row) => row.user_id)
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
      'removed_at as removedAt',
    ])
}
