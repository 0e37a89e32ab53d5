import { randomUUID } from 'node:crypto'
import { teamRoomId } from '@covo/contract/chat/chat.rules'
import { foldText } from '@covo/contract/chat/search.rules'
import type { Skill } from '@covo/contract/skills'
import {
  type OwnTeams,
  type Team,
  type TeamCode,
  type TeamOfCode,
  type TeamSummary,
  teamPageSize,
} from '@covo/contract/teams/teams.routes'
import { maximumTeamsOfMember, parseTeam, type TeamDraft } from '@covo/contract/teams/teams.rules'
import { z } from 'zod'
import { ownRoomChanged } from '../chat/chat.news.ts'
import type { ChatService } from '../chat/chat.service.ts'
import type { EventsService } from '../events/events.service.ts'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { LimitName, Limits } from '../platform/limits/limits.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import { enterNewTeam } from './event-teams.service.ts'
import { findEventsOf } from './event-teams.store.ts'
import type { TeamCodes } from './team-codes.ts'
import { createTeamEntries } from './team-entries.ts'
import {
  endMembership,
  type LockConversation,
  publishTeam,
  refuse,
  requireCaptain,
  requireKnown,
  type TeamNotifier,
  toSummary,
} from './team-members.ts'
import { teamChanged } from './teams.news.ts'
import {
  countOwnTeams,
  findCode,
  findFollower,
  findLookingTeams,
  findMembers,
  findOwnTeams,
  findRequests,
  findSuccessor,
  findTeam,
  insertTeam,
  isInTeam,
  isNameTaken,
  lockOwnTeams,
  lockTeam,
  lockTeamNames,
  type Person,
  replaceCode,
  type StoredCode,
  type TeamRow,
  updateCaptain,
  updateTeam,
} from './teams.store.ts'

export type TeamsService = ReturnType<typeof createTeamsService>

type TeamsDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  codes: TeamCodes
  chat: Pick<ChatService, 'noteOpened'>
  events: Pick<EventsService, 'countSharedEvents' | 'readEvent'>
  notifier: TeamNotifier
  lockConversation: LockConversation
  shareConversation: LockConversation
  lockPair: (trx: DatabaseTransaction, one: string, other: string) => Promise<void>
  limitUnconfirmed: (limit: 'unconfirmedTeams' | 'unconfirmedTeamRequests', uid: string) => Promise<boolean>
  limitNew: (limit: 'newMemberTeams' | 'newMemberTeamRequests', uid: string) => Promise<number>
}

