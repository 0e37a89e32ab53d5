import { type SqlBool, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

const hasSecondFactor = sql<boolean>`exists (select from second_factors where user_id = users.id and is_on)`
const hasPasskey = sql<boolean>`exists (select from passkeys where user_id = users.id)`

/** A member who moderates; undefined of all others. */
export async function findModerator(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', uid)
    .where('is_moderator', '=', true)
    .executeTakeFirst()
}

/**
 * Those who may decide on a report: neither the one who reported nor the one who answers for the subject, as the owner of a bot
 * does besides.
 */
export async function findJudges(
  trx: DatabaseTransaction,
  { reporterId, memberId }: { reporterId: string; memberId: string },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('is_moderator', '=', true)
    .where(sql<SqlBool>`(${hasSecondFactor} or ${hasPasskey})`)
    .where('id', 'not in', [reporterId, memberId])
    .where(
      sql<SqlBool>`id is distinct from (select bot_owner from users as bot where bot.id = ${memberId}::uuid)`,
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Lets a member moderate, or ends that. False where nothing changes. */
export async function setModerator(
  trx: DatabaseTransaction,
  uid: string,
  isModerator: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ is_moderator: isModerator })
    .where('id', '=', uid)
    .where('is_moderator', '<>', isModerator)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Those who moderate, by name, and whether each has the second factor, or a passkey, without which they may not. */
export async function findModerators(database: Database) {
  return await database
    .selectFrom('users')
    .select(['id as uid', 'display_name as displayName', 'email'])
    .select(sql<boolean>`${hasSecondFactor} or ${hasPasskey}`.as('hasSecondFactor'))
    .where('is_moderator', '=', true)
    .orderBy('display_name_key')
    .execute()
}
