import type { Participant } from '@covo/contract/events/event-participants.routes'
import { type SqlBool, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** To the microsecond, as the lists are ordered. */
const joinedAtText = sql<string>`to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export type ParticipantRow = Participant & {
  /** 0 for the viewer and their friends, who come first; 1 for the others. */
  rank: 0 | 1
  joinedAt: string
}

export type ParticipantPosition = Pick<ParticipantRow, 'rank' | 'joinedAt' | 'uid'>

/** The viewer's relation to an event, by which they see its participants or some of them. */
export type Audience = 'organizer' | 'participant' | 'friend'

/** The participants of an event as far as a viewer sees them. */
export async function findParticipants(
  database: Database,
  id: string,
  viewerId: string,
  audience: Audience,
  after: ParticipantPosition | null,
  limit: number,
): Promise<ParticipantRow[]> {
  const isSeen = audience === 'organizer' ? sql`is_shown is not null` : sql`is_shown`
  const position = (rank: 0 | 1) =>
    after?.rank === rank
      ? sql`and (joined_at, user_id) > (${after.joinedAt}::timestamptz, ${after.uid}::uuid)`
      : sql``
  const friends = sql`
    select 0 as rank, user_id, joined_at
    from (
      select friend_id as user_id from friendships where user_id = ${viewerId}
      union all select ${viewerId}::uuid
    ) as known
    join event_participants using (user_id)
    where event_id = ${id} and state = 'joined' and (user_id = ${viewerId} or ${isSeen})
      and ${after?.rank !== 1} ${position(0)}
    order by joined_at, user_id
    limit ${literalLimit(limit)}`
  const others = sql`
    select 1 as rank, user_id, joined_at from event_participants
    where event_id = ${id} and state = 'joined' and ${isSeen} and user_id <> ${viewerId}
      and not ${isBlockedBetween(sql`event_participants.user_id`, sql`${viewerId}::uuid`)} and not exists (
      select from friendships where friendships.user_id = ${viewerId} and friend_id = event_participants.user_id
    ) ${position(1)}
    order by joined_at, user_id
    limit ${literalLimit(limit)}`
  const { rows } = await sql<ParticipantRow>`
    select
      rank, users.id as uid, display_name as "displayName", coalesce(photo_url, '') as "photoURL",
      ${joinedAtText} as "joinedAt"
    from ((${friends}) ${audience === 'friend' ? sql`` : sql`union all (${others})`}) as seen
    join users on users.id = user_id
    order by rank, joined_at, user_id
    limit ${literalLimit(limit)}
  `.execute(database)
  return rows
}

/** The members who wait for a seat, after a number of the queue, as far as the viewer sees them. */
export async function findWaiting(
  database: Database,
  id: string,
  viewerId: string,
  after: number,
  limit: number,
) {
  return await database
    .selectFrom('event_participants')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id as uid', 'display_name as displayName', 'queue_number as queueNumber'])
    .select(sql<string>`coalesce(photo_url, '')`.as('photoURL'))
    .where('event_id', '=', id)
    .where('state', '=', 'waiting')
    .where(({ not }) => not(isBlockedBetween(sql`event_participants.user_id`, sql`${viewerId}::uuid`)))
    .where('queue_number', '>', after)
    .orderBy('queue_number')
    .limit(literalLimit(limit))
    .execute()
}

/** The members who take part or wait, in the order of joining, as an organizer sees them. */
export async function findJoinedPeople(
  database: Database,
  id: string,
  viewerId: string,
  after: { joinedAt: string; uid: string } | null,
  limit: number,
) {
  return await database
    .selectFrom('event_participants')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id as uid', 'display_name as displayName', 'state'])
    .select(joinedAtText.as('joinedAt'))
    .where('event_id', '=', id)
    .where('is_shown', 'is not', null)
    .where(({ not }) => not(isBlockedBetween(sql`event_participants.user_id`, sql`${viewerId}::uuid`)))
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`(joined_at, user_id) > (${after?.joinedAt}::timestamptz, ${after?.uid}::uuid)`,
      ),
    )
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(literalLimit(limit))
    .execute()
}

/** Copies the member's choice to their participations, except those that even organizers don't see (null). */
export async function setShown(trx: DatabaseTransaction, uid: string, isShown: boolean): Promise<void> {
  await trx
    .updateTable('event_participants')
    .set({ is_shown: isShown })
    .where('user_id', '=', uid)
    .where('is_shown', '=', !isShown)
    .execute()
}

/** The events that are not over in which the member takes part, up to a limit. */
export async function findJoinedEvents(
  trx: DatabaseTransaction,
  uid: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('event_participants')
    .innerJoin('events', 'events.id', 'event_id')
    .select('event_id as id')
    .where('user_id', '=', uid)
    .where('state', '=', 'joined')
    .where('ends_at', '>=', sql<Date>`now()`)
    .orderBy('starts_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
