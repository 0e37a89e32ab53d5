import { type Kysely, sql } from 'kysely'

/** Mailed links that confirm an address. Links that set a password are rows of `verifications`, the authentication library's table. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_links (
      token_hash text primary key,
      kind text not null,
      user_id uuid not null references users (id),
      email text not null,
      expires_at timestamptz not null,
      constraint mail_links_kind_known check (kind in ('verify'))
    )`.execute(database)
  // Serves removing a member.
  await sql`create index mail_links_user_id on mail_links (user_id)`.execute(database)
  // Serves deleting expired links.
  await sql`create index mail_links_expires_at on mail_links (expires_at)`.execute(database)
}
