import { type Kysely, sql } from 'kysely'

/** Of whom registration asks to confirm their address: members from before it was asked keep all rights. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column verification_asked_at timestamptz`.execute(database)
  // Serves finding accounts whose address nobody confirmed in time.
  await sql`
    create index users_unconfirmed on users (verification_asked_at)
    where verification_asked_at is not null and not email_verified`.execute(database)
}
