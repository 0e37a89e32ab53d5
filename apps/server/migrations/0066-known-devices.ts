import { type Kysely, sql } from 'kysely'

/** Browser and system by which members signed in, by name: who signs in by others is mailed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_devices (
      user_id uuid not null references users (id) on delete cascade,
      device text not null,
      last_used_on date not null default (now() at time zone 'utc')::date,
      primary key (user_id, device)
    )`.execute(database)
  // Serves the deletion of old ones.
  await sql`create index known_devices_last_used_on on known_devices (last_used_on)`.execute(database)
  // Sessions without a method are from before they had a device.
  await sql`
    insert into known_devices (user_id, device, last_used_on)
    select user_id, device, max(last_used_on) from sessions where method is not null group by user_id, device
  `.execute(database)
}
