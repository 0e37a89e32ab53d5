import { searchedText } from '@covo/contract/chat/search.rules'
import { type RawBuilder, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

const batchSize = 500
/** Batches that a search indexes before it begins: for messages since the last look, not for those of an import. */
const batchesOfSearch = 20

/** Indexes sent and changed messages; after an import or an upgrade that is every message. */
export async function indexMessages(database: Database, signal: AbortSignal): Promise<void> {
  for (const id of await findUnindexed(database))
    while (!signal.aborted && (await indexBatch(database, id)) === batchSize);
}

/** Indexes the latest messages and changes of conversations that are about to be searched. */
export async function indexForSearch(database: Database, conversationIds: string[]): Promise<void> {
  let left = batchesOfSearch
  for (const id of await findUnindexedAmong(database, conversationIds))
    while (left > 0 && (await indexBatch(database, id)) === batchSize) left -= 1
}

/** Conversations that have messages or changes which are not in the index. */
async function findUnindexed(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations as conversation
    left join searched_conversations as searched on searched.conversation_id = id
    where ${isUnindexed}`.execute(database)
  return rows.map(({ id }) => id)
}

/** The same among some. */
async function findUnindexedAmong(database: Database, conversationIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${conversationIds}::text[]) as given (id) ${joinIndexState(sql`given.id`)}
    where ${isUnindexed}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Joins `conversation` and `searched`, each read by an id: of many, a planner would rather pass over all that there are. */
export const joinIndexState = (id: RawBuilder<unknown>) => sql`
  cross join lateral (select head, changes from conversations where id = ${id} offset 0) as conversation
  left join lateral (
    select head, changes from searched_conversations where conversation_id = ${id} offset 0
  ) as searched on true`

/** Whether messages or changes of `conversation` are not in the index, whose state is `searched`. */
export const isUnindexed = sql`(
  conversation.head > coalesce(searched.head, 0) or conversation.changes > coalesce(searched.changes, 0)
)`

/**
 * Indexes the next messages and changes of a conversation; answers how many of the one or the other there were, `batchSize` at
 * most. Sequences and changes are dense and in the order of commits: none is added below a number that was read.
 */
export async function indexBatch(database: Database, conversationId: string): Promise<number> {
  return await database.transaction().execute(async (trx) => {
    const reached = await lockReached(trx, conversationId)
    const limit = literalLimit(batchSize)
    const messages = trx
      .selectFrom('messages')
      .select(['sequence', 'sender_id', 'sent_at', 'text', 'removed_at', 'change'])
      .where('conversation_id', '=', conversationId)
      .limit(limit)
    const sent = await messages.where('sequence', '>', reached.head).orderBy('sequence').execute()
    const changed = await messages.where('change', '>', reached.changes).orderBy('change').execute()
    const latest = new Map([...sent, ...changed].map((message) => [message.sequence, message]))
    const removed = [...latest.values()].filter((message) => message.removed_at)
    const present = [...latest.values()].filter((message) => !message.removed_at)
    await deleteSearched(
      trx,
      conversationId,
      removed.map(({ sequence }) => sequence),
    )
    await sql`
      insert into searched_messages (conversation_id, sequence, sender_id, sent_at, folded)
      select ${conversationId}, * from unnest(
        ${present.map(({ sequence }) => sequence)}::bigint[], ${present.map(({ sender_id }) => sender_id)}::uuid[],
        ${present.map(({ sent_at }) => sent_at)}::timestamptz[], ${present.map(({ text }) => searchedText(text))}::text[]
      )
      on conflict (conversation_id, sequence) do update set folded = excluded.folded
      where searched_messages.folded <> excluded.folded`.execute(trx)
    await trx
      .updateTable('searched_conversations')
      .set({
        head: sent.at(-1)?.sequence ?? reached.head,
        changes: changed.at(-1)?.change ?? reached.changes,
      })
      .where('conversation_id', '=', conversationId)
      .execute()
    return Math.max(sent.length, changed.length)
  })
}

/** Takes the texts of messages out of the index. */
export async function deleteSearched(
  trx: DatabaseTransaction,
  conversationId: string,
  sequences: number[],
): Promise<void> {
  await trx
    .deleteFrom('searched_messages')
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sql<number>`any(${sequences}::bigint[])`)
    .execute()
}

/** Up to which message and change a conversation is indexed. The lock makes others who index it wait. */
async function lockReached(trx: DatabaseTransaction, conversationId: string) {
  await trx
    .insertInto('searched_conversations')
    .values({ conversation_id: conversationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await trx
    .selectFrom('searched_conversations')
    .select(['head', 'changes'])
    .where('conversation_id', '=', conversationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
