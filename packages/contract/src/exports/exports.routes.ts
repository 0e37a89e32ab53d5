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
  summary: "Requests an archive of the member's data",
  description: 'Replaces the previous archive. The member receives a mail when it is ready.',
  method: 'post',
  path: '/api/account/export',
  tags,
  security: signedIn,
  responses: {
    202: { description: 'The archive is being prepared' },
    ...problems('common.unauthenticated', 'account.confirmation_needed', 'account.export_too_soon'),
  },
})

export const readExportRoute = createRoute({
  operationId: 'readExport',
  summary: "Returns the state of the archive of the member's data",
  description: 'Whether an archive is being prepared or can be downloaded, until when, and its size.',
  method: 'get',
  path: '/api/account/export',
  tags,
  security: signedIn,
  responses: { 200: json('The state of the archive', exportSchema), ...problems('common.unauthenticated') },
})

export const downloadExportRoute = createRoute({
  operationId: 'downloadExport',
  summary: "Downloads the archive of the member's data",
  description: 'Requires `confirmIdentity` within the last ten minutes.',
  method: 'get',
  path: '/api/account/export/file',
  tags,
  security: signedIn,
  responses: {
    200: { description: 'The archive', content: { 'application/zip': { schema: z.string() } } },
    ...problems('common.unauthenticated', 'account.confirmation_needed', 'account.export_not_ready'),
  },
})
