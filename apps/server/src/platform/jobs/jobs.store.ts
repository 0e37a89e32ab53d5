import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { JobKind, JobPayloads } from './jobs.ts'

/** The channel of PostgreSQL on which processes are notified of a job that is due. */
export const jobsChannel = 'jobs_added'

/** Seconds for which a job is its process's, from the claim or the last renewal on. */
const leaseSeconds = 60

const leaseEnd = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`

/** The key of the one job of a kind that runs periodically. */
const periodicKey = ''

/** Failed jobs that are kept at most, the latest; all for some days. */
const maximumFailed = 1000
const daysKept = 7

/** One attempt at a job. Its lease is another at each attempt. */
export type Claim = {
  id: string
  kind: string
  payload: object
  /** From 1. */
  attempt: number
  lease: string
  addedAt: Date
}

/**
 * Adds a job, which runs once the transaction is committed, or from `runAt` on. Of those with the same kind and key there is
 * one: while it waits it is replaced, while it runs it runs again afterwards. The payload holds ids alone: it is
 * neither encrypted nor hashed, and in the database's log.
 */
export async function addJob<Kind extends JobKind>(
  trx: Database,
  kind: Kind,
  payload: JobPayloads[Kind],
  { key = null, runAt = null }: { key?: string | null; runAt?: Date | null } = {},
): Promise<void> {
  await sql`
    with added as (
      insert into jobs (kind, key, payload, run_at)
      values (${kind}, ${key}, ${JSON.stringify(payload)}, coalesce(${runAt}::timestamptz, now()))
      on conflict (kind, key) do update set
        payload = excluded.payload,
        run_at = case when jobs.lease is null then excluded.run_at else jobs.run_at end,
        attempts = case when jobs.lease is null then 0 else jobs.attempts end,
        created_at = case when jobs.lease is null then excluded.created_at else jobs.created_at end,
        runs_again = jobs.lease is not null, failed_at = null
      returning run_at, lease
    )
    select pg_notify(${jobsChannel}, '') from added where run_at <= now() and lease is null`.execute(trx)
}

/** Adds the periodic jobs that are not there. */
export async function addPeriodicJobs(database: Database, kinds: string[]): Promise<void> {
  await sql`
    insert into jobs (kind, key)
    select kind, ${periodicKey} from unnest(${kinds}::text[]) as given (kind)
    where not exists (select from jobs where jobs.kind = given.kind and key = ${periodicKey})
    on conflict do nothing`.execute(database)
}

/** Makes the periodic jobs due that no process runs: a restart doesn't put them off. */
export async function makePeriodicJobsDue(database: Database, kinds: string[]): Promise<void> {
  await sql`
    update jobs set run_at = now()
    where kind = any(${kinds}::text[]) and key = ${periodicKey} and lease is null and run_at > now()`.execute(
    database,
  )
}

/** Claims the next job of each of these kinds: one that is due, or whose process lost its lease. */
export async function claimJobs(database: Database, kinds: string[]): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    /* prepared */ update jobs set attempts = case when runs_again then 1 else attempts + 1 end, lease = gen_random_uuid(),
      run_at = ${leaseEnd}, runs_again = false
    where id in (
      select id from unnest(${kinds}::text[]) as given (kind) cross join lateral (
        select id from jobs where jobs.kind = given.kind and failed_at is null and run_at <= now()
        order by run_at limit 1 for update skip locked
      ) as next
    )
    returning id, kind, payload, attempts as attempt, lease, created_at as "addedAt"`.execute(database)
  return rows
}

/** Keeps jobs for their process; answers the leases that it has still. */
export async function renewLeases(database: Database, claims: Claim[]): Promise<string[]> {
  const { rows } = await sql<{ lease: string }>`
    update jobs set run_at = ${leaseEnd}
    where id = any(${claims.map(({ id }) => id)}::uuid[]) and lease = any(${claims.map(({ lease }) => lease)}::uuid[])
    returning lease`.execute(database)
  return rows.map(({ lease }) => lease)
}

/** Ends a job that has run; one that is periodic, or was added while it ran, waits again. `every` is in milliseconds. */
export async function finishJob(
  database: Database,
  { id, lease }: Claim,
  every: number | null,
): Promise<void> {
  if (every === null) {
    const { numAffectedRows } = await sql`
      delete from jobs where id = ${id} and lease = ${lease} and not runs_again`.execute(database)
    if (numAffectedRows === 1n) return
  }
  await sql`
    update jobs set lease = null, attempts = 0, runs_again = false,
      run_at = case when runs_again then now() else now() + ${every ?? 0} * interval '1 millisecond' end
    where id = ${id} and lease = ${lease}`.execute(database)
}

/** Has an attempt that failed made again after so many milliseconds; one that was added while it ran, at once. */
export async function retryJob(database: Database, { id, lease }: Claim, pause: number): Promise<void> {
  await sql`
    update jobs set lease = null,
      run_at = now() + case when runs_again then 0 else ${pause} end * interval '1 millisecond'
    where id = ${id} and lease = ${lease}`.execute(database)
}

/** Leaves an attempt, which doesn't count, to the next process that looks. */
export async function releaseJob(database: Database, { id, lease }: Claim): Promise<void> {
  await sql`
    update jobs set lease = null, run_at = now(), attempts = attempts - 1
    where id = ${id} and lease = ${lease}`.execute(database)
}

/** Never runs the job again, unless it is added again or was while it ran. False where the lease was lost. */
export async function failJob(database: Database, { id, lease }: Claim): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set lease = null, run_at = now(), failed_at = case when runs_again then null else now() end
    where id = ${id} and lease = ${lease}`.execute(database)
  return numAffectedRows === 1n
}

/** Deletes the jobs whose payload names a member. */
export async function deleteJobsOf(trx: Database, uid: string): Promise<void> {
  await sql`delete from jobs where payload ->> 'uid' = ${uid}`.execute(trx)
}

/** Deletes failed jobs that are old or too many, and those of kinds that no release runs any more. */
export async function purgeJobs(database: Database): Promise<void> {
  await sql`
    delete from jobs where coalesce(failed_at, run_at) < now() - ${daysKept} * interval '1 day'
      or id in (
        select id from jobs where failed_at is not null order by failed_at desc offset ${maximumFailed}
      )`.execute(database)
}
