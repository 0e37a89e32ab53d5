import { Socket } from 'node:net'
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

/** Milliseconds after which a statement is given up, so that none can hold the others for long. */
export const longestStatement = 10_000
/** Milliseconds after which a transaction is ended that asks for nothing. */
const longestPause = 15_000
/** Milliseconds for a connection to be there. */
const connectionPatience = 5000
/** Milliseconds without a word after which a line is taken for dead. */
const longestSilence = 12_000

export type OpenDatabase = { database: Database; pool: pg.Pool; close(): Promise<void> }

/** Opens a pool of connections. */
export function openDatabase(connection: pg.PoolConfig, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    max: 20,
    onConnect: limitStatements,
    ...connection,
    connectionTimeoutMillis: connectionPatience,
  })
  // A connection that breaks is replaced by the pool; without a listener it would end the process. The pool listens to
  // idle ones alone: of one in use, the statement fails, and the connection tells it once more.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { database, pool, close: () => database.destroy() }
}

/** Limits what a connection may be busy with. Not by startup parameters, which a pooler such as PgBouncer refuses. */
export async function limitStatements(client: pg.ClientBase): Promise<void> {
  const text = `set statement_timeout = ${longestStatement}; set idle_in_transaction_session_timeout = ${longestPause}`
  await client.query({ text, query_timeout: connectionPatience } as pg.QueryConfig)
}

/** Cuts connections of the pool that fall silent, from now on: migrations may take longer than other statements. */
export function cutSilentConnections(pool: pg.Pool): void {
  pool.on('acquire', cutWhenSilent)
}

/**
 * Cuts a connection that says nothing for longer than any statement may take: a network that drops everything ends
 * nothing, and the system would wait for a quarter of an hour.
 */
export function cutWhenSilent({ connection: { stream } }: pg.Client): void {
  if (stream instanceof Socket && !stream.timeout)
    stream.setTimeout(longestSilence, () =>
      stream.destroy(Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' })),
    )
}
