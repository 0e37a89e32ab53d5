import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, namedId, problems, signedIn } from '../http.ts'
import { isLongerThan, maximumUnitsPerCharacter } from '../text.ts'
import { maximumReportDetailsLength, reportedKinds, reportReasons } from './reports.rules.ts'

const reportSchema = z.object({
  subject: z.object({ kind: z.enum(reportedKinds), id: namedId }),
  /** Empty while none is chosen. */
  reason: z.enum(['', ...reportReasons]).default(''),
  details: z
    .string()
    .max(maximumReportDetailsLength * maximumUnitsPerCharacter)
    .refine((text) => !isLongerThan(text.trim(), maximumReportDetailsLength))
    .default(''),
})
export type ReportForm = z.input<typeof reportSchema>

const answer = json('The report', z.object({ id: z.uuid() }))

export const reportRoute = createRoute({
  operationId: 'report',
  summary: 'Reports a message, a member, an event or a team',
  description:
    'The report contains a copy of the subject as the member sees it now. Idempotent: reporting the same subject again returns the first report.',
  method: 'post',
  path: '/api/reports',
  tags: ['reports'],
  security: signedIn,
  request: jsonBody(reportSchema, {
    subject: { kind: 'message', id: '0b8f7a52-3d1e-4f6a-8c9b-5e4d3c2b1a00' },
    reason: 'spam',
    details: 'Lo stesso link in dieci chat',
  }),
  responses: {
    200: answer,
    201: answer,
    ...problems(
      'common.unauthenticated',
      'reports.reason_required',
      'reports.details_required',
      'reports.own_content',
      'reports.subject_not_found',
      'reports.too_many',
    ),
  },
})
