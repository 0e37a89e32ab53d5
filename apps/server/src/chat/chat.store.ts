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
  /** Whether the partner's account was removed. */
  isPartnerGone: boolean
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
  viewerId: string | null,
): Promise<Conversation | undefined> {
  return await database
    .selectFrom('conversations')
    .leftJoin('conversation_members', (join) =>
      join.onRef('conversation_id', '=', 'conversations.id').on('user_id', '=', viewerId),
    )
    .leftJoin('users', 'users.id', 'partner_id')
    .select([
      'conversations.id',
      'kind',
      'head',
      'author_count as authorCount',
      'partner_id as partnerId',
      sql<boolean>`users.erased_at is not null`.as('isPartnerGone'),
    ])
    .where('conversations.id', '=', id)
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
 * Stores how far a member has read, never less than before, and whether the partner wrote more than that. Writes and
 * answers nothing where neither changes: clients repeat the request. The conversation's lock puts it before or after any
 * message that is being stored.
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
        select greatest(last_read, least(${sequence}::bigint, head)) as last_read, is_unread
        from conversation_members join conversations on conversations.id = conversation_id
        where conversation_id = ${conversationId} and user_id = ${uid}
      ),
      next as (
        select last_read, is_unread as was_unread, exists (
          select from messages
          where conversation_id = ${conversationId} and sequence > present.last_read and sender_id <> ${uid}
        ) as is_unread
        from present
      )
      update conversation_members as own
      set last_read = next.last_read, is_unread = next.is_unread
      from next
      where conversation_id = ${conversationId} and user_id = ${uid}
        and (own.last_read, own.is_unread) is distinct from (next.last_read, next.is_unread)
      returning was_unread as "wasUnread", own.is_unread as "isUnread"
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

/**
 * Names the state of a conversation's newest page: the same as long as no row of it was written, its authors' and the
 * conversation's own included. PostgreSQL's `xmin` is the transaction that wrote a row last, and rises.
 */
export async function findNewestPageState(
  database: Database,
  conversationId: string,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', conversations.xmin, string_agg(newest.message || '/' || newest.author, ' ')) as state
    from conversations left join (
      select messages.xmin::text as message, users.xmin::text as author
      from messages join users on users.id = sender_id
      where conversation_id = ${conversationId}
      order by sequence desc limit ${limit}
    ) as newest on true
    where id = ${conversationId}
    group by conversations.id`.execute(database)
  return rows[0]?.state
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
  const { head, kind } = await trx
    .selectFrom('conversations')
    .select(['head', 'kind'])
    .where('id', '=', conversationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const rows = await insertFreshDrafts(trx, conversationId, head, drafts)
  const messages = rows.map(({ authorCount, isNew, ...message }) => message)
  const fresh = rows.filter(({ isNew }) => isNew)
  const isUnread = kind === 'private' && fresh.length > 0
  return {
    messages,
    newlyStored: new Set(fresh.map(({ id }) => id)),
    authorCount: rows[0]?.authorCount ?? 0,
    unreadFor: isUnread ? await markUnread(trx, conversationId, fresh) : [],
  }
}

/**
 * Keeps what the lists of chats show, and makes a private conversation unread for whoever didn't write. Answers those for
 * whom it is: who replies from another device without reading sees their own words as the last ones.
 */
async function markUnread(
  trx: DatabaseTransaction,
  conversationId: string,
  messages: StoredMessage[],
): Promise<string[]> {
  const last = messages.at(-1)
  await trx
    .updateTable('conversations')
    .set({ last_message: last?.text ?? null, last_message_at: last?.sentAt ?? null })
    .where('id', '=', conversationId)
    .execute()
  const senders = [...new Set(messages.map(({ senderId }) => senderId))]
  const { rows } = await sql<{ user_id: string; is_unread: boolean }>`
    update conversation_members
    set is_unread = is_unread or partner_id = any(${senders}::uuid[]), last_message_at = ${last?.sentAt}
    where conversation_id = ${conversationId}
    returning user_id, is_unread
  `.execute(trx)
  return rows.filter((row) => row.is_unread).map((row) => row.user_id)
}

/**
 * Inserts the drafts that are not stored yet, numbered on from `head`, and moves the conversation's head and its count of
 * authors on; answers what is stored of all drafts. One statement: the others who write wait for each of its round trips.
 */
async function insertFreshDrafts(
  trx: DatabaseTransaction,
  conversationId: string,
  head: number,
  drafts: Draft[],
): Promise<(StoredMessage & { isNew: boolean; authorCount: number })[]> {
  const { rows } = await sql<StoredMessage & { isNew: boolean; authorCount: number }>`
    with drafts as (
      select distinct on (sender_id, client_id) sender_id, client_id, text, position
      from unnest(
        ${columnOf(drafts, 'senderId')}::uuid[],
        ${columnOf(drafts, 'clientId')}::uuid[],
        ${columnOf(drafts, 'text')}::text[]
      ) with ordinality as draft (sender_id, client_id, text, position)
      order by sender_id, client_id, position
    ),
    old as (
      select messages.* from drafts join messages using (sender_id, client_id)
      where conversation_id = ${conversationId}
    ),
    new as (
      insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
      select ${conversationId}, ${head} + row_number() over (order by position), sender_id, client_id, text, clock_timestamp()
      from drafts
      where (sender_id, client_id) not in (select sender_id, client_id from old)
      returning *
    ),
    newcomers as (
      insert into conversation_authors (conversation_id, user_id)
      select distinct ${conversationId}, sender_id from drafts
      on conflict do nothing
      returning 1
    ),
    conversation as (
      update conversations
      set head = head + (select count(*) from new), author_count = author_count + (select count(*) from newcomers)
      where id = ${conversationId}
      returning author_count
    )
    select
      stored.id, stored.conversation_id as "conversationId", sequence, client_id as "clientId", sender_id as "senderId",
      display_name as "senderName", photo_url as "senderPhoto", text, sent_at as "sentAt", removed_at as "removedAt",
      "isNew", author_count as "authorCount"
    from (select *, false as "isNew" from old union all select *, true from new) as stored
      join users on users.id = sender_id cross join conversation
    order by sequence`.execute(trx)
  return rows
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
