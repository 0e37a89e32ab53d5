import { type Kysely, sql } from 'kysely'

/** Members who moderate, and which of them decided; null of the operator. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column is_moderator boolean not null default false`.execute(database)
  // Serves the news for all of them, and their list.
  await sql`create index users_moderators on users (id) where is_moderator`.execute(database)
  await sql`alter table decisions add column moderator_id uuid references users (id)`.execute(database)
  await sql`alter table moderation_log add column moderator_id uuid`.execute(database)
  await sql`
    create or replace function keep_moderation_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.acted_at < now() - interval '24 months'
        and to_jsonb(new) = to_jsonb(old)
          || '{"member_id": null, "subject_id": null, "moderator_id": null, "facts": ""}'
      then
        return new;
      end if;
      raise exception 'the moderation log is never changed';
    end $$
  `.execute(database)
}
