import { createRoute, z } from '@hono/zod-openapi'
import { eventId } from '../events/events.routes.ts'
import { cursor, json, jsonBody, namedId, nextCursor, problems, signedIn, withScope } from '../http.ts'
import { skills } from '../skills.ts'
import { teamPersonSchema, teamSummaryFields } from './teams.routes.ts'

/** Teams, or people who look for one, of one page of the boards of an event. */
export const boardPageSize = 20

/** Of the teams that have entered an event those that look for members, or the others. */
export const boardLists = ['looking', 'others'] as const
export type BoardList = (typeof boardLists)[number]

const tags = ['teams']
const eventParams = z.object({ eventId })
const entryParams = z.object({ teamId: namedId, eventId })

const eventTeamSchema = z
  .object({
    ...teamSummaryFields,
    /** How many of its members play this event for it. */
    players: z.int(),
    /** Those of them whom the viewer sees: members of the team and organizers of the event see all. */
    lineup: z.array(teamPersonSchema),
  })
  .openapi('EventTeam')

export type EventTeam = z.infer<typeof eventTeamSchema>

const eventTeamPageSchema = z
  .object({
    event: z.object({
      title: z.string(),
      /** Whether teams may enter and people look for one: at a CTF or hackathon that is neither over nor cancelled. */
      isOpen: z.boolean(),
      /** How many of a team may play; null without a limit. */
      teamSize: z.int().nullable(),
      /** Whether the viewer is a participant. */
      takesPart: z.boolean(),
      /** The team for which the viewer plays. */
      playsFor: z.uuid().nullable(),
      /** What the viewer, who looks for a team here, says of themselves; null where they don't. */
      looking: z.string().nullable(),
    }),
    /** The viewer's own teams that have entered, by name; they are left out of `teams`. */
    own: z.array(eventTeamSchema),
    teams: z.array(eventTeamSchema),
    nextCursor,
  })
  .openapi('EventTeamPage')

export type EventTeamPage = z.infer<typeof eventTeamPageSchema>

export const listEventTeamsRoute = createRoute({
  operationId: 'listEventTeams',
  summary: 'Lists the teams that have entered an event',
  description:
    'The latest to enter first. `list`: those that look for members, or the others. `nextCursor` is the cursor of the next page of the same list.',
  method: 'get',
  path: '/api/events/{eventId}/teams',
  tags,
  security: withScope(signedIn, 'events:read'),
  request: { params: eventParams, query: z.object({ list: z.enum(boardLists).default('looking'), cursor }) },
  responses: {
    200: json('A page of teams', eventTeamPageSchema),
    ...problems('common.unauthenticated', 'events.not_found'),
  },
})

const seekerSchema = teamPersonSchema
  .extend({
    skills: z.array(z.enum(skills)),
    /** What they say of themselves; may be empty. */
    text: z.string(),
    /** The viewer's teams, which they lead, that have invited this person. */
    invitedTo: z.array(z.uuid()),
    /** The viewer's teams, which they lead, that this person is in. */
    joined: z.array(z.uuid()),
  })
  .openapi('TeamSeeker')

export type TeamSeeker = z.infer<typeof seekerSchema>

const seekerPageSchema = z.object({ people: z.array(seekerSchema), nextCursor }).openapi('TeamSeekerPage')

export type TeamSeekerPage = z.infer<typeof seekerPageSchema>

export const listTeamSeekersRoute = createRoute({
  operationId: 'listTeamSeekers',
  summary: 'Lists the participants of an event who look for a team',
  description: 'The latest first; the caller among them.',
  method: 'get',
  path: '/api/events/{eventId}/looking',
  tags,
  security: withScope(signedIn, 'events:read'),
  request: { params: eventParams, query: z.object({ cursor }) },
  responses: {
    200: json('A page of people', seekerPageSchema),
    ...problems('common.unauthenticated', 'events.not_found'),
  },
})

const done = { 204: { description: 'Done' } } as const
const boardCodes = [
  'common.unauthenticated',
  'events.not_found',
  'teams.closed',
  'common.rate_limited',
] as const

export const seekTeamRoute = createRoute({
  operationId: 'seekTeam',
  summary: 'Says that the member looks for a team at an event',
  description:
    'For participants who play for no team there yet. Said again, it replaces the text. It ends when they play for a team or leave the event.',
  method: 'put',
  path: '/api/events/{eventId}/looking',
  tags,
  security: signedIn,
  request: {
    params: eventParams,
    ...jsonBody(z.object({ text: z.string().max(5000) }), { text: 'Gioco soprattutto web.' }),
  },
  responses: {
    ...done,
    ...problems(...boardCodes, 'events.not_participant', 'teams.field_invalid', 'teams.other_team'),
  },
})

export const stopSeekingTeamRoute = createRoute({
  operationId: 'stopSeekingTeam',
  summary: 'Says that the member looks for a team at an event no longer',
  description: 'Idempotent.',
  method: 'delete',
  path: '/api/events/{eventId}/looking',
  tags,
  security: signedIn,
  request: { params: eventParams },
  responses: {
    ...done,
    ...problems('common.unauthenticated', 'events.not_found', 'common.rate_limited'),
  },
})

const entryProblems = problems(...boardCodes, 'teams.not_found', 'teams.not_captain')

export const enterEventRoute = createRoute({
  operationId: 'enterEvent',
  summary: 'Enters a team for an event',
  description:
    'For the captain only, who need not take part. Its members are told. Idempotent. `teams.closed`: the event is no CTF or hackathon, is over or cancelled.',
  method: 'put',
  path: '/api/teams/{teamId}/events/{eventId}',
  tags,
  security: signedIn,
  request: { params: entryParams },
  responses: { ...done, ...entryProblems },
})

export const withdrawFromEventRoute = createRoute({
  operationId: 'withdrawFromEvent',
  summary: 'Withdraws a team from an event, with its line-up',
  description: 'For the captain only. Idempotent.',
  method: 'delete',
  path: '/api/teams/{teamId}/events/{eventId}',
  tags,
  security: signedIn,
  request: { params: entryParams },
  responses: { ...done, ...entryProblems },
})

export const joinLineupRoute = createRoute({
  operationId: 'joinLineup',
  summary: 'Says that the member plays an event for a team of theirs',
  description: 'For participants of the event, who play for one team there. Idempotent.',
  method: 'put',
  path: '/api/teams/{teamId}/events/{eventId}/lineup',
  tags,
  security: signedIn,
  request: { params: entryParams },
  responses: {
    ...done,
    ...problems(
      ...boardCodes,
      'teams.not_found',
      'teams.not_member',
      'teams.not_entered',
      'teams.other_team',
      'teams.lineup_full',
      'events.not_participant',
    ),
  },
})

export const leaveLineupRoute = createRoute({
  operationId: 'leaveLineup',
  summary: 'Says that the member plays an event for a team no longer',
  description: 'Idempotent.',
  method: 'delete',
  path: '/api/teams/{teamId}/events/{eventId}/lineup',
  tags,
  security: signedIn,
  request: { params: entryParams },
  responses: { ...done, ...problems(...boardCodes, 'teams.not_found') },
})
