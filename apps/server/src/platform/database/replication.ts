import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../app-error.ts'
import { coalesceReads } from '../coalesce-reads.ts'
import type { Log } from '../log/log.ts'
import { cutWhenSilent } from './database.ts'
import type { PrimaryPool } from './primary-pool.ts'

/** Milliseconds for a commit to reach the standby; a standby that takes longer is away. */
const standbyTimeoutMs = 3000
/** Milliseconds between two looks at the standby. */
const checkIntervalMs = 2000

export type Replication = ReturnType<typeof watchReplication>

/**
 * Confirms commits where they wait for a synchronous standby (`synchronous_standby_names`). A commit whose connection ends during
 * that wait is visible on the primary, but may not be replicated: a request that is repeated finds its effect, and must not be
 * acknowledged before the standby has it. Commits are replicated in order, so that of a later one confirms all before it.
 */
export function watchReplication(pool: PrimaryPool, log: Log) {
  const stopping = new AbortController()
  /** Whether commits wait for a standby; until that is known they may. */
  let isSynchronous = true
  let isAway = false

  /** Resolves once a commit that began after the call has come back from the standby. */
  const commitOnce = coalesceReads(async () => {
    // Any commit waits that has written something: a message of the WAL is the least.
    await pool.query(`select pg_logical_emit_message(true, 'covo', '')`)
  })

  /** @throws AppError `common.unavailable` after the time that a standby has */
  async function confirm(): Promise<void> {
    const late = new AbortController()
    const failLate = async () => {
      await delay(standbyTimeoutMs, undefined, { ref: false, signal: late.signal })
      throw new AppError('common.unavailable')
    }
    try {
      await Promise.race([commitOnce(), failLate()])
    } finally {
      late.abort()
    }
  }

  async function check(): Promise<void> {
    const { rows } = await pool.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    )
    isSynchronous = rows[0]?.names !== ''
    try {
      if (isSynchronous) await confirm()
      note(false)
    } catch {
      if ((await endWaiting(pool)) > 0) note(true)
    }
  }

  function note(next: boolean): void {
    if (next !== isAway) log.warn({ away: next }, 'standby of the database')
    isAway = next
  }

  async function checkAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The database's own outages are seen elsewhere.
      await check().catch(() => {})
      await delay(checkIntervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  void checkAgain()

  return {
    /** Whether commits wait for a standby that does not answer. */
    isAway: () => isAway,

    /** @throws AppError `common.unavailable` where a commit would wait in vain, for its connection too */
    requireStandby(): void {
      if (isAway) throw new AppError('common.unavailable')
    },

    /**
     * Resolves once all that was committed before the call can't be lost with one machine; at once where nothing waits for a standby.
     * @param epoch of the database before what is confirmed was found: a promotion since may have lost it
     * @throws AppError `common.unavailable`
     */
    async confirm(epoch: string): Promise<void> {
      if (!isSynchronous) return
      await confirm()
      if (pool.epoch !== epoch) throw new AppError('common.unavailable')
    },

    stop(): void {
      stopping.abort()
    },
  }
}

/**
 * Ends the connections of servers whose commits wait for a standby, and answers how many there were: else they would be all that
 * this server may have. Those whose client is gone don't notice it before, with `client_connection_check_interval` neither.
 */
async function endWaiting(pool: PrimaryPool): Promise<number> {
  const client = pool.createClient({})
  try {
    await client.connect()
    // Else the checks would end with a network that drops all packets.
    cutWhenSilent(client)
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event = 'SyncRep' and usename = current_user and application_name = ''`,
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
