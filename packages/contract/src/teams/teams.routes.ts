import { createRoute, z } from '@hono/zod-openapi'
import { cursor, json, jsonBody, namedId, nextCursor, problems, signedIn, withScope } from '../http.ts'
import { skills } from '../skills.ts'

/** Teams of one page of the list. */
export const teamPageSize = 20

const tags = ['teams']

/** A member as the pages of teams show them. */
export const teamPersonSchema = z.object({ uid: z.uuid(), displayName: z.string(), photoURL: z.string() })

/** What the viewer is to a team. */
export const teamRelations = ['captain', 'member', 'invited', 'requested', 'none'] as const
export type TeamRelation = (typeof teamRelations)[number]

/** A team in a list. */
export const teamSummaryFields = {
  id: z.uuid(),
  name: z.string(),
  presentation: z.string(),
  /** How many are in it. */
  members: z.int(),
  /** How many may be in it. */
  maximum: z.int(),
  /** The skills that it looks for. */
  skills: z.array(z.enum(skills)),
  /** Whether it looks for members; 30 days after its captain said so it no longer does. */
  isLooking: z.boolean(),
  relation: z.enum(teamRelations),
}

const teamSummarySchema = z.object(teamSummaryFields).openapi('TeamSummary')
export type TeamSummary = z.infer<typeof teamSummarySchema>

const teamSchema = z
  .object({
    ...teamSummaryFields,
    /** Its conversation, which members alone may read. */
    conversationId: z.string(),
    /** Its number at CTFtime, which nobody has proved; empty where it has none. */
    ctftimeId: z.string(),
    /** Of what its captain can edit: a change names the version that it is of. */
    version: z.int(),
    /** Null for a member of the team who doesn't see them. */
    captain: teamPersonSchema.nullable(),
    /** Its members, the longest-standing first. Members see all whom they may see; others the captain and those whom they see at events. */
    people: z.array(teamPersonSchema),
    /** How many members more there are whom the viewer doesn't see. */
    hidden: z.int(),
    /** For members who may lead it at once, since its captain has opened neither page nor room for 30 days. */
    canFollow: z.boolean(),
    /** For the captain: who leads the team if they leave; null for others, and for the last one. */
    successor: teamPersonSchema.nullable(),
    /** The coming and current events that it has entered, the nearest first. */
    events: z.array(
      z.object({ id: z.uuid(), title: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }),
    ),
    /** For the captain: who asks to be let in, the oldest first. */
    requests: z.array(teamPersonSchema.extend({ text: z.string(), requestedAt: z.iso.datetime() })),
  })
  .openapi('Team')
export type Team = z.infer<typeof teamSchema>

const teamPageSchema = z.object({ teams: z.array(teamSummarySchema), nextCursor })
export type TeamPage = z.infer<typeof teamPageSchema>

export const listTeamsRoute = createRoute({
  operationId: 'listTeams',
  summary: 'Lists the teams that look for members',
  description:
    'By the number of skills in common with the member, then the newest; of more than 500 the newest alone. `search` matches a part of the name or presentation, ignoring case and accents; `skill` one of those that are looked for. The own teams are left out. `nextCursor` is the cursor of the next page, for the same `search` and `skill` only.',
  method: 'get',
  path: '/api/teams',
  tags,
  security: withScope(signedIn, 'events:read'),
  request: {
    query: z.object({
      search: z.string().max(200).default(''),
      skill: z.enum(skills).optional(),
      cursor,
    }),
  },
  responses: {
    200: json('A page of teams', teamPageSchema),
    ...problems('common.unauthenticated'),
  },
})

const ownTeamsSchema = z.object({ teams: z.array(teamSummarySchema) })
export type OwnTeams = z.infer<typeof ownTeamsSchema>

export const listOwnTeamsRoute = createRoute({
  operationId: 'listOwnTeams',
  summary: 'Lists the teams that the member is in, is invited to or has asked',
  description: 'Those that they are in first, by name. Of invitations the 50 newest.',
  method: 'get',
  path: '/api/teams/own',
  tags,
  security: withScope(signedIn, 'events:read'),
  responses: { 200: json('The teams', ownTeamsSchema), ...problems('common.unauthenticated') },
})

const params = z.object({ teamId: namedId })
const memberParams = params.extend({ uid: namedId })

export const readTeamRoute = createRoute({
  operationId: 'readTeam',
  summary: 'Returns a team, as far as the member may see it',
  description:
    'To its captain and members, that they have opened it counts: a captain who does not for 30 days can be followed.',
  method: 'get',
  path: '/api/teams/{teamId}',
  tags,
  security: withScope(signedIn, 'events:read'),
  request: { params },
  responses: { 200: json('The team', teamSchema), ...problems('common.unauthenticated', 'teams.not_found') },
})

