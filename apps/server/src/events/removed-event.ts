import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/database.ts'

/** The tables whose rows of an event are kept to restore it, with their key column; a table follows the tables it refers to. */
const keptTables = {
  events: 'id',
  event_participants: 'event_id',
  event_organizers: 'event_id',
  event_updates: 'event_id',
  event_readings: 'event_id',
} as const

export type RemovedEvent = Record<string, object[]>

/** Deletes an event and everything about it; answers its rows. Null where there is none. */
export async function deleteEventRows(trx: DatabaseTransaction, id: string): Promise<RemovedEvent | null> {
  const locked = await trx
    .selectFrom('events')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return null
  const removed: RemovedEvent = {}
  for (const [table, key] of Object.entries(keptTables)) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(key)} = ${id}`.execute(trx)
    removed[table] = rows.map(({ row }) => row)
  }
  await trx.deleteFrom('events').where('id', '=', id).execute()
  return removed
}

/** Stores the rows of an event again. Generated columns are computed again. */
export async function restoreEventRows(trx: DatabaseTransaction, removed: RemovedEvent): Promise<void> {
  for (const table of Object.keys(keptTables)) {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
      trx,
    )
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(removed[table] ?? [])}::jsonb)
    `.execute(trx)
  }
}
