import { type Kysely, sql } from 'kysely'

/** The people whom members have blocked. Every process is notified of each change when it is committed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table blocks (
      user_id uuid not null references users (id) on delete cascade,
      blocked_id uuid not null references users (id) on delete cascade,
      blocked_at timestamptz not null default now(),
      primary key (user_id, blocked_id),
      constraint blocks_not_self check (user_id <> blocked_id)
    )
  `.execute(database)
  // Blocking hides both ways: who is blocked has to be found as well.
  await sql`create index blocks_of_blocked on blocks (blocked_id)`.execute(database)
  // Serves the member's own list.
  await sql`create index blocks_newest on blocks (user_id, blocked_at desc, blocked_id)`.execute(database)
  await sql`
    create function tell_block_changed() returns trigger language plpgsql as $$
    declare
      changed blocks := coalesce(new, old);
    begin
      perform pg_notify('block_changed', changed.user_id || ' ' || changed.blocked_id);
      return null;
    end $$
  `.execute(database)
  await sql`
    create trigger blocks_tell_change after insert or delete on blocks
      for each row execute function tell_block_changed()
  `.execute(database)
}
