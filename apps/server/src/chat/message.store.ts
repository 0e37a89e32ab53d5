import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { StoredMessage } from './stored-message.ts'

/** A message to be stored. The pair of sender and client id names it within its conversation. */
export type Draft = { senderId: string; clientId: string; text: string }

/** `isNew` where this draft was stored, not an earlier one with the same client id. */
type StoredDraft = StoredMessage & { isNew: boolean }

type StoredBatch = { kind: 'public' | 'private'; stored: StoredDraft[]; authorCount: number }

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
  const stored = await insertFreshDrafts(trx, conversationId, head, drafts)
  return { kind, stored, authorCount: stored[0]?.authorCount ?? 0 }
}

/**
 * Inserts the drafts that are not stored yet, numbered on from `head`, and advances the conversation's head and its count
 * of authors; answers what is stored of all drafts. One statement: other writers wait for each of its round trips.
 */
async function insertFreshDrafts(
  trx: DatabaseTransaction,
  conversationId: string,
  head: number,
  drafts: Draft[],
): Promise<(StoredDraft & { authorCount: number })[]> {
  const { rows } = await sql<StoredDraft & { authorCount: number }>`
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
