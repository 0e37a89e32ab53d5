import type { ErrorCode } from '@covo/contract/errors'
import { sql } from 'kysely'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'

/** Those of the members who may read a conversation. */
export async function findReaders(
  database: Database,
  conversationId: string,
  uids: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ uid: string }>`
    /* prepared */ select uid from conversations, unnest(${uids}::uuid[]) as uid
    where conversations.id = ${conversationId} and may_read(conversations, uid)`.execute(database)
  return new Set(rows.map(({ uid }) => uid))
}

/** The members of a team whose devices get its messages: not who wrote all of them, nor who mutes it, but for those who are called. */
export async function findPushedMembers(
  database: Database,
  conversationId: string,
  senders: string[],
  called: string[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    /* prepared */ select user_id as uid from memberships
    where conversation_id = ${conversationId}
      and (cardinality(${senders}::uuid[]) > 1 or user_id <> all(${senders}::uuid[]))
      and (coalesce(muted_until <= now(), true) or user_id = any(${called}::uuid[]))`.execute(database)
  return rows.map(({ uid }) => uid)
}

/**
 * Why members may not write to a conversation, by their uids. Ask behind the row lock of the conversation, which the end of a friendship
 * and leaving an event take too: they come before what is written or after it.
 */
export async function findRefusals(
  database: Database,
  conversationId: string,
  uids: string[],
): Promise<ReadonlyMap<string, AppError>> {
  const { rows } = await sql<{ uid: string; refusal: ErrorCode | null }>`
    /* prepared */ select uid, write_refusal(conversations, uid) as refusal
    from conversations, unnest(${uids}::uuid[]) as uid where conversations.id = ${conversationId}`.execute(
    database,
  )
  const refusalOf = new Map(rows.map(({ uid, refusal }) => [uid, refusal]))
  return new Map(
    uids.flatMap((uid) => {
      const refusal = refusalOf.has(uid) ? refusalOf.get(uid) : 'chat.conversation_not_found'
      return refusal ? [[uid, new AppError(refusal)]] : []
    }),
  )
}
