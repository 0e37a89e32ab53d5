import { createRoute, z } from '@hono/zod-openapi'
import { json, problems, signedIn } from '../http.ts'

/** Days for which an archive can be downloaded. */
export const exportDays = 7

const exportSchema = z
  .object({
    state: z.enum(['none', 'waiting', 'ready', 'failed']),
    requestedAt: z.iso.datetime().nullable(),
    /** Until when it can be downloaded; null unless it is ready. */
    expiresAt: z.iso.datetime().nullable(),
    /** The archive's size; null unless it is ready. */
    bytes: z.number().nullable(),
  })
  .openapi('Export')

/** The archive of a member's own data, of which they have one at most. */
export type Export = z.infer<typeof exportSchema>

const tags = ['account']

export const requestExportRoute = createRoute({
  operationId: 'requestExport',
  summary: "Has an archive of the member's own data made, in place of the one before",
  description: 'They are mailed when it is ready.',
  method: 'post',
  path: '/api/account/export',
  tags,
  security: signedIn,
  responses: {
    202: { description: 'It is being made' },
    ...problems('common.unauthenticated', 'account.confirmation_needed', 'account.export_too_soon'),
  },
})

export const readExportRoute = createRoute({
  operationId: 'readExport',
  summary: 'The archive of the own data, as far as it is made',
  description: 'Says whether an archive is being made or can be downloaded, until when, and its size.',
  method: 'get',
  path: '/api/account/export',
  tags,
  security: signedIn,
  responses: { 200: json('The own archive', exportSchema), ...problems('common.unauthenticated') },
})

export const downloadExportRoute = createRoute({
  operationId: 'downloadExport',
  summary: 'Hands the archive out',
  description: 'The member has to have confirmed who they are within the last ten minutes.',
  method: 'get',
  path: '/api/account/export/file',
  tags,
  security: signedIn,
  responses: {
    200: { description: 'The archive', content: { 'application/zip': { schema: z.string() } } },
    ...problems('common.unauthenticated', 'account.confirmation_needed', 'account.export_not_ready'),
  },
})
