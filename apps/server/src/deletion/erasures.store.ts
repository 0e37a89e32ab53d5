import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** Seconds after which another process takes an erasure over: its own was killed. */
const leaseSeconds = 60

const leaseEnd = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`

/** The side that wants the texts of an erased member's messages gone; null: they stay. */
export type TextsRemovedBy = 'author' | 'operator' | null

export type ErasureOptions = {
  textsRemovedBy: TextsRemovedBy
  /** The former address, which gets a mail at the end; null: nobody gets one. */
  email?: string | null
}

/** The record of an erasure that is kept for older backups. */
export type NotedErasure = { uid: string; erasedAt: Date; textsRemovedBy: TextsRemovedBy }

/** Stores that a member's account is erased, and that the caller does what is left. */
export async function insertErasure(
  trx: DatabaseTransaction,
  uid: string,
  { textsRemovedBy, email = null }: ErasureOptions,
): Promise<void> {
  await trx
    .insertInto('erasures')
    .values({ user_id: uid, texts_removed_by: textsRemovedBy, email, taken_until: leaseEnd })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        texts_removed_by: sql`coalesce(excluded.texts_removed_by, erasures.texts_removed_by)`,
        erased_at: sql`excluded.erased_at`,
        taken_until: sql`excluded.taken_until`,
        finished_at: null,
      }),
    )
    .execute()
}

/** Takes the oldest erasure that nobody works on; undefined where there is none. */
export async function claimErasure(database: Database): Promise<{ uid: string } | undefined> {
  const { rows } = await sql<{ uid: string }>`
    update erasures set taken_until = ${leaseEnd}
    where user_id = (
      select user_id from erasures where finished_at is null and taken_until < now()
      order by taken_until limit 1 for update skip locked
    )
    returning user_id as uid`.execute(database)
  return rows[0]
}

/** Keeps an erasure for its process, a minute from now. */
export async function keepErasure(trx: DatabaseTransaction, uid: string): Promise<void> {
  await trx.updateTable('erasures').set({ taken_until: leaseEnd }).where('user_id', '=', uid).execute()
}

export async function findErasure(
  database: Database,
  uid: string,
): Promise<NotedErasure & { email: string | null }> {
  return await database
    .selectFrom('erasures')
    .select(['user_id as uid', 'erased_at as erasedAt', 'texts_removed_by as textsRemovedBy', 'email'])
    .where('user_id', '=', uid)
    .executeTakeFirstOrThrow()
}

/** Ends an erasure: the address is forgotten. */
export async function finishErasure(database: Database, uid: string): Promise<void> {
  await database
    .updateTable('erasures')
    .set({ email: null, finished_at: sql<Date>`now()` })
    .where('user_id', '=', uid)
    .execute()
}

/** The erasures from an instant on, in their order. */
export async function findErasuresSince(database: Database, since: Date): Promise<NotedErasure[]> {
  return await database
    .selectFrom('erasures')
    .select(['user_id as uid', 'erased_at as erasedAt', 'texts_removed_by as textsRemovedBy'])
    .where('erased_at', '>=', since)
    .orderBy('erased_at')
    .execute()
}

/** Stores erasures that were done before, unless they are known. */
export async function noteErasures(trx: DatabaseTransaction, erasures: NotedErasure[]): Promise<void> {
  await sql`
    insert into erasures (user_id, erased_at, texts_removed_by, taken_until, finished_at)
    select *, now(), now() from unnest(
      ${erasures.map(({ uid }) => uid)}::uuid[], ${erasures.map(({ erasedAt }) => erasedAt)}::timestamptz[],
      ${erasures.map(({ textsRemovedBy }) => textsRemovedBy)}::text[]
    )
    on conflict do nothing`.execute(trx)
}
