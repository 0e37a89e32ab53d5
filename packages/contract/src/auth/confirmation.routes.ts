import { createRoute, z } from '@hono/zod-openapi'
import { jsonBody, problems, signedIn } from '../http.ts'
import { assertionSchema } from './passkeys.routes.ts'

/** An absent field counts as a wrong one. */
const field = z.string().max(1000).default('')

export const confirmIdentityRoute = createRoute({
  operationId: 'confirmIdentity',
  summary: 'The member shows again who they are',
  description:
    'The member shows again who they are: by the password and, with a second factor on, its code; by that code after a sign-in at the external provider, which gave the challenge (`startProviderRoute`); or by a passkey alone (`askPasskeyRoute`). For ten minutes their session may do what is refused with `account.confirmation_needed`; it gets another cookie.',
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