/** Teams and who leads them; the ways in are `createTeamEntries`'. Errors are AppErrors of the kind `teams.…`. */
export function createTeamsService(dependencies: TeamsDependencies) {
  const { database, limits, newsroom, codes, chat, events, notifier } = dependencies
  const { lockConversation, shareConversation } = dependencies
  const { limitUnconfirmed, limitNew } = dependencies
  const entries = createTeamEntries(dependencies)

  async function take(limit: LimitName, uid: string): Promise<void> {
    refuse(await limits.take(limit, uid))
  }

  /** Counts requests and invitations, of which who is unconfirmed or new has fewer. */
  async function takeRequest(uid: string): Promise<void> {
    await limitUnconfirmed('unconfirmedTeamRequests', uid)
    refuse(await limitNew('newMemberTeamRequests', uid))
    await take('teamRequests', uid)
  }

  /** @throws AppError `teams.not_found` */
  async function requireTeam(teamId: string, viewerId: string): Promise<TeamRow> {
    const team = await findTeam(database, teamId, viewerId)
    if (!team) throw new AppError('teams.not_found')
    return team
  }

  async function lockExisting(trx: DatabaseTransaction, teamId: string) {
    const team = await lockTeam(trx, teamId)
    if (!team) throw new AppError('teams.not_found')
    return team
  }

  /** A team as far as a member may see it; that its members open it is kept. */
  async function read(viewerId: string, teamId: string): Promise<Team> {
    await chat.noteOpened(teamRoomId(teamId), viewerId)
    const { captainId, ...team } = await requireTeam(teamId, viewerId)
    const isCaptain = team.relation === 'captain'
    const isMember = isCaptain || team.relation === 'member'
    const [members, follower, successor, requests, entered] = await Promise.all([
      findMembers(database, teamId, viewerId),
      isMember ? findFollower(database, teamId) : undefined,
      isCaptain ? findSuccessor(database, teamId, captainId) : undefined,
      isCaptain ? findRequests(database, teamId) : [],
      findEventsOf(database, teamId),
    ])
    const people = isMember ? members : await filterKnown(viewerId, captainId, members)
    return {
      ...team,
      captain: toPerson(members.find(({ uid }) => uid === captainId)) ?? null,
      people: people.flatMap((one) => toPerson(one) ?? []),
      hidden: Math.max(0, team.members - people.length),
      canFollow: follower === viewerId,
      successor: toPerson(members.find(({ uid }) => uid === successor?.uid)) ?? null,
      events: entered.map(({ startsAt, endsAt, ...event }) => ({
        ...event,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
      requests: requests.map(({ requestedAt, ...request }) => ({
        ...request,
        requestedAt: requestedAt.toISOString(),
      })),
    }
  }

  /** Of a team's members the captain, and those whom who isn't in it sees at events: friends, and who takes part where they do. */
  async function filterKnown<Member extends Person & { isFriend: boolean }>(
    viewerId: string,
    captainId: string,
    members: Member[],
  ): Promise<Member[]> {
    const shared = await events.countSharedEvents(
      viewerId,
      members.map(({ uid }) => uid),
    )
    return members.filter(({ uid, isFriend }) => uid === captainId || isFriend || shared.has(uid))
  }

  async function list(
    viewerId: string,
    { search, skill, cursor }: { search: string; skill?: Skill | undefined; cursor?: string | undefined },
  ): Promise<{ teams: TeamSummary[]; nextCursor: string | null }> {
    const rows = await findLookingTeams(database, viewerId, {
      search: foldText(search).trim(),
      skill,
      after: positionOf(cursor),
      limit: teamPageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, teamPageSize, ({ common, createdAt, id }) => [
      common,
      createdAt,
      id,
    ])
    return { teams: page.map(toSummary), nextCursor }
  }

  /** @param typed with an event, which the team enters at once */
  async function create(
    uid: string,
    { eventId, ...typed }: TeamDraft & { eventId?: string | undefined },
  ): Promise<Team> {
    const { value: values, problem } = parseTeam(typed)
    if (problem) throw AppError.of(problem)
    await limitUnconfirmed('unconfirmedTeams', uid)
    refuse(await limitNew('newMemberTeams', uid))
    if (eventId !== undefined) await events.readEvent(uid, eventId)
    await take('teamsMade', uid)
    const teamId = randomUUID()
    await newsroom.transact(async (trx, publish) => {
      await lockOwnTeams(trx, uid)
      await lockTeamNames(trx)
      if ((await countOwnTeams(trx, uid)) >= maximumTeamsOfMember) throw new AppError('teams.too_many')
      if (await isNameTaken(trx, values.name, null)) throw new AppError('teams.name_taken')
      await insertTeam(trx, teamId, uid, values)
      if (eventId !== undefined) await enterNewTeam(trx, publish, teamId, eventId)
      publish(
        ownRoomChanged(uid, {
          conversationId: teamRoomId(teamId),
          isMember: true,
          readUpTo: 0,
          mutedUntil: null,
        }),
      )
      publish(...teamChanged(teamId, [uid]))
    })
    return await read(uid, teamId)
  }

  /** Changes a team; `version` is the one that was changed. */
  async function edit(
    viewerId: string,
    teamId: string,
    {
      version,
      ...typed
    }: { [Field in keyof TeamDraft]?: TeamDraft[Field] | undefined } & { version: number },
  ): Promise<Team> {
    await take('teamChanges', viewerId)
    await newsroom.transact(async (trx, publish) => {
      if (typed.name !== undefined) await lockTeamNames(trx)
      const team = await lockExisting(trx, teamId)
      await requireCaptain(trx, team, viewerId)
      const { value: values, problem } = parseTeam({ ...team, ...withoutMissing(typed) })
      if (problem) throw AppError.of(problem)
      if (values.maximum < team.members) throw AppError.of({ code: 'teams.field_invalid', field: 'maximum' })
      if (version !== team.version) throw new AppError('teams.changed_meanwhile')
      if (values.name !== team.name && (await isNameTaken(trx, values.name, teamId)))
        throw new AppError('teams.name_taken')
      await updateTeam(trx, teamId, values, typed.isLooking)
      await publishTeam(trx, publish, teamId)
    })
    return await read(viewerId, teamId)
  }

  /** Takes a member out of a team: themselves, or another one by the captain. No message of theirs is stored after it. */
  async function removeMember(viewerId: string, teamId: string, uid: string): Promise<void> {
    await take('teamChanges', viewerId)
    await newsroom.transact(async (trx, publish) => {
      await lockConversation(trx, teamRoomId(teamId))
      const team = await lockExisting(trx, teamId)
      if (viewerId === uid) await requireKnown(trx, team, viewerId)
      else await requireCaptain(trx, team, viewerId)
      if (!(await isInTeam(trx, teamId, uid))) throw new AppError('teams.not_member')
      await endMembership(trx, publish, notifier, team, uid)
      if (viewerId === uid) return
      await notifier.notifyOfTeam(trx, publish, { kind: 'team_removed', teamId, uids: [uid], authorId: null })
    })
  }

  /** Hands a team over: by its captain to a member, or from an absent one to who may follow, who names themselves. */
  async function nameCaptain(viewerId: string, teamId: string, uid: string): Promise<void> {
    await take('teamChanges', viewerId)
    await newsroom.transact(async (trx, publish) => {
      await shareConversation(trx, teamRoomId(teamId))
      const team = await lockExisting(trx, teamId)
      await requireKnown(trx, team, viewerId)
      const isFollowing = viewerId === uid && (await findFollower(trx, teamId)) === viewerId
      if (team.captainId !== viewerId && !isFollowing) throw new AppError('teams.not_captain')
      if (!(await isInTeam(trx, teamId, uid))) throw new AppError('teams.not_member')
      if (team.captainId === uid) return
      await updateCaptain(trx, teamId, uid)
      await notifyOfHandOver(trx, publish, { teamId, formerId: team.captainId, uid, isFollowing })
      await publishTeam(trx, publish, teamId)
    })
  }

  /** Notifies the former captain where another member took over, else the member whom the captain named. */
  async function notifyOfHandOver(
    trx: DatabaseTransaction,
    publish: Publish,
    handOver: { teamId: string; formerId: string; uid: string; isFollowing: boolean },
  ): Promise<void> {
    const { teamId, formerId, uid, isFollowing } = handOver
    await notifier.notifyOfTeam(
      trx,
      publish,
      isFollowing
        ? { kind: 'team_captain_changed', teamId, uids: [formerId], authorId: uid }
        : { kind: 'team_captain', teamId, uids: [uid], authorId: null },
    )
  }

  return {
    read,
    list,
    create,
    edit,
    removeMember,
    nameCaptain,
    endCandidacies: entries.endCandidacies,

    async listOwn(viewerId: string): Promise<OwnTeams> {
      return { teams: await findOwnTeams(database, viewerId) }
    },

    async request(uid: string, teamId: string, text: string): Promise<void> {
      await takeRequest(uid)
      await entries.request(uid, teamId, text)
    },

    async withdrawRequest(uid: string, teamId: string): Promise<void> {
      await take('teamRequests', uid)
      await entries.withdraw(uid, teamId, false)
    },

    async answerRequest(viewerId: string, teamId: string, uid: string, isAccepted: boolean): Promise<void> {
      await take('teamChanges', viewerId)
      await entries.answerRequest(viewerId, teamId, uid, isAccepted)
    },

    async invite(viewerId: string, teamId: string, uid: string): Promise<void> {
      await takeRequest(viewerId)
      await entries.invite(viewerId, teamId, uid)
    },

    async acceptInvitation(uid: string, teamId: string): Promise<void> {
      await take('teamRequests', uid)
      await entries.acceptInvitation(uid, teamId)
    },

    async rejectInvitation(uid: string, teamId: string): Promise<void> {
      await take('teamRequests', uid)
      await entries.withdraw(uid, teamId, true)
    },

    /** The code of a team, for its captain. */
    async readCode(viewerId: string, teamId: string): Promise<TeamCode> {
      const { relation } = await requireTeam(teamId, viewerId)
      if (relation !== 'captain') throw new AppError('teams.not_captain')
      return showCode(codes, await findCode(database, teamId))
    },

    /** Makes a new code of a team; nobody enters by the old one after the answer. */
    async renewCode(viewerId: string, teamId: string): Promise<TeamCode> {
      await take('teamChanges', viewerId)
      const stored = await newsroom.transact(async (trx) => {
        const team = await lockExisting(trx, teamId)
        await requireCaptain(trx, team, viewerId)
        return await replaceCode(trx, teamId, codes.create())
      })
      return showCode(codes, stored)
    },

    /** The team that a code opens, for the question before entering. */
    async findByCode(uid: string, typed: string): Promise<TeamOfCode> {
      await take('teamCodesTried', uid)
      const { captain, ...team } = await read(uid, await entries.requireTeamOfCode(uid, typed))
      const { id, name, members, maximum, relation } = team
      return { id, name, captain, members, maximum, relation }
    },

    async join(uid: string, typed: string): Promise<Team> {
      await take('teamCodesTried', uid)
      return await read(uid, await entries.joinByCode(uid, typed))
    },
  }
}

function toPerson(member: Person | undefined): Person | undefined {
  return member && { uid: member.uid, displayName: member.displayName, photoURL: member.photoURL }
}

function showCode(codes: TeamCodes, stored: StoredCode | undefined): TeamCode {
  const code = stored ? codes.show(stored) : null
  return { code, expiresAt: code === null ? null : (stored?.expiresAt.toISOString() ?? null) }
}

/** The fields that are to change. */
function withoutMissing<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

function positionOf(cursor: string | undefined) {
  if (cursor === undefined) return null
  const position = z.tuple([z.string().regex(/^\d{1,2}$/), cursorInstant, z.uuid()])
  const [common, createdAt, id] = decodeCursor(cursor, position)
  return { common, createdAt, id }
}
