import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/database.ts'

export type Row = Record<string, unknown>
export type Tables = Record<string, Row[]>

/** Every row of the database, but of some tables. */
export async function readTables(database: Database, leftOut: ReadonlySet<string>): Promise<Tables> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(database)
  const reads = tables
    .filter(({ name }) => !leftOut.has(name))
    .map(({ name }) => sql`select ${name}::text as name, to_jsonb(t) as row from ${sql.table(name)} t`)
  const { rows } = await sql<{ name: string; row: Row }>`
    select name, row from (${sql.join(reads, sql` union all `)}) as all_rows order by name, row::text
  `.execute(database)
  const found: Tables = {}
  for (const { name, row } of rows) {
    found[name] ??= []
    found[name].push(row)
  }
  return found
}
