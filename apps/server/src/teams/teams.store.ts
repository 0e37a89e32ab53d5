import { teamRoomId } from '@covo/contract/chat/chat.rules'
import { foldText } from '@covo/contract/chat/search.rules'
import { type Skill, skillsAmong } from '@covo/contract/skills'
import type { TeamRelation } from '@covo/contract/teams/teams.routes'
import { absentDays, codeDays, lookingDays, type parseTeam } from '@covo/contract/teams/teams.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'

/** The values of a team, as `parseTeam` answers them. */
export type TeamValues = NonNullable<ReturnType<typeof parseTeam>['value']>

export type Person = { uid: string; displayName: string; photoURL: string }

/** A team as one viewer sees it in a list. */
export type TeamSummaryRow = {
  id: string
  name: string
  presentation: string
  members: number
  maximum: number
  skills: Skill[]
  isLooking: boolean
  relation: TeamRelation
}

/** Whether a team looks for members. */
export const isLooking = sql<boolean>`coalesce(looking_until > now(), false)`

/** Whether a viewer is in a team. */
export function isMember(viewerId: string) {
  return sql<SqlBool>`exists (
    select from memberships as own where own.conversation_id = teams.conversation_id and own.user_id = ${viewerId}
  )`
}

/** Whether a viewer may know of a team: all may, but for those who don't see its captain and aren't in it. */
function isKnown(viewerId: string) {
  return sql<SqlBool>`(${isMember(viewerId)} or not ${isBlockedBetween(sql`captain_id`, sql`${viewerId}::uuid`)})`
}

/** The columns of a `TeamSummaryRow`. */
export function summaryOf(viewerId: string) {
  return sql`
    teams.id, name, presentation, members, maximum, skills, ${isLooking} as "isLooking",
    case
      when captain_id = ${viewerId} then 'captain'
      when ${isMember(viewerId)} then 'member'
      else coalesce((
        select case when is_invited then 'invited' else 'requested' end from team_candidates as own
        where own.team_id = teams.id and own.user_id = ${viewerId}
      ), 'none')
    end as relation`
}

export type TeamPosition = { common: string; createdAt: string; id: string }

/** Teams that are put in order: of more, the newest. */
const maximumOrdered = 500

/**
 * Teams that look for members and that the viewer isn't in: by skills in common, then the newest. They are put in order first, so that
 * what the viewer may see is asked for those of the page alone.
 */
export async function findLookingTeams(
  database: Database,
  viewerId: string,
  {
    search,
    skill,
    after,
    limit,
  }: { search: string; skill: Skill | undefined; after: TeamPosition | null; limit: number },
) {
  const own = await database
    .selectFrom('users')
    .select('skills')
    .where('id', '=', viewerId)
    .executeTakeFirst()
  const common = skillsAmong(own?.skills ?? []).reduce(
    (sum, one) => sql`${sum} + (${one} = any(skills))::integer`,
    sql`0`,
  )
  const at = after && sql`(${after.common}::integer, ${after.createdAt}::timestamptz)`
  const position = after
    ? sql`where (common, ordered_at) < ${at} or (common, ordered_at) = ${at} and id > ${after.id}::uuid`
    : sql``
  const { rows } = await sql<TeamSummaryRow & TeamPosition>`
    select ${summaryOf(viewerId)}, common::text,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"
    from (
      select * from (
        select id, created_at as ordered_at, ${common} as common from teams
        where looking_until is not null and looking_until > now()
          ${skill === undefined ? sql`` : sql`and ${skill} = any(skills)`}
          ${search === '' ? sql`` : sql`and folded like ${containing(search)}`}
        order by created_at desc, id
        limit ${literalLimit(maximumOrdered)}
      ) as newest
      ${position}
      order by common desc, ordered_at desc, id
      offset 0
    ) as ordered
    join teams using (id)
    where not ${isMember(viewerId)} and not ${isBlockedBetween(sql`captain_id`, sql`${viewerId}::uuid`)}
    order by common desc, ordered_at desc, id
    limit ${literalLimit(limit)}`.execute(database)
  return rows
}

/** Invitations of a member that the list of their teams has. */
const maximumInvitations = 50

