import { teamRoomId } from '@covo/contract/chat/chat.rules'
import type { TeamSummary } from '@covo/contract/teams/teams.routes'
import { maximumTeamsOfMember } from '@covo/contract/teams/teams.rules'
import { ownRoomChanged } from '../chat/chat.news.ts'
import { AppError } from '../platform/app-error.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { Publish } from '../platform/realtime/newsroom.ts'
import { teamChanged } from './teams.news.ts'
import {
  areBlocked,
  countOwnTeams,
  deleteCandidatesOf,
  deleteMembership,
  deleteTeam,
  findConcerned,
  findSuccessor,
  findTeamsOf,
  insertMembership,
  isInTeam,
  type LockedTeam,
  lockTeam,
  type TeamSummaryRow,
  updateCaptain,
} from './teams.store.ts'

/** The lines of 'Notifiche' about teams; the notifications slice stores them. */
export type TeamNotifier = {
  notifyOfTeam: (
    trx: DatabaseTransaction,
    publish: Publish,
    notice: {
      kind:
        | 'team_requested'
        | 'team_invited'
        | 'team_joined'
        | 'team_rejected'
        | 'team_removed'
        | 'team_captain'
        | 'team_captain_changed'
        | 'team_entered'
      teamId: string
      /** The event that it has entered. */
      eventId?: string
      uids: string[]
      authorId: string | null
    },
  ) => Promise<void>
  withdrawTeamLines: (
    trx: DatabaseTransaction,
    publish: Publish,
    teamId: string,
    uid: string,
  ) => Promise<void>
}

/** A lock of a conversation: messages are stored before `lockConversation` or after it. */
export type LockConversation = (trx: DatabaseTransaction, conversationId: string) => Promise<void>

/** Whether a member may know of a team that is locked. */
export async function isKnown(trx: DatabaseTransaction, team: LockedTeam, uid: string): Promise<boolean> {
  return (await isInTeam(trx, team.id, uid)) || !(await areBlocked(trx, team.captainId, uid))
}

/** @throws AppError `teams.not_found` for whom the team isn't there */
export async function requireKnown(trx: DatabaseTransaction, team: LockedTeam, uid: string): Promise<void> {
  if (!(await isKnown(trx, team, uid))) throw new AppError('teams.not_found')
}

/** @throws AppError `teams.not_found`, `teams.not_captain` for others */
export async function requireCaptain(
  trx: DatabaseTransaction,
  team: LockedTeam,
  viewerId: string,
): Promise<void> {
  await requireKnown(trx, team, viewerId)
  if (team.captainId !== viewerId) throw new AppError('teams.not_captain')
}

/** Publishes that a team changed to those whose pages show it, and to some more. */
export async function publishTeam(
  trx: DatabaseTransaction,
  publish: Publish,
  teamId: string,
  ...more: string[]
): Promise<void> {
  publish(...teamChanged(teamId, [...new Set([...(await findConcerned(trx, teamId)), ...more])]))
}

/**
 * Lets a member into a team that is locked, as are their own teams; once: who is in it stays so, and false is answered.
 * @throws AppError `teams.too_many`, `teams.full`
 */
export async function addMember(
  trx: DatabaseTransaction,
  publish: Publish,
  team: LockedTeam,
  uid: string,
): Promise<boolean> {
  if (await isInTeam(trx, team.id, uid)) return false
  if ((await countOwnTeams(trx, uid)) >= maximumTeamsOfMember) throw new AppError('teams.too_many')
  if (team.members >= team.maximum) throw new AppError('teams.full')
  const readUpTo = await insertMembership(trx, team.id, uid)
  publish(
    ownRoomChanged(uid, { conversationId: teamRoomId(team.id), isMember: true, readUpTo, mutedUntil: null }),
  )
  await publishTeam(trx, publish, team.id)
  return true
}

/**
 * Ends a membership of a team that is locked with its conversation. A captain's place goes to the longest-standing of the others; the
 * last one ends the team.
 */
export async function endMembership(
  trx: DatabaseTransaction,
  publish: Publish,
  notifier: TeamNotifier,
  team: LockedTeam,
  uid: string,
): Promise<void> {
  const concerned = await findConcerned(trx, team.id)
  const successor = team.captainId === uid ? await findSuccessor(trx, team.id, uid) : undefined
  await notifier.withdrawTeamLines(trx, publish, team.id, uid)
  if (team.captainId === uid && !successor) await deleteTeam(trx, team.id)
  await deleteMembership(trx, team.id, uid)
  if (successor) {
    await updateCaptain(trx, team.id, successor.uid)
    await notifier.notifyOfTeam(trx, publish, {
      kind: 'team_captain',
      teamId: team.id,
      uids: [successor.uid],
      authorId: null,
    })
  }
  publish(
    ownRoomChanged(uid, {
      conversationId: teamRoomId(team.id),
      isMember: false,
      readUpTo: 0,
      mutedUntil: null,
    }),
  )
  publish(...teamChanged(team.id, concerned))
}

/** Locks the rooms of a member's teams, before the member's row: who is to be erased leaves them. */
export async function lockOwnTeamRooms(
  trx: DatabaseTransaction,
  lockConversation: LockConversation,
  uid: string,
): Promise<void> {
  for (const teamId of await findTeamsOf(trx, uid)) await lockConversation(trx, teamRoomId(teamId))
}

/** Takes a member who goes out of all their teams, and their requests and invitations back. */
export async function leaveAllTeams(
  trx: DatabaseTransaction,
  publish: Publish,
  notifier: TeamNotifier,
  lockConversation: LockConversation,
  uid: string,
): Promise<void> {
  for (const teamId of await findTeamsOf(trx, uid)) {
    await lockConversation(trx, teamRoomId(teamId))
    const team = await lockTeam(trx, teamId)
    if (team && (await isInTeam(trx, teamId, uid))) await endMembership(trx, publish, notifier, team, uid)
  }
  for (const { teamId, captainId } of await deleteCandidatesOf(trx, uid))
    publish(...teamChanged(teamId, [captainId]))
}

/** @param seconds to wait; 0: none */
export function refuse(seconds: number): void {
  if (seconds) throw new AppError('common.rate_limited', { seconds })
}

/** A team in a list, without what orders it there. */
export function toSummary({
  id,
  name,
  presentation,
  members,
  maximum,
  skills,
  isLooking,
  relation,
}: TeamSummaryRow): TeamSummary {
  return { id, name, presentation, members, maximum, skills, isLooking, relation }
}
