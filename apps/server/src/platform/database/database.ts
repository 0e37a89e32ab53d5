import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { PrimaryPool } from './primary-pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>

const date = 1082
// A birth date is a day of the calendar; as an instant it would move with the server's time zone.
pg.types.setTypeParser(date, (day) => day)

const int8 = 20
// Sequences and counts stay far below 2^53; as strings they would be compared and added as text.
pg.types.setTypeParser(int8, Number)

/** Milliseconds after which a connection in use that receives nothing is taken for dead. */
const idleSocketTimeoutMs = 12_000

export type OpenDatabase = { database: Database; pool: PrimaryPool; close(): Promise<void> }

/** Opens a pool of connections. */
export function openDatabase(connection: pg.PoolConfig, log: Log): OpenDatabase {
  const pool = new PrimaryPool(connection)
  // The pool replaces a broken connection; without a listener its error would end the process.
  pool.on('error', (error) => {
    // A connection that is being closed may still receive the database's shutdown.
    if (!pool.ending) log.warn({ reason: error.message }, 'database connection lost')
  })
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { database, pool, close: () => database.destroy() }
}

/** Cuts silent connections of the pool from this call on: migrations, before it, may take longer than other statements. */
export function cutSilentConnections(pool: pg.Pool): void {
  pool.on('acquire', cutWhenSilent)
}

/**
 * Cuts a connection that receives nothing for longer than any statement may take: a network that drops all packets closes no
 * connection, and the system would wait for a quarter of an hour. Where it was this process that stood still, the answer waits to
 * be read: the connection is looked at again after the event loop has read.
 */
export function cutWhenSilent(
  { connection: { stream } }: Pick<pg.Client, 'connection'>,
  timeoutMs = idleSocketTimeoutMs,
): void {
  if (!(stream instanceof Socket) || stream.timeout) return
  stream.setTimeout(timeoutMs, () => {
    const { bytesRead } = stream
    setImmediate(() => {
      if (stream.bytesRead === bytesRead)
        stream.destroy(Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' }))
    })
  })
}
