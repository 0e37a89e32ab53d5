import type { DeletionTerms } from '@covo/contract/deletion/deletion.routes'
import { sql } from 'kysely'
import { endTokens } from '../auth/end-tokens.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** How many events of a member's own are still to come. */
export async function countUpcomingEvents(
  database: Database,
  uid: string,
): Promise<DeletionTerms['upcomingEvents']> {
  const { count } = await database
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizer_id', '=', uid)
    .where('ends_at', '>=', sql<Date>`now()`)
    .where('status', '=', 'planned')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Locks a member's row, behind which no session of theirs begins until the transaction ends; undefined where the account is
 * gone.
 */
export async function lockDeletion(
  trx: DatabaseTransaction,
  uid: string,
): Promise<{ email: string; deletionAt: Date | null } | undefined> {
  return await trx
    .selectFrom('users')
    .select(['email', 'deletion_at as deletionAt'])
    .where('id', '=', uid)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Closes an account whose row is locked: its sessions end, and it is erased in so many days. */
export async function storeDeletion(
  trx: DatabaseTransaction,
  uid: string,
  { days, eraseTexts }: { days: number; eraseTexts: boolean },
): Promise<Date> {
  const { deletionAt } = await trx
    .updateTable('users')
    .set({ deletion_at: sql<Date>`now() + ${days} * interval '1 day'`, erase_texts: eraseTexts })
    .where('id', '=', uid)
    .returning(sql<Date>`deletion_at`.as('deletionAt'))
    .executeTakeFirstOrThrow()
  // A trigger notifies every server of each.
  await trx.deleteFrom('sessions').where('user_id', '=', uid).execute()
  await endTokens(trx, uid)
  return deletionAt
}

export async function clearDeletion(trx: DatabaseTransaction, uid: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ deletion_at: null, erase_texts: false })
    .where('id', '=', uid)
    .execute()
}

/** The member's address, and how their account is to be erased: a null date of one that stays. Undefined where it is gone. */
export async function findDeletionToMail(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select(['email', 'deletion_at as deletionAt', 'erase_texts as eraseTexts'])
    .where('id', '=', uid)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** When the account is to be erased; null for one that stays. */
export async function findDeletion(database: Database, uid: string): Promise<Date | null> {
  const row = await database
    .selectFrom('users')
    .select('deletion_at as deletionAt')
    .where('id', '=', uid)
    .executeTakeFirst()
  return row?.deletionAt ?? null
}

/** The account that is due first. */
export async function findDueAccount(trx: DatabaseTransaction): Promise<string | undefined> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('deletion_at', '<=', sql<Date>`now()`)
    .where('erased_at', 'is', null)
    .orderBy('deletion_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Locks an account that is due, unless somebody else erases it. */
export async function lockDueAccount(trx: DatabaseTransaction, uid: string) {
  return await trx
    .selectFrom('users')
    .select(['id as uid', 'email', 'erase_texts as eraseTexts'])
    .where('id', '=', uid)
    .where('deletion_at', '<=', sql<Date>`now()`)
    .where('erased_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}
