import { createRoute, z } from '@hono/zod-openapi'
import { json, problems, signedIn } from '../http.ts'

/** The member's own document (specification, point 3, users). Nobody else receives it. */
export const ownProfileSchema = z
  .object({
    uid: z.uuid(),
    displayName: z.string(),
    email: z.string(),
    photoURL: z.string(),
    createdAt: z.iso.datetime(),
  })
  .openapi('OwnProfile')

export type OwnProfile = z.infer<typeof ownProfileSchema>

/** The signed-in member's own document. */
export const ownProfileRoute = createRoute({
  method: 'get',
  path: '/api/profiles/me',
  tags: ['profiles'],
  security: signedIn,
  responses: { 200: json('The own document', ownProfileSchema), ...problems('common.unauthenticated') },
})
