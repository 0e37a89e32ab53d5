import type pg from 'pg'

/**
 * The tables that a backup leaves out: sessions, with the devices that get pushes, tokens, and links (one that was ended or used since must not come back), jobs (a mail of
 * then must not be sent again), uploads that no message has, which have no bytes in it, counters of the moment, archives of members' own data, and the database's own id.
 */
const leftOut = [
  'sessions',
  'tokens',
  'push_subscriptions',
  'pushes',
  'verifications',
  'mail_links',
  'exports',
  'jobs',
  'uploads',
  'rate_limits',
  'people_found',
  'email_searches',
  'instance',
]

/** The tables of a backup with the columns that are not computed, each after the tables that it refers to. */
export async function backupTables(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[]; refersTo: string[] }>(
    `select
       c.relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       array(select distinct confrelid::regclass::text from pg_constraint
             where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as "refersTo"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname not like 'kysely%' and c.relname <> all($1)
     order by c.relname`,
    [leftOut],
  )
  const ordered = new Map<string, string[]>()
  while (ordered.size < rows.length) {
    const ready = rows.filter(
      ({ name, refersTo }) => !ordered.has(name) && refersTo.every((other) => ordered.has(other)),
    )
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    for (const { name, columns } of ready) ordered.set(name, columns)
  }
  return ordered
}

/** A table with its columns, as COPY takes them. */
export function copyTarget(name: string, columns: string[]): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
}
