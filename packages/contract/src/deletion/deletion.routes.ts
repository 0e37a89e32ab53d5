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
  summary: 'The consequences of deleting the own account, to show before it is confirmed',
  description:
    "Says for how many days the deletion can be cancelled, and how many of the member's events are still to come.",
  method: 'get',
  path: '/api/account/deletion',
  tags,
  security: signedIn,
  ...withExtensions,
  responses: { 200: json('The consequences', termsSchema), ...problems('common.unauthenticated') },
})

export const requestDeletionRoute = createRoute({
  operationId: 'requestDeletion',
  summary: 'Closes the own account and ends all its sessions',
  description:
    'Closes the own account and ends all its sessions; it is erased at `until`, unless the member signs in before and says to keep it. With `eraseTexts` the texts of its messages go too.',
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
