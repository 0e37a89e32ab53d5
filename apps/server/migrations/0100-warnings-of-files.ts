import { type Kysely, sql } from 'kysely'

/** What a virus scanner calls a file that it warns of. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['uploads', 'files'])
    await sql`alter table ${sql.table(table)} add column warning text`.execute(database)
}
