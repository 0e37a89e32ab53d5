import { type Kysely, sql } from 'kysely'

/**
 * Webhooks of bots: tokens that stand in an address and may do nothing but post by it. So they end with the bot's, at every
 * process, by what ends tokens.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table tokens add column is_webhook boolean not null default false`.execute(database)
}
