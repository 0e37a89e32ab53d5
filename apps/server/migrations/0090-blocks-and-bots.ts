import { type Kysely, sql } from 'kysely'

/** A block covers the bots of both: each process is notified of them too, and of a new bot of somebody with blocks. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_hidden(one uuid, other uuid) returns void language sql as $$
      select pg_notify('block_changed', concat_ws(' ', one, other, (
        select string_agg(id::text, ' ') from users where bot_owner in (one, other) and erased_at is null
      )))
    $$
  `.execute(database)
  await sql`
    create or replace function tell_block_changed() returns trigger language plpgsql as $$
    declare
      changed blocks := coalesce(new, old);
    begin
      perform tell_hidden(changed.user_id, changed.blocked_id);
      return null;
    end $$
  `.execute(database)
  await sql`
    create function tell_bot_made() returns trigger language plpgsql as $$
    begin
      perform tell_hidden(user_id, blocked_id) from blocks where new.bot_owner in (user_id, blocked_id);
      return null;
    end $$
  `.execute(database)
  await sql`
    create trigger users_tell_bot_made after insert on users
      for each row when (new.bot_owner is not null) execute function tell_bot_made()
  `.execute(database)
}
