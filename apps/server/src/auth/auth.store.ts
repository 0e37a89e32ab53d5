import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Whether anybody is called so, compared without regard to case and compatible forms. */
export async function isDisplayNameHeld(database: Database, name: string): Promise<boolean> {
  const holder = await database
    .selectFrom('users')
    .select('id')
    .where('display_name_key', '=', sql<string>`lower(normalize(${name}, NFKC))`)
    .limit(1)
    .executeTakeFirst()
  return holder !== undefined
}

/** Those of the given sessions that are still valid. */
export async function findLiveSessionIds(database: Database, ids: string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** `email` in its normal form. */
export async function findUserByEmail(database: Database, email: string) {
  return await database
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function findUserNames(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select(['email', 'display_name as displayName'])
    .where('id', '=', uid)
    .executeTakeFirst()
}

export async function findSessionIds(database: Database, uid: string): Promise<string[]> {
  const rows = await database.selectFrom('sessions').select('id').where('user_id', '=', uid).execute()
  return rows.map(({ id }) => id)
}
