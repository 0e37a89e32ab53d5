import { type Kysely, sql } from 'kysely'

/**
 * Bots: members that another member owns. Their ids have version 8, by which pages tell them from other members. A bot takes part
 * in the events that its owner organizes.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column bot_owner uuid references users (id),
      add constraint users_bot_id check (bot_owner is null or substr(id::text, 15, 1) = '8')
  `.execute(database)
  // Serves the list of a member's, and their end with them.
  await sql`create index users_bot_owner on users (bot_owner) where bot_owner is not null`.execute(database)

  // Of who takes no part the last question costs one more look at a primary key.
  await sql`
    create or replace function takes_part(event uuid, member uuid) returns boolean language sql stable as $$
      select exists (select from events where id = event and organizer_id = member)
        or exists (select from event_organizers where event_id = event and user_id = member)
        or exists (select from event_participants where event_id = event and user_id = member and state = 'joined')
        or exists (
          select from users bot
          where bot.id = member and bot.bot_owner is not null and (
            exists (select from events where id = event and organizer_id = bot.bot_owner)
            or exists (select from event_organizers where event_id = event and user_id = bot.bot_owner)
          )
        )
    $$`.execute(database)
}
