import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Days after which browser and system are unknown again: as long as a browser is known by its cookie. */
const daysKnown = 180

/** Names that are kept for a member at most; the least recently used are deleted. */
const maximumKnown = 20

const today: RawBuilder<Date> = sql`(now() at time zone 'utc')::date`
/** Of a row of `known_devices`. */
export const isOld: RawBuilder<boolean> = sql`last_used_on < ${today} - ${daysKnown}::integer`

/**
 * Notes browser and system, by name, with which a member signs in. Answers whether that is news to them: they had not signed in
 * so before, and it does not create their account, either.
 */
export async function noteDevice(database: Database, uid: string, device: string): Promise<boolean> {
  const { rows } = await sql<{ isNews: boolean }>`
    with known as (
      select device from known_devices where user_id = ${uid} and not ${isOld}
    ),
    noted as (
      insert into known_devices (user_id, device) values (${uid}, ${device})
      on conflict (user_id, device) do update set last_used_on = excluded.last_used_on
    )
    select not exists (select from known where device = ${device})
      and (exists (select from known) or created_at < now() - interval '1 minute') as "isNews"
    from users where id = ${uid}`.execute(database)
  await sql`
    delete from known_devices where user_id = ${uid} and device in (
      select device from known_devices where user_id = ${uid}
      order by last_used_on desc, device = ${device} desc, device offset ${maximumKnown}
    )`.execute(database)
  return rows[0]?.isNews ?? false
}
