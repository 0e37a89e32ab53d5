import type { Skill } from '@covo/contract/skills'
import type { BoardList } from '@covo/contract/teams/event-teams.routes'
import { teamCategories } from '@covo/contract/teams/teams.rules'
import { type SqlBool, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { isLooking, isMember, type Person, person, summaryOf, type TeamSummaryRow } from './teams.store.ts'

/** The viewer's relation to an event, which decides whom of a line-up they see. */
export type EventViewer = { eventId: string; viewerId: string; isOrganizer: boolean; takesPart: boolean }

export type EventTeamRow = TeamSummaryRow & { players: number; lineup: Person[]; enteredAt: string }

const isOpen = sql<boolean>`(
  category = any(${[...teamCategories]}::text[]) and status = 'planned' and ends_at >= now()
)`

/** What teams know of an event: how many of one may play, and whether teams are open there. */
export async function findTeamRules(database: Database, eventId: string) {
  return await database
    .selectFrom('events')
    .select(['team_size as teamSize', isOpen.as('isOpen')])
    .where('id', '=', eventId)
    .executeTakeFirst()
}

/** The same, with the event's row locked: its cancellation, its changes and joining or leaving it come before or after. */
export async function shareEvent(trx: DatabaseTransaction, eventId: string) {
  const { rows } = await sql<{ teamSize: number | null; isOpen: boolean }>`
    select team_size as "teamSize", ${isOpen} as "isOpen" from events where id = ${eventId} for key share`.execute(
    trx,
  )
  return rows[0]
}

/** Locks the rows of a team's other members, whom its entry is told, before the event's; answers who they are. */
export async function lockOthers(
  trx: DatabaseTransaction,
  teamId: string,
  captainId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where id <> ${captainId} and id in (
      select user_id from memberships where conversation_id = 'squadra-' || ${teamId}
    ) order by id for key share`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * A team in an event's list, with the line-up as far as the viewer sees it: its members and the event's organizers see all of it, others
 * whom the event's list of participants shows them, nobody whom they block.
 */
function columnsOf({ eventId, viewerId, isOrganizer, takesPart }: EventViewer) {
  return sql`
    ${summaryOf(viewerId)},
    to_char(entered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "enteredAt",
    (
      select count(*)::integer from team_lineups as playing
      where playing.event_id = ${eventId} and playing.team_id = teams.id
    ) as players,
    coalesce((
      select jsonb_agg(
        jsonb_build_object('uid', users.id, 'displayName', display_name, 'photoURL', coalesce(photo_url, ''))
        order by playing.since, users.id
      )
      from team_lineups as playing
      join users on users.id = playing.user_id
      join event_participants as part on part.event_id = playing.event_id and part.user_id = playing.user_id
      where playing.event_id = ${eventId} and playing.team_id = teams.id and (
        playing.user_id = ${viewerId}
        or not ${isBlockedBetween(sql`playing.user_id`, sql`${viewerId}::uuid`)} and (
          ${isOrganizer} or ${isMember(viewerId)} or coalesce(is_shown, false) and (
            ${takesPart} or exists (
              select from friendships where friendships.user_id = ${viewerId} and friend_id = playing.user_id
            )
          )
        )
      )
    ), '[]') as lineup`
}

/** The teams that entered an event, the latest first, but the viewer's own and those whose captain and the viewer block each other. */
export async function findEntered(
  database: Database,
  viewer: EventViewer,
  { list, after, limit }: { list: BoardList; after: { at: string; id: string } | null; limit: number },
): Promise<EventTeamRow[]> {
  const { eventId, viewerId } = viewer
  const position = after
    ? sql`and (
        entered_at < ${after.at}::timestamptz or entered_at = ${after.at}::timestamptz and team_id > ${after.id}::uuid
      )`
    : sql``
  const { rows } = await sql<EventTeamRow>`
    select ${columnsOf(viewer)} from (
      select team_id, entered_at from team_entries join teams on teams.id = team_id
      where event_id = ${eventId} and ${isLooking} = ${list === 'looking'} and not ${isMember(viewerId)}
        and not ${isBlockedBetween(sql`captain_id`, sql`${viewerId}::uuid`)} ${position}
      order by entered_at desc, team_id
      limit ${literalLimit(limit)}
    ) as entered
    join teams on teams.id = team_id
    order by entered_at desc, team_id`.execute(database)
  return rows
}

/** A viewer's teams that have entered an event, by name. */
export async function findOwnEntered(database: Database, viewer: EventViewer): Promise<EventTeamRow[]> {
  const { rows } = await sql<EventTeamRow>`
    select ${columnsOf(viewer)}
    from memberships as led
    join teams on teams.conversation_id = led.conversation_id
    join team_entries on team_id = teams.id and event_id = ${viewer.eventId}
    where led.user_id = ${viewer.viewerId} and led.conversation_id like 'squadra-%'
    order by name_key`.execute(database)
  return rows
}

/** What a viewer does at an event: the team that they play for, and what they say of themselves where they look for one. */
export async function findOwnPart(database: Database, eventId: string, uid: string) {
  const { rows } = await sql<{ playsFor: string | null; looking: string | null }>`
    select
      (select team_id from team_lineups where event_id = ${eventId} and user_id = ${uid}) as "playsFor",
      (select text from event_seekers where event_id = ${eventId} and user_id = ${uid}) as looking`.execute(
    database,
  )
  return rows[0] ?? { playsFor: null, looking: null }
}

export type SeekerRow = Person & {
  skills: Skill[]
  text: string
  invitedTo: string[]
  joined: string[]
  since: string
}

/** Participants of an event who look for a team, the latest first; without whom the viewer doesn't see. */
export async function findSeekers(
  database: Database,
  eventId: string,
  viewerId: string,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<SeekerRow[]> {
  const position = after
    ? sql`and (since < ${after.at}::timestamptz or since = ${after.at}::timestamptz and user_id > ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<SeekerRow>`
    select ${person}, users.skills, text,
      to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since,
      array(
        select team_id from team_candidates join teams on teams.id = team_id
        where team_candidates.user_id = users.id and is_invited and captain_id = ${viewerId}
      ) as "invitedTo",
      array(
        select teams.id from memberships join teams using (conversation_id)
        where memberships.user_id = users.id and captain_id = ${viewerId}
      ) as joined
    from event_seekers join users on users.id = user_id
    where event_id = ${eventId} and not ${isBlockedBetween(sql`event_seekers.user_id`, sql`${viewerId}::uuid`)}
      ${position}
    order by event_seekers.since desc, user_id
    limit ${literalLimit(limit)}`.execute(database)
  return rows
}

/** Whether a member has a seat at an event, whose row is locked; what they do there comes one after the other. */
export async function lockParticipation(
  trx: DatabaseTransaction,
  eventId: string,
  uid: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from event_participants where event_id = ${eventId} and user_id = ${uid} and state = 'joined'
    for no key update`.execute(trx)
  return rows.length > 0
}

/** Whether a team has entered an event; its line-up changes in one transaction at a time. */
export async function lockEntry(trx: DatabaseTransaction, eventId: string, teamId: string): Promise<boolean> {
  const { rows } = await sql`
    select from team_entries where event_id = ${eventId} and team_id = ${teamId} for no key update`.execute(
    trx,
  )
  return rows.length > 0
}

/** Whether it is new. */
export async function insertEntry(
  trx: DatabaseTransaction,
  eventId: string,
  teamId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('team_entries')
    .values({ event_id: eventId, team_id: teamId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether there was one. */
export async function deleteEntry(
  trx: DatabaseTransaction,
  eventId: string,
  teamId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('team_entries')
    .where('event_id', '=', eventId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countPlayers(
  trx: DatabaseTransaction,
  eventId: string,
  teamId: string,
): Promise<number> {
  const { count } = await trx
    .selectFrom('team_lineups')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('event_id', '=', eventId)
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return count
}

/** Has a member play an event for a team, which they no longer look for. */
export async function insertPlayer(
  trx: DatabaseTransaction,
  eventId: string,
  teamId: string,
  uid: string,
): Promise<void> {
  await trx.insertInto('team_lineups').values({ event_id: eventId, team_id: teamId, user_id: uid }).execute()
  await deleteSeeker(trx, eventId, uid)
}

/** Whether the member played it for the team. */
export async function deletePlayer(
  trx: DatabaseTransaction,
  eventId: string,
  teamId: string,
  uid: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('team_lineups')
    .where('event_id', '=', eventId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function upsertSeeker(
  trx: DatabaseTransaction,
  eventId: string,
  uid: string,
  text: string,
): Promise<void> {
  await trx
    .insertInto('event_seekers')
    .values({ event_id: eventId, user_id: uid, text })
    .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doUpdateSet({ text }))
    .execute()
}

/** Whether the member looked for a team there. */
export async function deleteSeeker(trx: DatabaseTransaction, eventId: string, uid: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('event_seekers')
    .where('event_id', '=', eventId)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Events of a team's page. */
const maximumShownEvents = 50

/** The coming and current events that a team has entered, the nearest first. */
export async function findEventsOf(database: Database, teamId: string) {
  return await database
    .selectFrom('team_entries')
    .innerJoin('events', 'events.id', 'event_id')
    .select(['events.id', 'title', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('team_id', '=', teamId)
    .where('status', '=', 'planned')
    .where('ends_at', '>=', sql<Date>`now()`)
    .orderBy('starts_at')
    .orderBy('events.id')
    .limit(literalLimit(maximumShownEvents))
    .execute()
}

/** The names of the teams for which members play an event. */
export async function findTeamNames(
  database: Database,
  eventId: string,
  uids: readonly string[],
): Promise<{ uid: string; name: string }[]> {
  return await database
    .selectFrom('team_lineups')
    .innerJoin('teams', 'teams.id', 'team_id')
    .select(['user_id as uid', 'name'])
    .where('event_id', '=', eventId)
    .where(sql<SqlBool>`user_id = any(${uids}::uuid[])`)
    .execute()
}
