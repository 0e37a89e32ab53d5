import { nobody } from '@covo/contract/events/events.rules'
import { type SqlBool, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'

export async function isAddedOrganizer(database: Database, id: string, uid: string): Promise<boolean> {
  const row = await database
    .selectFrom('event_organizers')
    .modifyFront(sql`/* prepared */`)
    .select('event_id')
    .where('event_id', '=', id)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

/** The owner and the added organizers. */
export async function findOrganizerIds(database: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`/* prepared */
    select organizer_id as uid from events where id = ${id} and organizer_id is not null
    union all select user_id from event_organizers where event_id = ${id}`.execute(database)
  return rows.map(({ uid }) => uid)
}

/** Whether an added organizer may get the event: never across a block. */
export async function mayOwn(
  trx: DatabaseTransaction,
  id: string,
  { uid, ownerId }: { uid: string; ownerId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('event_organizers')
    .select('event_id')
    .where('event_id', '=', id)
    .where('user_id', '=', uid)
    .where(({ not }) => not(isBlockedBetween(sql`user_id`, sql`${ownerId}::uuid`)))
    .executeTakeFirst()
  return row !== undefined
}

/** The events of one of two members that the other organizes too. */
export async function findOrganizedTogether(trx: DatabaseTransaction, one: string, other: string) {
  return await trx
    .selectFrom('event_organizers')
    .innerJoin('events', 'events.id', 'event_id')
    .select(['event_id as id', 'user_id as uid'])
    .where(
      sql<SqlBool>`(organizer_id, user_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`,
    )
    .orderBy('event_id')
    .execute()
}

type OrganizingRow = {
  organizers: { uid: string; displayName: string; photoURL?: string | null }[]
  updateNumber: number
  hadParticipants: boolean
  chatClosesAt: Date
  previousDateTime: string | null
}

/** The fields that only an event's page has: its organizers, the owner first, and a summary of its history. */
export async function findOrganizing(database: Database, id: string): Promise<OrganizingRow | undefined> {
  const { rows } = await sql<OrganizingRow>`
    select
      update_number as "updateNumber",
      had_participants as "hadParticipants",
      room_closes_at(events) as "chatClosesAt",
      (
        select jsonb_agg(
          case when u.erased_at is null then jsonb_build_object('uid', u.id, 'displayName', u.display_name, 'photoURL', u.photo_url)
          else ${JSON.stringify(nobody)}::jsonb end
          order by o.added_at, u.id)
        from (
          select events.organizer_id as user_id, '-infinity'::timestamptz as added_at
          union all select user_id, added_at from event_organizers where event_id = ${id}
        ) o
        join users u on u.id = o.user_id
      ) as organizers,
      (
        select changes -> 'dateTime' ->> 'before' from event_updates
        where event_id = ${id} and kind = 'edited' and changes ? 'dateTime'
        order by number desc limit 1
      ) as "previousDateTime"
    from events where id = ${id}
  `.execute(database)
  return rows[0]
}

/** Friends of the owner and members who take part or wait, without its organizers; by a part of the name. */
export async function findCandidates(
  database: Database,
  id: string,
  ownerId: string,
  { search, uid, limit }: { search?: string; uid?: string; limit: number },
) {
  return await database
    .selectFrom('users')
    .select(['id as uid', 'display_name as displayName', sql<string>`coalesce(photo_url, '')`.as('photoURL')])
    .where(
      'id',
      'in',
      sql<string>`(
        select friend_id from friendships where user_id = ${ownerId}
        union select user_id from event_participants where event_id = ${id}
      )`,
    )
    .where('id', '<>', ownerId)
    .where('id', 'not in', sql<string>`(select user_id from event_organizers where event_id = ${id})`)
    .where('erased_at', 'is', null)
    .where('deletion_at', 'is', null)
    .where(({ not }) => not(isBlockedBetween(sql`users.id`, sql`${ownerId}::uuid`)))
    .$if(uid !== undefined, (query) => query.where('id', '=', uid as string))
    .$if(!!search, (query) => query.where('searchable_name', 'like', containing(search as string)))
    .orderBy('display_name_key')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countAddedOrganizers(trx: DatabaseTransaction, id: string): Promise<number> {
  const { count } = await trx
    .selectFrom('event_organizers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('event_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds an organizer, who is notified of later updates. */
export async function insertOrganizer(trx: DatabaseTransaction, id: string, uid: string): Promise<void> {
  await trx
    .insertInto('event_organizers')
    .columns(['event_id', 'user_id', 'told_from'])
    .expression((expression) =>
      expression
        .selectFrom('events')
        .select(['id', sql<string>`${uid}::uuid`.as('user_id'), 'update_number'])
        .where('id', '=', id),
    )
    .execute()
}

/** Removes an organizer; answers whether they were one. */
export async function deleteOrganizer(trx: DatabaseTransaction, id: string, uid: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('event_organizers')
    .where('event_id', '=', id)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
