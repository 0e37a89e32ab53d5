import { type Kysely, sql } from 'kysely'

/** Choices of members about what others see: that they are online, how far they have read, that they are writing. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column show_presence boolean not null default true,
      add column read_receipts boolean not null default true,
      add column show_typing boolean not null default true
  `.execute(database)
}
