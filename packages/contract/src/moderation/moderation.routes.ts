import { createRoute, z } from '@hono/zod-openapi'
import { messageFileSchema } from '../files/message-files.ts'
import { cursor, json, jsonBody, namedId, nextCursor, problems, signedIn } from '../http.ts'
import { reportedKinds, reportReasons } from '../reports/reports.rules.ts'
import {
  communityRules,
  decisionActs,
  maximumSuspensionDays,
  moderationActions,
  roomActs,
} from './moderation.rules.ts'

const tags = ['moderation']
const instant = z.iso.datetime()

// An absent token counts as an unknown one.
const appealToken = z.string().max(1000).default('')

const statementSchema = z.object({
  kind: z.enum(reportedKinds),
  action: z.enum(moderationActions),
  decidedAt: instant,
  /** Null where nothing is suspended, or without an end. */
  suspendedUntil: instant.nullable(),
  /** The number of the broken rule, from 1; null where none is. */
  rule: z.int().nullable(),
  facts: z.string(),
  /** The place of what was removed, in Italian, and its text; both empty where nothing was, or it is kept no longer. */
  where: z.string(),
  quoted: z.string(),
  /** The name of the bot that the decision concerns; null where it concerns the member. */
  botName: z.string().nullable(),
  /** The last instant at which the token works. */
  appealableUntil: instant,
})

export type Statement = z.infer<typeof statementSchema>

export const readStatementRoute = createRoute({
  operationId: 'readStatement',
  summary: 'Returns the statement of reasons of a decision that may be appealed against',
  description:
    'Answers what the mail with the token says. The token is not consumed. Pages call this before they show the form of the appeal.',
  method: 'post',
  path: '/api/appeals/statement',
  tags,
  request: jsonBody(z.object({ token: appealToken }), { token: 'token-of-the-mail' }),
  responses: {
    200: json('The statement', statementSchema),
    ...problems('auth.reset_link_invalid', 'common.rate_limited'),
  },
})

export const appealRoute = createRoute({
  operationId: 'appeal',
  summary: 'Appeals against a moderation decision, using the token from the mail',
  description:
    'Possible once, within six months of the decision. No session is required, since suspended members cannot sign in.',
  method: 'post',
  path: '/api/appeals',
  tags,
  request: jsonBody(
    z.object({
      token: appealToken,
      // Longer ones don't fit the body of a visitor's request.
      text: z.string().max(15_000).default(''),
    }),
    { token: 'token-of-the-mail', text: 'Era il mio indirizzo' },
  ),
  responses: {
    204: { description: 'Received' },
    ...problems('auth.reset_link_invalid', 'moderation.text_required', 'common.rate_limited'),
  },
})

const cursorQuery = { query: z.object({ cursor }) }
// An absent text counts as an empty one, so that the rules can name it.
const reasons = z.string().max(30_000).default('')

/** How many wait, 100 where there are more. */
const waiting = z.int()

const reportedSchema = z.object({
  /** Of the first report of the subject. */
  id: z.uuid(),
  kind: z.enum(reportedKinds),
  reason: z.enum(reportReasons),
  /** The name of the subject or of its author, when it was reported. */
  name: z.string(),
  /** Whether it is a bot's, or a bot. */
  isBot: z.boolean(),
  reportedAt: instant,
  /** How many members reported it. */
  count: z.int(),
})

const decisionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(reportedKinds),
  action: z.enum(moderationActions),
  /** The number of the broken rule, from 1; null where none is. */
  rule: z.int().nullable(),
  facts: z.string(),
  decidedAt: instant,
  isReverted: z.boolean(),
})

const reportSchema = reportedSchema.extend({
  /** Whether the viewer may decide on it: neither of themselves, of another moderator, nor reported by themselves. */
  mayDecide: z.boolean(),
  /** Whether it is a message of a private chat, of which nothing else is shown. */
  isPrivate: z.boolean(),
  /** Where a message was sent, as the statement of reasons says it: 'nella Chat Generale'; empty for others. */
  where: z.string(),
  /** The evidence as the first reporter saw it: messages with their authors, or fields. */
  messages: z.array(
    z.object({
      name: z.string(),
      isBot: z.boolean(),
      at: instant,
      text: z.string(),
      files: z.array(messageFileSchema).optional(),
      isReported: z.boolean(),
    }),
  ),
  fields: z.record(z.string(), z.string()),
  /** The first 50. */
  reports: z.array(
    z.object({
      reporterName: z.string(),
      reason: z.enum(reportReasons),
      details: z.string(),
      reportedAt: instant,
    }),
  ),
  /** Earlier decisions on the member, the latest first. */
  decisions: z.array(decisionSchema),
})

const appealSchema = z.object({
  decision: decisionSchema,
  memberName: z.string(),
  text: z.string(),
  appealedAt: instant,
  /** Whether the viewer may answer: not who decided, nor of themselves or another moderator. */
  mayAnswer: z.boolean(),
})

const decisionActSchema = z.object({
  id: z.int(),
  act: z.enum(decisionActs),
  decisionId: z.uuid(),
  action: z.enum(moderationActions),
  kind: z.enum(reportedKinds),
  /** Null when it was the operator, and after two years. */
  moderatorName: z.string().nullable(),
  /** Null after two years. */
  memberName: z.string().nullable(),
  facts: z.string(),
  actedAt: instant,
  /** Whether it is in force still, and the removed content is kept; neither of the viewer nor of another moderator. */
  mayRevert: z.boolean(),
})

