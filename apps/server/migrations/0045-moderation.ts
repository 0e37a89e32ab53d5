import { type Kysely, sql } from 'kysely'

/** Decisions on what members reported, appeals against them, suspensions, and a log that nobody rewrites. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column suspended_until timestamptz`.execute(database)
  await sql`
    create table decisions (
      id uuid primary key default gen_random_uuid(),
      subject_kind text not null,
      subject_id uuid not null,
      member_id uuid not null references users (id),
      action text not null,
      rule integer,
      facts text not null,
      suspended_until timestamptz,
      removed jsonb,
      appeal_hash text unique,
      decided_at timestamptz not null default now(),
      reverted_at timestamptz,
      constraint decisions_kind_known check (subject_kind in ('message', 'member', 'event')),
      constraint decisions_action_known check (action in ('none', 'remove', 'empty', 'suspend')),
      constraint decisions_suspended_until_given check ((action = 'suspend') = (suspended_until is not null))
    )
  `.execute(database)
  // Serves what was decided on a member before, and until when they are suspended.
  await sql`create index decisions_by_member on decisions (member_id, decided_at)`.execute(database)
  // Serve the deletion of old ones, and of what was removed.
  await sql`create index decisions_decided on decisions (decided_at)`.execute(database)
  await sql`create index decisions_removed on decisions (decided_at) where removed is not null`.execute(
    database,
  )

  await sql`
    create table appeals (
      decision_id uuid primary key references decisions (id) on delete cascade,
      text text not null,
      appealed_at timestamptz not null default now(),
      is_accepted boolean,
      answer text,
      answered_at timestamptz,
      constraint appeals_answered_whole
        check ((answered_at is null) = (is_accepted is null) and (answered_at is null) = (answer is null))
    )
  `.execute(database)
  // Serves the list of what waits for an answer.
  await sql`create index appeals_open on appeals (appealed_at) where answered_at is null`.execute(database)

  // Without foreign keys: the log outlives the rows that it names.
  await sql`
    create table moderation_log (
      id bigint generated always as identity primary key,
      act text not null,
      decision_id uuid not null,
      action text not null,
      subject_kind text not null,
      subject_id uuid,
      member_id uuid,
      facts text not null,
      acted_at timestamptz not null default now(),
      constraint moderation_log_act_known check (act in ('decided', 'reverted', 'appeal_accepted', 'appeal_rejected'))
    )
  `.execute(database)
  // Serves the removal of names after two years.
  await sql`
    create index moderation_log_named on moderation_log (acted_at) where member_id is not null
  `.execute(database)
  await sql`
    create function keep_moderation_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.acted_at < now() - interval '24 months'
        and to_jsonb(new) = to_jsonb(old) || '{"member_id": null, "subject_id": null, "facts": ""}'
      then
        return new;
      end if;
      raise exception 'the moderation log is never changed';
    end $$
  `.execute(database)
  await sql`
    create trigger moderation_log_kept before update or delete on moderation_log
      for each row execute function keep_moderation_log()
  `.execute(database)
}
