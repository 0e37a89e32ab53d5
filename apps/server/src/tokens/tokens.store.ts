import type { Scope } from '@covo/contract/scopes'
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

/**
 * Locks the row of a member who makes a token, so that tokens are counted one after the other, and a reset of the password or a
 * block that ends them misses none. False where the session has ended meanwhile.
 */
export async function lockMaker(trx: DatabaseTransaction, { uid, sessionId }: Viewer): Promise<boolean> {
  await sql`select from users where id = ${uid} for no key update`.execute(trx)
  const { rows } = await sql`select from sessions where id = ${sessionId}`.execute(trx)
  return rows.length > 0
}

/** Of a member, or the webhooks of a bot; a row is locked against others that are made meanwhile. */
export async function countTokens(
  trx: DatabaseTransaction,
  uid: string,
  areWebhooks = false,
): Promise<number> {
  const { count } = await trx
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', uid)
    .where('is_webhook', '=', areWebhooks)
    .executeTakeFirstOrThrow()
  return count
}

export type NewToken = {
  name: string
  tokenHash: string
  scopes: Scope[]
  days: number | null
  isWebhook?: boolean
  /** The room by subject that a webhook posts to. */
  roomId?: string | null
}

/** Stores a token of a member, or of a bot. */
export async function insertToken(
  trx: DatabaseTransaction,
  uid: string,
  { name, tokenHash, scopes, days, isWebhook = false, roomId = null }: NewToken,
): Promise<TokenRow> {
  return await trx
    .insertInto('tokens')
    .values({
      user_id: uid,
      name,
      token_hash: tokenHash,
      scopes,
      is_webhook: isWebhook,
      room_id: roomId,
      expires_at: sql<Date | null>`now() + ${days}::int * interval '1 day'`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Ends the token of a bot; its webhooks stay. */
export async function deleteTokenOfBot(trx: DatabaseTransaction, uid: string): Promise<void> {
  await trx.deleteFrom('tokens').where('user_id', '=', uid).where('is_webhook', '=', false).execute()
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

/**
 * The token with the hash; undefined where there is none, it has expired, or its member, or the owner of the bot that it is, may
 * not sign in.
 */
export async function findGoodToken(database: Database, tokenHash: string) {
  return await database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'user_id')
    .leftJoin('users as owner', 'owner.id', 'users.bot_owner')
    .modifyFront(sql`/* prepared */`)
    .select([
      'tokens.id',
      'user_id as uid',
      'scopes',
      'is_webhook as isWebhook',
      'last_used_on as lastUsedOn',
    ])
    .where('token_hash', '=', tokenHash)
    .where(isGood)
    .where('users.blocked_at', 'is', null)
    .where('users.deletion_at', 'is', null)
    .where(sql<SqlBool>`coalesce(users.suspended_until <= now(), true)`)
    .where('owner.blocked_at', 'is', null)
    .where('owner.deletion_at', 'is', null)
    .where(sql<SqlBool>`coalesce(owner.suspended_until <= now(), true)`)
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