/** The teams that a member is in, is invited to or has asked, as far as they may know of them. */
export async function findOwnTeams(database: Database, viewerId: string): Promise<TeamSummaryRow[]> {
  const { rows } = await sql<TeamSummaryRow>`
    select ${summaryOf(viewerId)}
    from (
      select substr(conversation_id, 9)::uuid as team_id, 0 as rank from memberships
      where user_id = ${viewerId} and conversation_id like 'squadra-%'
      union all (
        select team_id, 1 from team_candidates where user_id = ${viewerId} and is_invited
        order by created_at desc limit ${literalLimit(maximumInvitations)}
      )
      union all select team_id, 2 from team_candidates where user_id = ${viewerId} and not is_invited
    ) as own
    join teams on teams.id = team_id
    where ${isKnown(viewerId)}
    order by rank, name_key`.execute(database)
  return rows
}

export type TeamRow = TeamSummaryRow & {
  conversationId: string
  ctftimeId: string
  version: number
  captainId: string
}

/** A team as a viewer sees it; undefined where there is none that they may know of. */
export async function findTeam(
  database: Database,
  teamId: string,
  viewerId: string,
): Promise<TeamRow | undefined> {
  const { rows } = await sql<TeamRow>`
    select ${summaryOf(viewerId)}, conversation_id as "conversationId", ctftime_id as "ctftimeId", version,
      captain_id as "captainId"
    from teams where id = ${teamId} and ${isKnown(viewerId)}`.execute(database)
  return rows[0]
}

/** The columns of a `Person`. */
export const person = sql`users.id as uid, display_name as "displayName", coalesce(photo_url, '') as "photoURL"`

/** The members of a team whom a viewer doesn't hide from, the longest-standing first; whether they are friends who show where they are. */
export async function findMembers(
  database: Database,
  teamId: string,
  viewerId: string,
): Promise<(Person & { isFriend: boolean })[]> {
  const { rows } = await sql<Person & { isFriend: boolean }>`
    select ${person}, show_participation and exists (
      select from friendships where friendships.user_id = ${viewerId} and friend_id = users.id
    ) as "isFriend"
    from memberships join users on users.id = memberships.user_id
    where conversation_id = ${teamRoomId(teamId)}
      and not ${isBlockedBetween(sql`users.id`, sql`${viewerId}::uuid`)}
    order by since, users.id`.execute(database)
  return rows
}

/** Requests that a captain sees at once. */
const maximumShownRequests = 100

/** Who asks to be let into a team, the oldest first. */
export async function findRequests(database: Database, teamId: string) {
  const { rows } = await sql<Person & { text: string; requestedAt: Date }>`
    select ${person}, text, team_candidates.created_at as "requestedAt"
    from team_candidates join users on users.id = user_id
    where team_id = ${teamId} and not is_invited and erased_at is null
    order by team_candidates.created_at, users.id
    limit ${literalLimit(maximumShownRequests)}`.execute(database)
  return rows
}

/** The order in which members follow a captain: those who can act first, the longest-standing of them. */
const succession = sql`
  (deletion_at is not null or erased_at is not null or blocked_at is not null or coalesce(suspended_until > now(), false)), since, users.id`

/** Who leads a team when its captain leaves; undefined where nobody else is in it. */
export async function findSuccessor(
  database: Database,
  teamId: string,
  captainId: string,
): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${person} from memberships join users on users.id = user_id
    where conversation_id = ${teamRoomId(teamId)} and user_id <> ${captainId}
    order by ${succession} limit 1`.execute(database)
  return rows[0]
}

/**
 * The member who may lead a team at once: the longest-standing one who has opened it in the last 30 days, where its captain has not.
 * Undefined where nobody may.
 */
export async function findFollower(database: Database, teamId: string): Promise<string | undefined> {
  const lately = sql`current_date - ${absentDays}::integer`
  const { rows } = await sql<{ uid: string }>`
    select user_id as uid
    from teams
    join memberships on memberships.conversation_id = teams.conversation_id
    join users on users.id = user_id
    where teams.id = ${teamId} and opened_on >= ${lately} and not exists (
      select from memberships as led
      where led.conversation_id = teams.conversation_id and led.user_id = captain_id and led.opened_on >= ${lately}
    )
    order by ${succession} limit 1`.execute(database)
  return rows[0]?.uid
}

/** Two requests of a member at once neither enter nor ask more teams than one may. */
export async function lockOwnTeams(trx: DatabaseTransaction, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('teams ' || ${uid}, 0))`.execute(trx)
}

/** Two teams at once don't take one name. */
export async function lockTeamNames(trx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('team names', 0))`.execute(trx)
}

/** Whether a member is there whose account isn't about to go; against a removal at the same time their row is locked. */
export async function lockPresent(trx: DatabaseTransaction, uid: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${uid} and erased_at is null and deletion_at is null and bot_owner is null
    for key share`.execute(trx)
  return rows.length > 0
}

