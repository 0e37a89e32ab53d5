import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import type { Hidden } from '../platform/viewer.ts'
import { isUnindexed, joinIndexState } from './search-index.ts'

/** A message's place among those of several conversations: by time (ISO, milliseconds), then conversation and sequence. */
export type Place = { at: string; conversationId: string; sequence: number }

/** Folded words that all have to occur; `since`, `until` and places in ISO. */
export type Wanted = {
  words: string[]
  userId?: string | undefined
  since?: string | undefined
  until?: string | undefined
  /** Authors whose messages in rooms are not found. */
  hidden?: Hidden
}

/**
 * A conversation to search in. `newestAt`: the time of its newest message; null in the public room. `isIndexed`: whether the index
 * is known to have all of it.
 */
export type SearchedConversation = { id: string; head: number; newestAt: Date | null; isIndexed: boolean }

/** The member's private conversations that have a message. */
export async function findOwnConversations(
  database: Database,
  viewerId: string,
): Promise<SearchedConversation[]> {
  const { rows } = await sql<SearchedConversation>`
    select own.conversation_id as id, conversation.head, own.last_message_at as "newestAt", not ${isUnindexed} as "isIndexed"
    from conversation_members as own ${joinIndexState(sql`own.conversation_id`)}
    where own.user_id = ${viewerId} and own.last_message_at is not null`.execute(database)
  return rows
}

/** The rooms with a message of the events in which the member takes part. */
export async function findOwnRooms(database: Database, viewerId: string): Promise<SearchedConversation[]> {
  const { rows } = await sql<SearchedConversation>`
    select conversations.id, head, sent_at as "newestAt", false as "isIndexed"
    from rooms_of(${viewerId}) as own
    join conversations on conversations.id = own.conversation_id
    join messages on messages.conversation_id = conversations.id and sequence = head`.execute(database)
  return rows
}

/** Milliseconds are what the wire and JavaScript have of an instant. */
const sentAt = sql<Date>`date_trunc('milliseconds', sent_at)`

/**
 * The newest sequence of a conversation that was sent before an instant, or with `isIncluded` at it; 0 where none was. The
 * sequence follows the time.
 */
export async function findSequenceAt(
  database: Database,
  { id, head }: SearchedConversation,
  at: string,
  isIncluded: boolean,
): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    with recursive halves (low, high) as (
      select 0::bigint, ${head}::bigint
      union all
      select case when isBefore then middle else low end, case when isBefore then high else middle - 1 end
      from (select low, high, (low + high + 1) / 2 as middle from halves where low < high) as half,
        lateral (
          select case when ${isIncluded}::boolean then ${sentAt} <= ${at}::timestamptz else ${sentAt} < ${at}::timestamptz end
            as isBefore
          from messages where conversation_id = ${id} and sequence = middle
        ) as probe
    )
    select low as sequence from halves where low = high`.execute(database)
  return rows[0]?.sequence ?? 0
}

/** A part of a conversation: its `size` newest messages before a sequence, `found` those wanted and `last` the oldest of all. */
type Block = { found: Place[]; last: Place | undefined }

/** Searches one block of each of several conversations; answers them by the conversations' ids, and none that is empty. */
export async function findInBlocks(
  database: Database,
  conversations: { id: string; before: number }[],
  wanted: Wanted,
  size: number,
): Promise<Map<string, Block>> {
  const { rows } = await sql<{ id: string; sequence: number; at: Date; isWanted: boolean }>`
    with block as materialized (
      select id, sequence, at, "isWanted", min(sequence) over (partition by id) as oldest
      from unnest(
        ${conversations.map(({ id }) => id)}::text[], ${conversations.map(({ before }) => before)}::bigint[]
      ) as conversation (id, before)
      cross join lateral (
        select sequence, ${sentAt} as at, (${isWanted(wanted)}) as "isWanted"
        from searched_messages
        where conversation_id = conversation.id and sequence < conversation.before
        order by sequence desc limit ${literalLimit(size)}
      ) as newest
    )
    select id, sequence, at, "isWanted" from block where "isWanted" or sequence = oldest
    order by sequence desc`.execute(database)
  const blocks = new Map<string, Block>()
  for (const [id, block] of Map.groupBy(rows, (row) => row.id)) {
    const places = block.map((row) => ({ ...toPlace(row, id), isWanted: row.isWanted }))
    blocks.set(id, { found: places.filter((place) => place.isWanted), last: places.at(-1) })
  }
  return blocks
}

/** The folded texts of a conversation's newest messages. */
export async function findNewestTexts(
  database: Database,
  conversationId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('searched_messages')
    .select('folded')
    .where('conversation_id', '=', conversationId)
    .orderBy('sequence', 'desc')
    .limit(literalLimit(limit))
    .execute()
  return rows.map(({ folded }) => folded)
}

/**
 * Those wanted messages before a place that an index of their trigrams finds, in any order: `limit` at most. In one conversation,
 * or in all that the member may read. The index is asked for `parts` of the wanted words alone, where there are any.
 */
export async function findByTrigrams(
  database: Database,
  scope: { conversationId: string } | { viewerId: string; rooms: string[] },
  before: Place,
  wanted: Wanted,
  parts: string[],
  limit: number,
): Promise<Place[]> {
  const isInScope =
    'conversationId' in scope
      ? sql<SqlBool>`string_to_array(conversation_id, '_') @> string_to_array(${scope.conversationId}, '_')`
      : sql<SqlBool>`string_to_array(conversation_id, '_') && ${[publicRoomId, scope.viewerId, ...scope.rooms]}::text[]`
  // An expression that is no plain column is compared without the index.
  const isFound =
    parts.length > 0
      ? sql<SqlBool>`${isWanted({ words: parts })} and ${isWanted(wanted, sql`(folded || '')`)}`
      : isWanted(wanted)
  return await database.transaction().execute(async (trx) => {
    // A planner that expects many would pass over the whole table until it has as many as the limit.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      trx,
    )
    const { rows } = await sql<{ conversationId: string; sequence: number; at: Date }>`
      select conversation_id as "conversationId", sequence, ${sentAt} as at
      from searched_messages
      where ${isInScope} and ${isFound}
        and case when conversation_id = ${before.conversationId} then sequence < ${before.sequence}
          else (${sentAt}, conversation_id) < (${before.at}::timestamptz, ${before.conversationId}) end
      limit ${literalLimit(limit)}`.execute(trx)
    return rows.map((row) => toPlace(row, row.conversationId))
  })
}

function isWanted({ words, userId, since, until, hidden }: Wanted, text = sql`folded`): RawBuilder<SqlBool> {
  const conditions = [
    ...words.map((word) => sql<SqlBool>`${text} like ${containing(word)}`),
    ...(userId ? [sql<SqlBool>`sender_id = ${userId}`] : []),
    ...(since ? [sql<SqlBool>`sent_at >= ${since}::timestamptz`] : []),
    ...(until ? [sql<SqlBool>`sent_at < ${until}::timestamptz`] : []),
    ...(hidden?.size
      ? [sql<SqlBool>`(position('_' in conversation_id) > 0 or sender_id <> all(${[...hidden]}::uuid[]))`]
      : []),
  ]
  return conditions.reduce((all, one) => sql<SqlBool>`${all} and ${one}`)
}

function toPlace({ at, sequence }: { at: Date; sequence: number }, conversationId: string): Place {
  return { at: at.toISOString(), conversationId, sequence }
}
