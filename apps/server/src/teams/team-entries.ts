import { teamRoomId } from '@covo/contract/chat/chat.rules'
import { maximumOpenRequests, parseTeamRequest } from '@covo/contract/teams/teams.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import type { TeamCodes } from './team-codes.ts'
import {
  addMember,
  isKnown,
  type LockConversation,
  requireCaptain,
  requireKnown,
  type TeamNotifier,
} from './team-members.ts'
import { teamChanged } from './teams.news.ts'
import {
  areBlocked,
  countRequests,
  deleteCandidate,
  deleteCandidatesBetween,
  findCandidate,
  findCaptain,
  findTeamByCode,
  insertCandidate,
  isInTeam,
  type LockedTeam,
  lockOwnTeams,
  lockPresent,
  lockTeam,
} from './teams.store.ts'

type Dependencies = {
  database: Database
  newsroom: Newsroom
  notifier: TeamNotifier
  codes: TeamCodes
  /** What two members do to each other comes one after the other: a block comes before an entry or after it. */
  lockPair: (trx: DatabaseTransaction, one: string, other: string) => Promise<void>
  /** Called before the team's row is locked: leaving a team locks its conversation first, and its row second. */
  shareConversation: LockConversation
}

/** The ways into a team: requests, invitations and codes. Errors are AppErrors of the kind `teams.…`. */
export function createTeamEntries({
  database,
  newsroom,
  notifier,
  codes,
  lockPair,
  shareConversation,
}: Dependencies) {
  /** Runs a change by which a member may enter a team, with all that it takes locked. */
  async function transactEntry<Answer>(
    teamId: string,
    uid: string,
    work: (trx: DatabaseTransaction, publish: Publish, team: LockedTeam) => Promise<Answer>,
  ): Promise<Answer> {
    const captainId = await findCaptain(database, teamId)
    if (captainId === undefined) throw new AppError('teams.not_found')
    return await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, captainId, uid)
      await lockOwnTeams(trx, uid)
      await shareConversation(trx, teamRoomId(teamId))
      if (!(await lockPresent(trx, uid))) throw new AppError('friends.member_not_found')
      const team = await lockTeam(trx, teamId)
      if (!team) throw new AppError('teams.not_found')
      return await work(trx, publish, team)
    })
  }

  function notice(kind: 'team_requested' | 'team_invited', team: LockedTeam, uid: string, authorId: string) {
    return { kind, teamId: team.id, uids: [uid], authorId }
  }

  /** Tells a member that somebody else let them in. */
  async function tellJoined(
    trx: DatabaseTransaction,
    publish: Publish,
    team: LockedTeam,
    uid: string,
  ): Promise<void> {
    await notifier.notifyOfTeam(trx, publish, {
      kind: 'team_joined',
      teamId: team.id,
      uids: [uid],
      authorId: null,
    })
  }

  return {
    /** Asks a team to let a member in; who is invited is let in. */
    async request(uid: string, teamId: string, typed: string): Promise<void> {
      const { value: text, problem } = parseTeamRequest(typed)
      if (problem) throw AppError.of(problem)
      await transactEntry(teamId, uid, async (trx, publish, team) => {
        await requireKnown(trx, team, uid)
        if (await isInTeam(trx, teamId, uid)) return
        const isInvited = await findCandidate(trx, teamId, uid)
        if (isInvited === false) return
        if (isInvited) {
          await addMember(trx, publish, team, uid)
          return
        }
        if ((await countRequests(trx, uid)) >= maximumOpenRequests) throw new AppError('teams.too_many')
        if (team.members >= team.maximum) throw new AppError('teams.full')
        await insertCandidate(trx, { teamId, uid, isInvited: false, text })
        await notifier.notifyOfTeam(trx, publish, notice('team_requested', team, team.captainId, uid))
        publish(...teamChanged(teamId, [team.captainId, uid]))
      })
    },

    /** Takes back a request of a member's, or an invitation that they don't want. */
    async withdraw(uid: string, teamId: string, isInvited: boolean): Promise<void> {
      await transactEntry(teamId, uid, async (trx, publish, team) => {
        await requireKnown(trx, team, uid)
        if ((await findCandidate(trx, teamId, uid)) !== isInvited) return
        await deleteCandidate(trx, teamId, uid)
        // Whom a team invites, its page shows nobody.
        publish(...teamChanged(teamId, isInvited ? [uid] : [team.captainId, uid]))
      })
    },

    /** Lets in who asked, or doesn't, which tells them. */
    async answerRequest(viewerId: string, teamId: string, uid: string, isAccepted: boolean): Promise<void> {
      await transactEntry(teamId, uid, async (trx, publish, team) => {
        await requireCaptain(trx, team, viewerId)
        if ((await findCandidate(trx, teamId, uid)) !== false) throw new AppError('teams.request_gone')
        if (isAccepted) {
          await addMember(trx, publish, team, uid)
          return await tellJoined(trx, publish, team, uid)
        }
        await deleteCandidate(trx, teamId, uid)
        publish(...teamChanged(teamId, [viewerId, uid]))
        await notifier.notifyOfTeam(trx, publish, {
          kind: 'team_rejected',
          teamId,
          uids: [uid],
          authorId: null,
        })
      }).catch((error) => {
        throw isGone(error) ? new AppError('teams.request_gone') : error
      })
    },

    /** Invites a member; who asked is let in. */
    async invite(viewerId: string, teamId: string, uid: string): Promise<void> {
      await transactEntry(teamId, uid, async (trx, publish, team) => {
        await requireCaptain(trx, team, viewerId)
        if (await isInTeam(trx, teamId, uid)) return
        if (await areBlocked(trx, viewerId, uid)) throw new AppError('friends.member_not_found')
        const isInvited = await findCandidate(trx, teamId, uid)
        if (isInvited) return
        if (isInvited === false) {
          await addMember(trx, publish, team, uid)
          return await tellJoined(trx, publish, team, uid)
        }
        if (team.members >= team.maximum) throw new AppError('teams.full')
        await insertCandidate(trx, { teamId, uid, isInvited: true, text: '' })
        await notifier.notifyOfTeam(trx, publish, notice('team_invited', team, uid, viewerId))
        publish(...teamChanged(teamId, [uid]))
      })
    },

    async acceptInvitation(uid: string, teamId: string): Promise<void> {
      await transactEntry(teamId, uid, async (trx, publish, team) => {
        await requireKnown(trx, team, uid)
        if (await isInTeam(trx, teamId, uid)) return
        if (!(await findCandidate(trx, teamId, uid))) throw new AppError('teams.request_gone')
        await addMember(trx, publish, team, uid)
      })
    },

    /** The team that a code opens for a member. @throws AppError `teams.code_invalid` */
    async requireTeamOfCode(uid: string, typed: string): Promise<string> {
      const hash = codes.hash(typed)
      const teamId = hash && (await findTeamByCode(database, hash))
      const captainId = teamId && (await findCaptain(database, teamId))
      if (!teamId || !captainId) throw new AppError('teams.code_invalid')
      const isHidden =
        (await areBlocked(database, captainId, uid)) && !(await isInTeam(database, teamId, uid))
      if (isHidden) throw new AppError('teams.code_invalid')
      return teamId
    },

    /** Lets a member in by a code, which must be the team's until then; answers the team's id. */
    async joinByCode(uid: string, typed: string): Promise<string> {
      const hash = codes.hash(typed)
      const found = hash && (await findTeamByCode(database, hash))
      if (!found) throw new AppError('teams.code_invalid')
      await transactEntry(found, uid, async (trx, publish, team) => {
        const isValid = (await findTeamByCode(trx, hash)) === found && (await isKnown(trx, team, uid))
        if (!isValid) throw new AppError('teams.code_invalid')
        await addMember(trx, publish, team, uid)
      }).catch((error) => {
        throw error instanceof AppError && error.code === 'teams.not_found'
          ? new AppError('teams.code_invalid')
          : error
      })
      return found
    },

    /** Takes back what is between two members, one of whom leads a team, for a block, which holds their pair locked. */
    async endCandidacies(
      trx: DatabaseTransaction,
      publish: Publish,
      one: string,
      other: string,
    ): Promise<void> {
      for (const { teamId, uid, captainId } of await deleteCandidatesBetween(trx, one, other))
        publish(...teamChanged(teamId, [uid, captainId]))
    },
  }
}

function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'friends.member_not_found'
}