export type LockedTeam = TeamValues & {
  id: string
  members: number
  captainId: string
  version: number
}

/** Locks the row of a team until the transaction ends: what changes it or its members comes one after the other. */
export async function lockTeam(trx: DatabaseTransaction, teamId: string): Promise<LockedTeam | undefined> {
  const { rows } = await sql<LockedTeam>`
    select id, name, presentation, maximum, members, skills, ${isLooking} as "isLooking", ctftime_id as "ctftimeId",
      captain_id as "captainId", version
    from teams where id = ${teamId} for no key update`.execute(trx)
  return rows[0]
}

export async function findCaptain(database: Database, teamId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('teams')
    .select('captain_id')
    .where('id', '=', teamId)
    .executeTakeFirst()
  return row?.captain_id
}

export async function isInTeam(database: Database, teamId: string, uid: string): Promise<boolean> {
  const { rows } = await sql`
    select from memberships where conversation_id = ${teamRoomId(teamId)} and user_id = ${uid}`.execute(
    database,
  )
  return rows.length > 0
}

export async function areBlocked(database: Database, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select ${isBlockedBetween(sql`${one}::uuid`, sql`${other}::uuid`)} as "isBlocked"`.execute(database)
  return rows[0]?.isBlocked ?? false
}

export async function countOwnTeams(trx: DatabaseTransaction, uid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from memberships
    where user_id = ${uid} and conversation_id like 'squadra-%'`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Whether another team has a name that looks the same. */
export async function isNameTaken(
  trx: DatabaseTransaction,
  name: string,
  ownId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from teams where name_key = name_key(${name}) and id is distinct from ${ownId}::uuid`.execute(trx)
  return rows.length > 0
}

function lookingUntil(isWanted: boolean): RawBuilder<Date | null> {
  return isWanted ? sql<Date>`now() + ${lookingDays} * interval '1 day'` : sql<null>`null::timestamptz`
}

/** Makes a team with its conversation, whose captain is the one in it. */
export async function insertTeam(
  trx: DatabaseTransaction,
  teamId: string,
  captainId: string,
  { ctftimeId, isLooking: isWanted, ...values }: TeamValues,
): Promise<void> {
  await trx
    .insertInto('conversations')
    .values({ id: teamRoomId(teamId), kind: 'team' })
    .execute()
  await trx
    .insertInto('teams')
    .values({
      ...values,
      id: teamId,
      captain_id: captainId,
      ctftime_id: ctftimeId,
      looking_until: lookingUntil(isWanted),
      folded: foldText(`${values.name}\n${values.presentation}`),
    })
    .execute()
  await insertMembership(trx, teamId, captainId)
}

/** @param isWanted whether it looks for members from now on; undefined: as before */
export async function updateTeam(
  trx: DatabaseTransaction,
  teamId: string,
  { name, presentation, maximum, skills, ctftimeId }: TeamValues,
  isWanted: boolean | undefined,
): Promise<void> {
  await trx
    .updateTable('teams')
    .set({ name, presentation, maximum, skills, ctftime_id: ctftimeId, version: sql`version + 1` })
    .set({ folded: foldText(`${name}\n${presentation}`) })
    .$if(isWanted !== undefined, (query) => query.set({ looking_until: lookingUntil(isWanted ?? false) }))
    .where('id', '=', teamId)
    .execute()
}

/** Lets a member in, who has nothing unread then, and ends their request or invitation. */
export async function insertMembership(
  trx: DatabaseTransaction,
  teamId: string,
  uid: string,
): Promise<number> {
  await deleteCandidate(trx, teamId, uid)
  const { rows } = await sql<{ readUpTo: number }>`
    insert into memberships (conversation_id, user_id, read_up_to)
    select id, ${uid}, head from conversations where id = ${teamRoomId(teamId)}
    returning read_up_to as "readUpTo"`.execute(trx)
  return rows[0]?.readUpTo ?? 0
}

/** Whether the member was in the team. */
export async function deleteMembership(
  trx: DatabaseTransaction,
  teamId: string,
  uid: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('memberships')
    .where('conversation_id', '=', teamRoomId(teamId))
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function updateCaptain(
  trx: DatabaseTransaction,
  teamId: string,
  captainId: string,
): Promise<void> {
  await trx.updateTable('teams').set({ captain_id: captainId }).where('id', '=', teamId).execute()
}

/** Deletes a team with its requests, invitations, code and lines of 'Notifiche'. Its conversation, which nobody reads then, goes later. */
export async function deleteTeam(trx: DatabaseTransaction, teamId: string): Promise<void> {
  await trx.deleteFrom('teams').where('id', '=', teamId).execute()
}

/** Whether a member is invited to a team, or asks it (false); undefined where neither. */
export async function findCandidate(
  trx: DatabaseTransaction,
  teamId: string,
  uid: string,
): Promise<boolean | undefined> {
  const row = await trx
    .selectFrom('team_candidates')
    .select('is_invited as isInvited')
    .where('team_id', '=', teamId)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return row?.isInvited
}

export async function countRequests(trx: DatabaseTransaction, uid: string): Promise<number> {
  const { count } = await trx
    .selectFrom('team_candidates')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', uid)
    .where('is_invited', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertCandidate(
  trx: DatabaseTransaction,
  candidate: { teamId: string; uid: string; isInvited: boolean; text: string },
): Promise<void> {
  const { teamId, uid, isInvited, text } = candidate
  await trx
    .insertInto('team_candidates')
    .values({ team_id: teamId, user_id: uid, is_invited: isInvited, text })
    .execute()
}

/** Whether there was one. */
export async function deleteCandidate(
  trx: DatabaseTransaction,
  teamId: string,
  uid: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('team_candidates')
    .where('team_id', '=', teamId)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes requests and invitations between two members, one of whom leads the team; answers of which teams, and whose they were. */
export async function deleteCandidatesBetween(
  trx: DatabaseTransaction,
  one: string,
  other: string,
): Promise<{ teamId: string; uid: string; captainId: string }[]> {
  const { rows } = await sql<{ teamId: string; uid: string; captainId: string }>`
    delete from team_candidates using teams
    where teams.id = team_id and (user_id, captain_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))
    returning team_id as "teamId", user_id as uid, captain_id as "captainId"`.execute(trx)
  return rows
}

/** Of a member who goes: answers the teams whose captains saw their requests. */
export async function deleteCandidatesOf(
  trx: DatabaseTransaction,
  uid: string,
): Promise<{ teamId: string; captainId: string }[]> {
  const { rows } = await sql<{ teamId: string; captainId: string }>`
    delete from team_candidates using teams where teams.id = team_id and user_id = ${uid}
    returning team_id as "teamId", captain_id as "captainId"`.execute(trx)
  return rows
}

/** Those whose pages show a team: its members, who asks it and whom it invites. */
export async function findConcerned(trx: DatabaseTransaction, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select user_id as uid from memberships where conversation_id = ${teamRoomId(teamId)}
    union all select user_id from team_candidates where team_id = ${teamId}`.execute(trx)
  return rows.map(({ uid }) => uid)
}

