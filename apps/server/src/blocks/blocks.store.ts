import { type SqlBool, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** Lets a member's blocks change one by one until the transaction ends. */
export async function lockBlocks(trx: DatabaseTransaction, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('blocks ' || ${uid}, 0))`.execute(trx)
}

export async function hasBlocked(database: Database, uid: string, blockedId: string): Promise<boolean> {
  const row = await database
    .selectFrom('blocks')
    .select('user_id')
    .where('user_id', '=', uid)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether one of the two has blocked the other, as the transaction sees it. */
export async function areHidden(database: Database, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ areHidden: boolean }>`
    select ${isBlockedBetween(sql`${one}::uuid`, sql`${other}::uuid`)} as "areHidden"`.execute(database)
  return rows[0]?.areHidden ?? false
}

export async function countBlocked(trx: DatabaseTransaction, uid: string): Promise<number> {
  const { count } = await trx
    .selectFrom('blocks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', uid)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertBlock(trx: DatabaseTransaction, uid: string, blockedId: string): Promise<void> {
  await trx.insertInto('blocks').values({ user_id: uid, blocked_id: blockedId }).execute()
}

export async function deleteBlock(database: Database, uid: string, blockedId: string): Promise<void> {
  await database.deleteFrom('blocks').where('user_id', '=', uid).where('blocked_id', '=', blockedId).execute()
}

/** Where a page of the blocked begins: after this one. The instant has microseconds. */
type BlockedPosition = { at: string; uid: string }

/** The people whom a member has blocked, the latest first. */
export async function findBlocked(
  database: Database,
  uid: string,
  { after, limit }: { after: BlockedPosition | null; limit: number },
) {
  return await database
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocked_id')
    .select([
      'users.id as uid',
      'display_name as displayName',
      sql<string>`coalesce(photo_url, '')`.as('photoURL'),
      sql<string>`to_char(blocks.blocked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'),
    ])
    .where('user_id', '=', uid)
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`blocks.blocked_at <= ${after?.at}::timestamptz
          and (blocks.blocked_at < ${after?.at}::timestamptz or blocked_id > ${after?.uid}::uuid)`,
      ),
    )
    .orderBy('blocks.blocked_at', 'desc')
    .orderBy('blocked_id')
    .limit(literalLimit(limit))
    .execute()
}

/**
 * The people whom each of the members does not see, by uid; members who see everybody are left out. A block applies to the bots of
 * both members as well: they are hidden, and do not see the other.
 */
export async function findHidden(database: Database, uids: string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ uid: string; hidden: string[] }>`
    /* prepared */ with viewers as (
      select uid, uid as blocking from unnest(${uids}::uuid[]) as uid
      union all select id, bot_owner from users where id = any(${uids}::uuid[]) and bot_owner is not null
    ),
    pairs as (
      select uid, blocked_id as other from viewers join blocks on user_id = blocking
      union
      select uid, user_id from viewers join blocks on blocked_id = blocking
    )
    select uid, array_agg(other) as hidden
    from (
      select uid, other from pairs
      union
      select uid, id from pairs join users on bot_owner = other
    ) as everybody
    group by uid`.execute(database)
  return new Map(rows.map(({ uid, hidden }) => [uid, new Set(hidden)]))
}
