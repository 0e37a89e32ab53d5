import { teamRoomId } from '@covo/contract/chat/chat.rules'
import { skillsAmong } from '@covo/contract/skills'
import {
  type BoardList,
  boardPageSize,
  type EventTeam,
  type EventTeamPage,
  type TeamSeekerPage,
} from '@covo/contract/teams/event-teams.routes'
import { parseTeamRequest } from '@covo/contract/teams/teams.rules'
import { z } from 'zod'
import { peopleChanged } from '../events/events.news.ts'
import type { EventsService } from '../events/events.service.ts'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import {
  countPlayers,
  deleteEntry,
  deletePlayer,
  deleteSeeker,
  type EventTeamRow,
  type EventViewer,
  findEntered,
  findOwnEntered,
  findOwnPart,
  findSeekers,
  findTeamNames,
  findTeamRules,
  insertEntry,
  insertPlayer,
  lockEntry,
  lockOthers,
  lockParticipation,
  shareEvent,
  upsertSeeker,
} from './event-teams.store.ts'
import {
  type LockConversation,
  publishTeam,
  refuse,
  requireCaptain,
  requireKnown,
  type TeamNotifier,
  toSummary,
} from './team-members.ts'
import { isInTeam, type LockedTeam, lockTeam } from './teams.store.ts'

export type EventTeamsService = ReturnType<typeof createEventTeamsService>

type Dependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  events: Pick<EventsService, 'readEvent'>
  notifier: Pick<TeamNotifier, 'notifyOfTeam'>
  shareConversation: LockConversation
}

/** Teams at events: entries, line-ups, and who looks for a team. Errors are AppErrors of the kinds `teams.…` and `events.…`. */
export function createEventTeamsService(dependencies: Dependencies) {
  const { database, limits, newsroom, events, notifier, shareConversation } = dependencies

  async function take(uid: string): Promise<void> {
    refuse(await limits.take('teamEntries', uid))
  }

  /** Runs a change of a team at an event that is open to teams, with all that it takes locked. */
  async function transact(
    uid: string,
    teamId: string,
    eventId: string,
    work: (
      trx: DatabaseTransaction,
      publish: Publish,
      at: { team: LockedTeam; teamSize: number | null; others: string[] },
    ) => Promise<void>,
  ): Promise<void> {
    await take(uid)
    await events.readEvent(uid, eventId)
    await newsroom.transact(async (trx, publish) => {
      await shareConversation(trx, teamRoomId(teamId))
      const others = await lockOthers(trx, teamId, uid)
      const event = await requireOpen(trx, eventId)
      const team = await lockTeam(trx, teamId)
      if (!team) throw new AppError('teams.not_found')
      await requireKnown(trx, team, uid)
      await work(trx, publish, { team, teamSize: event.teamSize, others })
    })
  }

  async function viewerOf(viewerId: string, eventId: string) {
    const event = await events.readEvent(viewerId, eventId)
    const viewer: EventViewer = {
      eventId,
      viewerId,
      isOrganizer: event.canManage,
      takesPart: event.isParticipating,
    }
    return { event, viewer }
  }

  return {
    async list(
      viewerId: string,
      eventId: string,
      { list, cursor }: { list: BoardList; cursor?: string | undefined },
    ): Promise<EventTeamPage> {
      const { event, viewer } = await viewerOf(viewerId, eventId)
      const [rules, part, own, rows] = await Promise.all([
        findTeamRules(database, eventId),
        findOwnPart(database, eventId, viewerId),
        findOwnEntered(database, viewer),
        findEntered(database, viewer, { list, after: positionOf(cursor), limit: boardPageSize + 1 }),
      ])
      if (!rules) throw new AppError('events.not_found')
      const { page, nextCursor } = pageOf(rows, boardPageSize, ({ enteredAt, id }) => [enteredAt, id])
      const { title, isParticipating } = event
      return {
        event: { title, ...rules, takesPart: isParticipating, ...part },
        own: own.map(toEventTeam),
        teams: page.map(toEventTeam),
        nextCursor,
      }
    },

    async listSeekers(
      viewerId: string,
      eventId: string,
      cursor: string | undefined,
    ): Promise<TeamSeekerPage> {
      await events.readEvent(viewerId, eventId)
      const rows = await findSeekers(database, eventId, viewerId, positionOf(cursor), boardPageSize + 1)
      const { page, nextCursor } = pageOf(rows, boardPageSize, ({ since, uid }) => [since, uid])
      return {
        people: page.map(({ since: _, skills, ...seeker }) => ({ ...seeker, skills: skillsAmong(skills) })),
        nextCursor,
      }
    },

    /** Says that a participant looks for a team, or what they say of themselves. */
    async seek(uid: string, eventId: string, typed: string): Promise<void> {
      const { value: text, problem } = parseTeamRequest(typed)
      if (problem) throw AppError.of(problem)
      await take(uid)
      await events.readEvent(uid, eventId)
      await newsroom.transact(async (trx, publish) => {
        await requireOpen(trx, eventId)
        if (!(await lockParticipation(trx, eventId, uid))) throw new AppError('events.not_participant')
        if ((await findOwnPart(trx, eventId, uid)).playsFor !== null) throw new AppError('teams.other_team')
        await upsertSeeker(trx, eventId, uid, text)
        publish(peopleChanged(eventId))
      })
    },

    async stopSeeking(uid: string, eventId: string): Promise<void> {
      await take(uid)
      await events.readEvent(uid, eventId)
      await newsroom.transact(async (trx, publish) => {
        if (await deleteSeeker(trx, eventId, uid)) publish(peopleChanged(eventId))
      })
    },

    /** Enters a team, which its captain does. */
    async enter(uid: string, teamId: string, eventId: string): Promise<void> {
      await transact(uid, teamId, eventId, async (trx, publish, { team, others }) => {
        await requireCaptain(trx, team, uid)
        if (!(await insertEntry(trx, eventId, teamId))) return
        await notifier.notifyOfTeam(trx, publish, {
          kind: 'team_entered',
          teamId,
          eventId,
          uids: others,
          authorId: null,
        })
        await publishBoards(trx, publish, eventId, teamId)
      })
    },

    async withdraw(uid: string, teamId: string, eventId: string): Promise<void> {
      await transact(uid, teamId, eventId, async (trx, publish, { team }) => {
        await requireCaptain(trx, team, uid)
        if (await deleteEntry(trx, eventId, teamId)) await publishBoards(trx, publish, eventId, teamId)
      })
    },

    /** Has a participant play for a team of theirs. */
    async play(uid: string, teamId: string, eventId: string): Promise<void> {
      await transact(uid, teamId, eventId, async (trx, publish, { teamSize }) => {
        if (!(await isInTeam(trx, teamId, uid))) throw new AppError('teams.not_member')
        if (!(await lockEntry(trx, eventId, teamId))) throw new AppError('teams.not_entered')
        if (!(await lockParticipation(trx, eventId, uid))) throw new AppError('events.not_participant')
        const { playsFor } = await findOwnPart(trx, eventId, uid)
        if (playsFor === teamId) return
        if (playsFor !== null) throw new AppError('teams.other_team')
        if (teamSize !== null && (await countPlayers(trx, eventId, teamId)) >= teamSize)
          throw new AppError('teams.lineup_full')
        await insertPlayer(trx, eventId, teamId, uid)
        await publishBoards(trx, publish, eventId, teamId)
      })
    },

    async stopPlaying(uid: string, teamId: string, eventId: string): Promise<void> {
      await transact(uid, teamId, eventId, async (trx, publish) => {
        if (await deletePlayer(trx, eventId, teamId, uid)) await publishBoards(trx, publish, eventId, teamId)
      })
    },
  }
}