/** The teams that a member is in. */
export async function findTeamsOf(database: Database, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select substr(conversation_id, 9) as id from memberships
    where user_id = ${uid} and conversation_id like 'squadra-%' order by conversation_id`.execute(database)
  return rows.map(({ id }) => id)
}

export type StoredCode = { nonce: string; hash: Buffer; expiresAt: Date }

/** The code of a team that lets people in now. */
export async function findCode(database: Database, teamId: string): Promise<StoredCode | undefined> {
  return await database
    .selectFrom('team_codes')
    .select(['nonce', 'hash', 'expires_at as expiresAt'])
    .where('team_id', '=', teamId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Gives a team a code in place of the one before. */
export async function replaceCode(
  trx: DatabaseTransaction,
  teamId: string,
  { nonce, hash }: { nonce: string; hash: Buffer },
): Promise<StoredCode> {
  const { rows } = await sql<StoredCode>`
    insert into team_codes (team_id, nonce, hash, expires_at)
    values (${teamId}, ${nonce}, ${hash}, date_trunc('milliseconds', now()) + ${codeDays} * interval '1 day')
    on conflict (team_id) do update
      set nonce = excluded.nonce, hash = excluded.hash, expires_at = excluded.expires_at
    returning nonce, hash, expires_at as "expiresAt"`.execute(trx)
  return rows[0] as StoredCode
}

/** The team that a code of this hash opens now. */
export async function findTeamByCode(database: Database, hash: Buffer): Promise<string | undefined> {
  const row = await database
    .selectFrom('team_codes')
    .select('team_id as teamId')
    .where('hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.teamId
}