const draftSchema = z.object({
  name: z.string().max(1000),
  presentation: z.string().max(10_000),
  maximum: z.number().max(1_000_000_000),
  skills: z.array(z.enum(skills)).max(skills.length),
  isLooking: z.boolean(),
  ctftimeId: z.string().max(20),
})

const example = {
  name: 'Le volpi',
  presentation: 'Giochiamo quasi ogni fine settimana.',
  maximum: 5,
  skills: ['Web' as const, 'Pwn' as const],
  isLooking: true,
  ctftimeId: '',
}

export const createTeamRoute = createRoute({
  operationId: 'createTeam',
  summary: 'Makes a team, whose captain the member is',
  description:
    'Its name differs from those of other teams also to the eye. With `eventId` it enters that event at once, or is not made.',
  method: 'post',
  path: '/api/teams',
  tags,
  security: signedIn,
  request: jsonBody(draftSchema.extend({ eventId: namedId.optional() }), example),
  responses: {
    201: json('The team', teamSchema),
    ...problems(
      'common.unauthenticated',
      'account.email_unverified',
      'events.not_found',
      'teams.closed',
      'teams.field_invalid',
      'teams.name_taken',
      'teams.too_many',
      'common.rate_limited',
    ),
  },
})

export const editTeamRoute = createRoute({
  operationId: 'editTeam',
  summary: 'Changes a team',
  description:
    'For the captain only. Omitted fields do not change. Looking for members, said again, lasts for 30 days more. The maximum is not below the number of members.',
  method: 'patch',
  path: '/api/teams/{teamId}',
  tags,
  security: signedIn,
  request: {
    params,
    ...jsonBody(draftSchema.partial().extend({ version: z.number().int().min(0).max(1_000_000_000) }), {
      version: 1,
      maximum: 8,
    }),
  },
  responses: {
    200: json('The team', teamSchema),
    ...problems(
      'common.unauthenticated',
      'teams.not_found',
      'teams.not_captain',
      'teams.field_invalid',
      'teams.name_taken',
      'teams.changed_meanwhile',
      'common.rate_limited',
    ),
  },
})

const done = { 204: { description: 'Done' } } as const

export const requestTeamRoute = createRoute({
  operationId: 'requestTeam',
  summary: 'Asks a team to let the member in',
  description: 'Who is invited is let in at once. Idempotent.',
  method: 'post',
  path: '/api/teams/{teamId}/requests',
  tags,
  security: signedIn,
  request: { params, ...jsonBody(z.object({ text: z.string().max(5000) }), { text: 'Gioco da due anni.' }) },
  responses: {
    ...done,
    ...problems(
      'common.unauthenticated',
      'account.email_unverified',
      'teams.not_found',
      'teams.field_invalid',
      'teams.full',
      'teams.too_many',
      'common.rate_limited',
    ),
  },
})

export const withdrawTeamRequestRoute = createRoute({
  operationId: 'withdrawTeamRequest',
  summary: 'Withdraws a request to a team',
  description: 'Idempotent.',
  method: 'delete',
  path: '/api/teams/{teamId}/requests',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    ...done,
    ...problems('common.unauthenticated', 'teams.not_found', 'common.rate_limited'),
  },
})

const answerProblems = problems(
  'common.unauthenticated',
  'teams.not_found',
  'teams.not_captain',
  'teams.request_gone',
  'common.rate_limited',
)

export const acceptTeamRequestRoute = createRoute({
  operationId: 'acceptTeamRequest',
  summary: 'Lets in who asked',
  description: 'For the captain only. `teams.too_many`: they are in 20 teams.',
  method: 'post',
  path: '/api/teams/{teamId}/requests/{uid}/accept',
  tags,
  security: signedIn,
  request: { params: memberParams },
  responses: {
    ...done,
    ...answerProblems,
    ...problems('teams.full', 'teams.too_many'),
  },
})

export const rejectTeamRequestRoute = createRoute({
  operationId: 'rejectTeamRequest',
  summary: 'Does not let in who asked',
  description: 'For the captain only. They are told.',
  method: 'post',
  path: '/api/teams/{teamId}/requests/{uid}/reject',
  tags,
  security: signedIn,
  request: { params: memberParams },
  responses: { ...done, ...answerProblems },
})

export const inviteToTeamRoute = createRoute({
  operationId: 'inviteToTeam',
  summary: 'Invites somebody into a team',
  description: 'For the captain only. Who has asked is let in at once. Idempotent.',
  method: 'put',
  path: '/api/teams/{teamId}/invited/{uid}',
  tags,
  security: signedIn,
  request: { params: memberParams },
  responses: {
    ...done,
    ...problems(
      'common.unauthenticated',
      'account.email_unverified',
      'teams.not_found',
      'teams.not_captain',
      'friends.member_not_found',
      'teams.full',
      'teams.too_many',
      'common.rate_limited',
    ),
  },
})

