import { createRoute, z } from '@hono/zod-openapi'
import { json, problems, signedIn } from '../http.ts'

export const firstStepsSchema = z
  .object({
    /** Wrote in the public room. */
    hasWritten: z.boolean(),
    /** Takes part in an event, or took part in one that is over. */
    hasJoined: z.boolean(),
  })
  .openapi('FirstSteps')

export type FirstSteps = z.infer<typeof firstStepsSchema>

export const firstStepsRoute = createRoute({
  operationId: 'firstSteps',
  summary: 'The first steps that the member has taken and that no other route answers',
  description:
    'The first steps that the member has taken and that no other route answers: a message written, an event joined.',
  method: 'get',
  path: '/api/home/first-steps',
  tags: ['home'],
  security: signedIn,
  responses: { 200: json('The first steps', firstStepsSchema), ...problems('common.unauthenticated') },
})