/** Publishes that a team at an event changed: to its people, and to all who may look at the boards. */
async function publishBoards(
  trx: DatabaseTransaction,
  publish: Publish,
  eventId: string,
  teamId: string,
): Promise<void> {
  publish(peopleChanged(eventId))
  await publishTeam(trx, publish, teamId)
}

/**
 * Locks an event against its cancellation, its end by a change, and who joins or leaves it.
 * @throws AppError `events.not_found`, `teams.closed`
 */
async function requireOpen(trx: DatabaseTransaction, eventId: string) {
  const event = await shareEvent(trx, eventId)
  if (!event) throw new AppError('events.not_found')
  if (!event.isOpen) throw new AppError('teams.closed')
  return event
}

/**
 * Enters a team that the transaction makes, so that nobody else is in it.
 * @throws AppError `events.not_found`, `teams.closed`
 */
export async function enterNewTeam(
  trx: DatabaseTransaction,
  publish: Publish,
  teamId: string,
  eventId: string,
): Promise<void> {
  await requireOpen(trx, eventId)
  await insertEntry(trx, eventId, teamId)
  publish(peopleChanged(eventId))
}

/** Publishes to the team for which a member plays an event, whose row is locked, that they leave it. */
export async function publishLeaving(
  trx: DatabaseTransaction,
  publish: Publish,
  eventId: string,
  uid: string,
): Promise<void> {
  const { playsFor } = await findOwnPart(trx, eventId, uid)
  if (playsFor !== null) await publishTeam(trx, publish, playsFor)
}

/** The names of the teams for which these participants play an event, by uid; for the table of its participants. */
export async function readTeamNames(
  database: Database,
  eventId: string,
  uids: readonly string[],
): Promise<Map<string, string>> {
  return new Map((await findTeamNames(database, eventId, uids)).map(({ uid, name }) => [uid, name]))
}

function toEventTeam(row: EventTeamRow): EventTeam {
  return { ...toSummary(row), players: row.players, lineup: row.lineup }
}

function positionOf(cursor: string | undefined): { at: string; id: string } | null {
  if (cursor === undefined) return null
  const [at, id] = decodeCursor(cursor, z.tuple([cursorInstant, z.uuid()]))
  return { at, id }
}
