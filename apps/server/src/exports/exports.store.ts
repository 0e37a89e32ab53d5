import { exportDays } from '@covo/contract/exports/exports.routes'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** Seconds for which an archive is its process's, from the last chunk or renewal on. */
const leaseSeconds = 60
const leaseEnd = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`

/** One attempt to make a member's archive. */
export type Build = { uid: string; build: string; tries: number }

/** Queues an archive in place of the one before, whose content goes. */
export async function queueExport(trx: DatabaseTransaction, uid: string): Promise<void> {
  await sql`
    insert into exports (user_id) values (${uid})
    on conflict (user_id) do update set state = default, build = default, tries = default, due_at = default,
      is_mail_due = default, bytes = default, requested_at = default, expires_at = default`.execute(trx)
  await trx.deleteFrom('export_chunks').where('user_id', '=', uid).execute()
}

/** The member's archive, unless it is too old. */
export async function findExport(database: Database, uid: string) {
  return await database
    .selectFrom('exports')
    .select(['state', 'build', 'bytes', 'requested_at as requestedAt', 'expires_at as expiresAt'])
    .where('user_id', '=', uid)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Claims the archive that waits for the longest time and that no living process has claimed. */
export async function claimExport(database: Database): Promise<Build | undefined> {
  return await database.transaction().execute(async (trx) => {
    const claimed = await trx
      .updateTable('exports')
      .set({ build: sql<string>`gen_random_uuid()`, tries: sql<number>`tries + 1`, due_at: leaseEnd })
      .where(
        'user_id',
        '=',
        sql<string>`(
          select user_id from exports where state = 'waiting' and due_at <= now()
          order by due_at limit 1 for update skip locked
        )`,
      )
      .returning(['user_id as uid', sql<string>`build`.as('build'), 'tries'])
      .executeTakeFirst()
    // The leftovers of an attempt before.
    if (claimed) await trx.deleteFrom('export_chunks').where('user_id', '=', claimed.uid).execute()
    return claimed
  })
}

/** Keeps an attempt from being taken by another process; false where it was, or where nobody wants the archive any more. */
export async function renewLease(database: Database, { uid, build }: Build): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('exports')
    .set({ due_at: leaseEnd })
    .where('user_id', '=', uid)
    .where('build', '=', build)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the next chunk of an attempt, and renews its lease; false, and nothing stored, where that was lost. */
export async function insertChunk(
  database: Database,
  { uid, build }: Build,
  number: number,
  bytes: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with held as (
      update exports set due_at = ${leaseEnd}
      where user_id = ${uid} and build = ${build} and state = 'waiting' returning user_id, build
    )
    insert into export_chunks (user_id, build, number, bytes)
    select user_id, build, ${number}::integer, ${bytes}::bytea from held`.execute(database)
  return numAffectedRows === 1n
}

export async function findChunk(database: Database, uid: string, build: string, number: number) {
  return await database
    .selectFrom('export_chunks')
    .select('bytes')
    .where('user_id', '=', uid)
    .where('number', '=', number)
    .where('build', '=', build)
    .executeTakeFirst()
}

/** Ends an attempt: the archive can be downloaded from then on. False where the lease was lost. */
export async function markReady(
  trx: DatabaseTransaction,
  { uid, build }: Build,
  bytes: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('exports')
    .set({
      state: 'ready',
      bytes,
      is_mail_due: true,
      due_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + ${exportDays} * interval '1 day'`,
    })
    .where('user_id', '=', uid)
    .where('build', '=', build)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markFailed(trx: DatabaseTransaction, { uid, build }: Build): Promise<boolean> {
  await trx.deleteFrom('export_chunks').where('user_id', '=', uid).where('build', '=', build).execute()
  const { numUpdatedRows } = await trx
    .updateTable('exports')
    .set({ state: 'failed' })
    .where('user_id', '=', uid)
    .where('build', '=', build)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Leaves an attempt, which doesn't count, to the next process that looks. */
export async function releaseExport(database: Database, { uid, build }: Build): Promise<void> {
  await database
    .updateTable('exports')
    .set({ due_at: sql<Date>`now()`, tries: sql<number>`tries - 1` })
    .where('user_id', '=', uid)
    .where('build', '=', build)
    .where('state', '=', 'waiting')
    .execute()
}

/** Takes an archive whose mail waits to be sent; another process may again after an hour. */
export async function claimMail(database: Database) {
  const { rows } = await sql<{ uid: string; email: string; expiresAt: Date }>`
    update exports set due_at = now() + interval '1 hour' from users
    where users.id = exports.user_id and exports.user_id = (
      select user_id from exports
      where is_mail_due and due_at <= now()
        and not exists (select from users as closed where closed.id = user_id and deletion_at is not null)
      order by due_at limit 1 for update skip locked
    )
    returning users.id as uid, users.email, exports.expires_at as "expiresAt"`.execute(database)
  return rows[0]
}

export async function markMailed(database: Database, uid: string): Promise<void> {
  await database.updateTable('exports').set({ is_mail_due: false }).where('user_id', '=', uid).execute()
}

/** Deletes archives that are too old, with their content. */
export async function deleteExpiredExports(database: Database): Promise<void> {
  await database.deleteFrom('exports').where('expires_at', '<=', sql<Date>`now()`).execute()
}

/** Queues again the archives whose content a crash of the database took. */
export async function requeueEmptied(database: Database): Promise<void> {
  await sql`
    update exports set state = 'waiting', tries = 0, due_at = now(), bytes = null, is_mail_due = false
    where state = 'ready' and not exists (
      select from export_chunks where user_id = exports.user_id and build = exports.build and number = 0
    )`.execute(database)
}