const roomActSchema = z.object({
  id: z.int(),
  act: z.enum(roomActs),
  /** Null when it was the operator, and after two years. */
  moderatorName: z.string().nullable(),
  /** Its name after the act; empty where all rooms were ordered, and after two years. */
  roomName: z.string(),
  actedAt: instant,
  /** Whether it was so long ago that nobody is named any more. */
  isForgotten: z.boolean(),
})

const actSchema = z.union([decisionActSchema, roomActSchema])

export type ReportedSubject = z.infer<typeof reportedSchema>
export type ReportToDecide = z.infer<typeof reportSchema>
export type WaitingAppeal = z.infer<typeof appealSchema>
export type ModerationAct = z.infer<typeof actSchema>
export type ActOnDecision = z.infer<typeof decisionActSchema>
export type ActOnRoom = z.infer<typeof roomActSchema>

/** A member who doesn't moderate is answered as if there were no such route. */
const refusals = ['common.unauthenticated', 'common.not_found', 'moderation.second_factor_needed'] as const

export const listReportsRoute = createRoute({
  operationId: 'listReports',
  summary: 'Lists reported subjects without a decision, oldest first',
  description: 'A subject with several reports is listed once, with their number.',
  method: 'get',
  path: '/api/moderation/reports',
  tags,
  security: signedIn,
  request: cursorQuery,
  responses: {
    200: json('A page of subjects', z.object({ reports: z.array(reportedSchema), waiting, nextCursor })),
    ...problems(...refusals),
  },
})

export const readReportRoute = createRoute({
  operationId: 'readReport',
  summary: 'Returns a report with its evidence and earlier decisions',
  description:
    'The evidence is the subject as the reporter saw it, even if it was edited or removed since then.',
  method: 'get',
  path: '/api/moderation/reports/{id}',
  tags,
  security: signedIn,
  request: { params: z.object({ id: namedId }) },
  responses: { 200: json('The report', reportSchema), ...problems(...refusals) },
})

export const listAppealsRoute = createRoute({
  operationId: 'listAppeals',
  summary: 'Lists unanswered appeals, oldest first',
  description: 'Each has its text and the decision that it contests.',
  method: 'get',
  path: '/api/moderation/appeals',
  tags,
  security: signedIn,
  request: cursorQuery,
  responses: {
    200: json('A page of appeals', z.object({ appeals: z.array(appealSchema), waiting, nextCursor })),
    ...problems(...refusals),
  },
})

export const listActsRoute = createRoute({
  operationId: 'listActs',
  summary: 'Lists all acts of moderation, newest first',
  description:
    'Shows who decided what, when and why, what was undone, and who made, changed, archived, reopened or ordered rooms. `nextCursor` is the cursor of the next page.',
  method: 'get',
  path: '/api/moderation/log',
  tags,
  security: signedIn,
  request: cursorQuery,
  responses: {
    200: json('A page of acts', z.object({ acts: z.array(actSchema), nextCursor })),
    ...problems(...refusals),
  },
})

const acting = [
  ...refusals,
  'account.confirmation_needed',
  'moderation.text_required',
  'moderation.not_allowed',
  'moderation.already_decided',
  'moderation.not_possible',
] as const

export const decideRoute = createRoute({
  operationId: 'decide',
  summary: 'Decides on the subject of a report',
  description:
    'The decision closes all reports about the subject. `rule` and `facts` are required unless the action is `none`. A suspension without `days` has no end.',
  method: 'post',
  path: '/api/moderation/reports/{id}/decision',
  tags,
  security: signedIn,
  request: {
    params: z.object({ id: namedId }),
    ...jsonBody(
      z.object({
        action: z.enum(moderationActions),
        rule: z.int().min(1).max(communityRules.length).optional(),
        facts: reasons,
        days: z.int().min(1).max(maximumSuspensionDays).optional(),
      }),
      { action: 'suspend', rule: 2, facts: 'Insulti ripetuti a un altro membro', days: 7 },
    ),
  },
  responses: { 204: { description: 'Decided' }, ...problems(...acting) },
})

export const revertDecisionRoute = createRoute({
  operationId: 'revertDecision',
  summary: 'Reverts a decision',
  description:
    'Ends a suspension, and restores what was removed if it still exists. The affected member is notified.',
  method: 'post',
  path: '/api/moderation/decisions/{id}/revert',
  tags,
  security: signedIn,
  request: {
    params: z.object({ id: namedId }),
    ...jsonBody(z.object({ facts: reasons }), { facts: 'Decisione presa sul messaggio sbagliato' }),
  },
  responses: { 204: { description: 'Reverted' }, ...problems(...acting) },
})

export const answerAppealRoute = createRoute({
  operationId: 'answerAppeal',
  summary: 'Answers the appeal against a decision',
  description:
    '`accept` reverts the decision and requires no `facts`. The affected member is notified, and the log keeps the answer.',
  method: 'post',
  path: '/api/moderation/appeals/{id}/answer',
  tags,
  security: signedIn,
  request: {
    params: z.object({ id: namedId }),
    ...jsonBody(z.object({ accept: z.boolean(), facts: reasons }), {
      accept: false,
      facts: 'Il messaggio mostra un indirizzo privato',
    }),
  },
  responses: { 204: { description: 'Answered' }, ...problems(...acting) },
})
