import { type Kysely, sql } from 'kysely'

/** Links that change an address, and links that take such a change back. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mail_links
      drop constraint mail_links_kind_known,
      add constraint mail_links_kind_known check (kind in ('verify', 'change', 'revert'))`.execute(database)
  // A member's newer change replaces the one that is pending.
  await sql`create unique index mail_links_one_change on mail_links (user_id) where kind = 'change'`.execute(
    database,
  )
  // Serves asking whether an address may still be taken back.
  await sql`create index mail_links_revertible on mail_links (email) where kind = 'revert'`.execute(database)
}
