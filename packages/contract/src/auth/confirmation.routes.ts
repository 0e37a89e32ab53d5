import { createRoute, z } from '@hono/zod-openapi'
import { jsonBody, problems, signedIn } from '../http.ts'
import { assertionSchema } from './passkeys.routes.ts'

/** An absent field counts as a wrong one. */
const field = z.string().max(1000).default('')

export const confirmIdentityRoute = createRoute({
  operationId: 'confirmIdentity',
  summary: "Confirms the member's identity again",
  description:
    'Takes the password and, if there is a second factor, its code; or that code with the challenge of a sign-in at the external provider (see `startProvider`); or a passkey (see `askPasskey`). For ten minutes the session may call operations that otherwise fail with `account.confirmation_needed`. The session gets a new cookie.',
  method: 'post',
  path: '/api/account/confirmation',
  tags: ['account'],
  security: signedIn,
  request: jsonBody(
    z.object({ password: field, code: field, challenge: field, passkey: assertionSchema.optional() }),
    { password: 'una frase lunga e mia' },
  ),
  responses: {
    204: { description: 'Confirmed' },
    ...problems('common.unauthenticated', 'account.confirmation_failed', 'auth.too_many_attempts'),
  },
})
