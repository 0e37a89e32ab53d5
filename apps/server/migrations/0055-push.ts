import { type Kysely, sql } from 'kysely'

/** The devices that get pushes, and the pushes that are due or were sent. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscriptions (
      session_id uuid primary key references sessions (id) on delete cascade,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      created_at timestamptz not null default now(),
      constraint push_subscriptions_endpoint_unique unique (endpoint)
    )`.execute(database)

  // One row for each subject of a device (a chat, an event), however many pushes it has. Nothing is due where due_at is null.
  await sql`
    create table pushes (
      session_id uuid not null references push_subscriptions (session_id) on delete cascade,
      kind text not null,
      subject text not null,
      due_at timestamptz,
      asked integer not null default 1,
      asked_at timestamptz not null default now(),
      tries smallint not null default 0,
      sent_at timestamptz,
      primary key (session_id, kind, subject),
      constraint pushes_kind_known check (kind in ('chat', 'mention', 'request', 'accepted', 'event', 'test'))
    )`.execute(database)
  // Serves taking what is due.
  await sql`create index pushes_due on pushes (due_at) where due_at is not null`.execute(database)
  // Serves deleting old rows.
  await sql`create index pushes_asked_at on pushes (asked_at) where due_at is null`.execute(database)

  // A device whose session is being deleted gets none, and its lock is not waited for. A push that is due already covers this
  // too, and two of one subject are ten seconds apart.
  await sql`
    create function queue_pushes(uids uuid[], told_kind text, told_subject text, wait interval) returns void
    language plpgsql volatile as $$
    begin
      insert into pushes (session_id, kind, subject, due_at)
      select session_id, told_kind, told_subject, now() + wait
      from push_subscriptions join sessions on sessions.id = session_id
      where sessions.user_id = any(uids)
      order by session_id
      for key share of push_subscriptions skip locked
      on conflict (session_id, kind, subject) do update set
        due_at = coalesce(pushes.due_at, greatest(excluded.due_at, pushes.sent_at + interval '10 seconds')),
        tries = case when pushes.due_at is null then 0 else pushes.tries end,
        asked = pushes.asked + 1, asked_at = now();
    end $$`.execute(database)

  // Here, so that a private message needs no further round trip. Whether there is something to tell is seen when it is due.
  await sql`
    create function queue_chat_pushes() returns trigger language plpgsql as $$
    begin
      perform queue_pushes(array[new.user_id], 'chat', new.conversation_id, interval '3 seconds');
      return null;
    end $$`.execute(database)
  await sql`
    create trigger conversation_members_push after update of last_message_at on conversation_members
    for each row when (new.is_unread and new.last_message_at is distinct from old.last_message_at)
    execute function queue_chat_pushes()`.execute(database)

  // Of what is there already nobody is told.
  await sql`alter table event_updates add are_pushes_queued boolean not null default true`.execute(database)
  await sql`alter table event_updates alter are_pushes_queued set default false`.execute(database)
  // Serves finding the updates whose pushes are to be queued.
  await sql`
    create index event_updates_unpushed on event_updates (event_id, number)
    where is_weighty and not are_pushes_queued`.execute(database)
}
