import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>

const date = 1082
// A birth date is a day of the calendar; as an instant it would move with the server's time zone.
pg.types.setTypeParser(date, (day) => day)

const int8 = 20
// Sequences and counts stay far below 2^53; as strings they would be compared and added as text.
pg.types.setTypeParser(int8, Number)

export type OpenDatabase = { database: Database; pool: pg.Pool; close(): Promise<void> }

/** Opens a pool of connections. A statement is given up after 10 s, so that none can hold the others for long. */
export function openDatabase(connection: pg.PoolConfig, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    max: 20,
    ...connection,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  // A connection that breaks is replaced by the pool; without a listener it would end the process. The pool listens to
  // idle ones alone: of one in use, the statement fails, and the connection tells it once more.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { database, pool, close: () => database.destroy() }
}
