import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether one of two members has blocked the other: then neither sees the other. By uids or by columns that have them. */
export function isBlockedBetween(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from blocks
    where (blocks.user_id = ${one} and blocked_id = ${other}) or (blocks.user_id = ${other} and blocked_id = ${one})
  )`
}