export const acceptTeamInvitationRoute = createRoute({
  operationId: 'acceptTeamInvitation',
  summary: 'Enters a team by its invitation',
  description: 'Idempotent.',
  method: 'post',
  path: '/api/teams/{teamId}/invited/accept',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    ...done,
    ...problems(
      'common.unauthenticated',
      'teams.not_found',
      'teams.request_gone',
      'teams.full',
      'teams.too_many',
      'common.rate_limited',
    ),
  },
})

export const rejectTeamInvitationRoute = createRoute({
  operationId: 'rejectTeamInvitation',
  summary: 'Rejects the invitation of a team',
  description: 'Nobody is told. Idempotent.',
  method: 'post',
  path: '/api/teams/{teamId}/invited/reject',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    ...done,
    ...problems('common.unauthenticated', 'teams.not_found', 'common.rate_limited'),
  },
})

/** Nothing where there is no code, or its days are over. */
const teamCodeSchema = z
  .object({ code: z.string().nullable(), expiresAt: z.iso.datetime().nullable() })
  .openapi('TeamCode')
export type TeamCode = z.infer<typeof teamCodeSchema>

export const readTeamCodeRoute = createRoute({
  operationId: 'readTeamCode',
  summary: 'Returns the code by which people enter a team',
  description: 'For the captain only. Null where there is none yet, or it has expired.',
  method: 'get',
  path: '/api/teams/{teamId}/invitation',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    200: json('The code', teamCodeSchema),
    ...problems('common.unauthenticated', 'teams.not_found', 'teams.not_captain'),
  },
})

export const renewTeamCodeRoute = createRoute({
  operationId: 'renewTeamCode',
  summary: 'Makes a new code, valid for 7 days',
  description: 'For the captain only. The old one lets nobody in after the answer.',
  method: 'post',
  path: '/api/teams/{teamId}/invitation',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    200: json('The code', teamCodeSchema),
    ...problems('common.unauthenticated', 'teams.not_found', 'teams.not_captain', 'common.rate_limited'),
  },
})

const codeBody = jsonBody(z.object({ code: z.string().max(200) }), { code: '7F3K-9QXW' })

const teamOfCodeSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    captain: teamPersonSchema.nullable(),
    members: z.int(),
    maximum: z.int(),
    relation: z.enum(teamRelations),
  })
  .openapi('TeamOfCode')
export type TeamOfCode = z.infer<typeof teamOfCodeSchema>

export const findTeamByCodeRoute = createRoute({
  operationId: 'findTeamByCode',
  summary: 'Returns the team that a code opens',
  description: 'To show who would be joined, before `joinTeam`.',
  method: 'post',
  path: '/api/teams/code',
  tags,
  security: signedIn,
  request: codeBody,
  responses: {
    200: json('The team', teamOfCodeSchema),
    ...problems('common.unauthenticated', 'teams.code_invalid', 'common.rate_limited'),
  },
})

export const joinTeamRoute = createRoute({
  operationId: 'joinTeam',
  summary: 'Enters a team by its code',
  description: 'Idempotent while the code is valid.',
  method: 'post',
  path: '/api/teams/join',
  tags,
  security: signedIn,
  request: codeBody,
  responses: {
    200: json('The team', teamSchema),
    ...problems(
      'common.unauthenticated',
      'teams.code_invalid',
      'teams.full',
      'teams.too_many',
      'common.rate_limited',
    ),
  },
})

export const leaveTeamRoute = createRoute({
  operationId: 'leaveTeam',
  summary: 'Removes a member from a team, or leaves it',
  description:
    'The captain removes others; each member themselves. When the captain leaves, the longest-standing member leads the team. The last one to leave ends it, with its conversation.',
  method: 'delete',
  path: '/api/teams/{teamId}/members/{uid}',
  tags,
  security: signedIn,
  request: { params: memberParams },
  responses: {
    ...done,
    ...problems(
      'common.unauthenticated',
      'teams.not_found',
      'teams.not_captain',
      'teams.not_member',
      'common.rate_limited',
    ),
  },
})

export const nameCaptainRoute = createRoute({
  operationId: 'nameCaptain',
  summary: 'Hands a team over to another member',
  description:
    'For the captain; of an absent one, for the member whose `canFollow` is true, who names themselves. The former captain stays a member.',
  method: 'put',
  path: '/api/teams/{teamId}/captain',
  tags,
  security: signedIn,
  request: {
    params,
    ...jsonBody(z.object({ uid: namedId }), { uid: '9b2f6a3e-6a0f-4c55-9d2e-2f0f0a7f6c11' }),
  },
  responses: {
    ...done,
    ...problems(
      'common.unauthenticated',
      'teams.not_found',
      'teams.not_captain',
      'teams.not_member',
      'common.rate_limited',
    ),
  },
})
