import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

const pageSize = 2000
let cursors = 0

/** The rows of a query, some thousand at a time, so that any number passes through little memory. Needs a transaction. */
export async function* pagesOf<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  query: string,
): AsyncGenerator<Row[]> {
  cursors += 1
  const cursor = `pages_${cursors}`
  await client.query(`declare ${cursor} no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${pageSize} from ${cursor}`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query(`close ${cursor}`)
}

/** Does `work` in one transaction: all of it holds, or nothing. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  mode: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query(`begin ${mode}`)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Cut off, it undoes the transaction, whatever state it is in.
    client.release(true)
    throw error
  }
}

/**
 * As `inTransaction`, with the transaction in both shapes: for COPY, which Kysely doesn't know, and for migrations, which
 * are Kysely's.
 */
export async function inMigratingTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const onlyClient = { options: {}, connect: async () => client, end: async () => {} }
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: onlyClient }) })
  // It gives the connection back.
  return await database.transaction().execute((trx) => work(client, trx))
}

/** Everything sees one instant, which no other transaction changes. */
export const snapshot = 'isolation level repeatable read read only'

/** Puts rows into a table by COPY. `target` is the table with its columns. */
export async function copyRows(
  client: pg.ClientBase,
  target: string,
  rows: AsyncIterable<(string | null)[]>,
): Promise<void> {
  await pipeline(Readable.from(linesOf(rows)), client.query(copyFrom(`copy ${target} from stdin`)))
}

async function* linesOf(rows: AsyncIterable<(string | null)[]>): AsyncGenerator<string> {
  let lines = ''
  for await (const row of rows) {
    lines += `${row.map(fieldOf).join('\t')}\n`
    if (lines.length < 65_536) continue
    yield lines
    lines = ''
  }
  if (lines) yield lines
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in COPY's text format. */
function fieldOf(value: string | null): string {
  return value === null ? '\\N' : value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '')
}
