import type { Scope } from '@covo/contract/scopes'
import { maximumTokens } from '@covo/contract/tokens/tokens.rules'
import { type SqlBool, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Viewer } from '../platform/viewer.ts'

export type TokenRow = Awaited<ReturnType<typeof findTokens>>[number]

const columns = [
  'id',
  'name',
  'scopes',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_on as lastUsedOn',
] as const

/** The tokens of a member, the newest first. */
export async function findTokens(database: Database, uid: string) {
  return await database
    .selectFrom('tokens')
    .select(columns)
    .where('user_id', '=', uid)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

type NewToken = { name: string; tokenHash: string; scopes: Scope[]; days: number | null }

/**
 * Locks the member's row, so that their tokens are counted one after the other, and a reset of the password or a block that
 * ends them misses none. Answers the token; why not, where the session has ended meanwhile or there are too many.
 */
export async function insertToken(
  trx: DatabaseTransaction,
  { uid, sessionId }: Viewer,
  { name, tokenHash, scopes, days }: NewToken,
): Promise<TokenRow | 'session ended' | 'too many'> {
  await sql`select from users where id = ${uid} for no key update`.execute(trx)
  const { rows } = await sql<{ isPresent: boolean; count: number }>`
    select
      exists (select from sessions where id = ${sessionId}) as "isPresent",
      (select count(*)::int from tokens where user_id = ${uid}) as count`.execute(trx)
  if (!rows[0]?.isPresent) return 'session ended'
  if (rows[0].count >= maximumTokens) return 'too many'
  return await trx
    .insertInto('tokens')
    .values({
      user_id: uid,
      name,
      token_hash: tokenHash,
      scopes,
      expires_at: sql<Date | null>`now() + ${days}::int * interval '1 day'`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Deletes a token of the member; false where they have none with the id. */
export async function deleteToken(trx: DatabaseTransaction, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('tokens')
    .where('user_id', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const isGood = sql<SqlBool>`coalesce(tokens.expires_at > now(), true)`

/** The token with the hash; undefined where there is none, it has expired, or its member may not sign in. */
export async function findGoodToken(database: Database, tokenHash: string) {
  return await database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'user_id')
    .modifyFront(sql`/* prepared */`)
    .select(['tokens.id', 'user_id as uid', 'scopes', 'last_used_on as lastUsedOn'])
    .where('token_hash', '=', tokenHash)
    .where(isGood)
    .where('blocked_at', 'is', null)
    .where('deletion_at', 'is', null)
    .where(sql<SqlBool>`coalesce(suspended_until <= now(), true)`)
    .executeTakeFirst()
}

/** Notes that a token is used today, in UTC, unless it is noted. */
export async function noteTokenUse(database: Database, id: string): Promise<void> {
  await sql`
    update tokens set last_used_on = (now() at time zone 'utc')::date
    where id = ${id} and last_used_on is distinct from (now() at time zone 'utc')::date
  `.execute(database)
}

/** Those of the given ids that are of tokens which have not ended. */
export async function findLiveTokenIds(database: Database, ids: string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('tokens')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(isGood)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
