import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn, withExtensions } from '../http.ts'

const termsSchema = z.object({
  /** For how many days the deletion can be cancelled; 0: it begins at once. */
  days: z.number(),
  /** How many events of the member's own are still to come. */
  upcomingEvents: z.number(),
})
export type DeletionTerms = z.infer<typeof termsSchema>

const tags = ['deletion']

export const readDeletionTermsRoute = createRoute({
  operationId: 'readDeletionTerms',
  summary: 'Returns the consequences of deleting the account',
  description:
    "The number of days in which the deletion can be cancelled, and the number of the member's upcoming events.",
  method: 'get',
  path: '/api/account/deletion',
  tags,
  security: signedIn,
  ...withExtensions,
  responses: { 200: json('The consequences', termsSchema), ...problems('common.unauthenticated') },
})

export const requestDeletionRoute = createRoute({
  operationId: 'requestDeletion',
  summary: 'Schedules the deletion of the account and ends all its sessions',
  description:
    "The account is closed, and erased at `until`, unless the member signs in before then and chooses to keep it. `eraseTexts` also erases the texts of the member's messages.",
  method: 'post',
  path: '/api/account/deletion',
  tags,
  security: signedIn,
  ...withExtensions,
  request: jsonBody(z.object({ eraseTexts: z.boolean() }), { eraseTexts: false }),
  responses: {
    200: json('The account is closed', z.object({ until: z.iso.datetime() })),
    ...problems('common.unauthenticated', 'account.confirmation_needed'),
  },
})
