import { type Kysely, sql } from 'kysely'

/** The hours in which a member's devices are told nothing, by the clock of a zone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_settings
      add column has_quiet_hours boolean not null default false,
      add column quiet_from text not null default '22:00',
      add column quiet_to text not null default '08:00',
      add column zone text not null default 'Europe/Rome',
      add constraint notification_settings_quiet_hours_end check (quiet_from <> quiet_to)
  `.execute(database)
}
