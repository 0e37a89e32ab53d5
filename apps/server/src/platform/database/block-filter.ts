import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether one of two members has blocked the other, or whose bot they are: then neither sees the other. By uids or by columns
 * that have them.
 */
export function isBlockedBetween(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const [ones, others] = [withOwner(one), withOwner(other)]
  return sql<SqlBool>`exists (
    select from blocks
    where (blocks.user_id in ${ones} and blocked_id in ${others}) or (blocks.user_id in ${others} and blocked_id in ${ones})
  )`
}

function withOwner(uid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${uid}, (select bot_owner from users as bot where bot.id = ${uid}))`
}
