import { createRoute, z } from '@hono/zod-openapi'
import { json, problems, signedIn } from '../http.ts'

/** What an instance needs before its founder invites others: settings, and a member who moderates. */
export const communityNeeds = ['controller', 'contact', 'mail', 'moderator'] as const

export const firstStepsSchema = z
  .object({
    /** Wrote in the public room. */
    hasWritten: z.boolean(),
    /** Takes part in an event or organizes one, or did in one that is over. */
    hasJoined: z.boolean(),
    /** What the instance still needs, for the member who registered first; empty for all others. */
    communityNeeds: z.array(z.enum(communityNeeds)),
  })
  .openapi('FirstSteps')

export type FirstSteps = z.infer<typeof firstStepsSchema>

export const firstStepsRoute = createRoute({
  operationId: 'firstSteps',
  summary: 'Returns the first steps that the member has completed',
  description:
    'Whether the member has written a message and joined or organized an event: the steps that no other operation returns. The member who registered first also gets what the instance still needs.',
  method: 'get',
  path: '/api/home/first-steps',
  tags: ['home'],
  security: signedIn,
  responses: { 200: json('The first steps', firstStepsSchema), ...problems('common.unauthenticated') },
})
