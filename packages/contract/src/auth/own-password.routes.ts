import { createRoute, z } from '@hono/zod-openapi'
import { jsonBody, problems, signedIn } from '../http.ts'

/** An absent field counts as an empty one, so that the rules can name it. */
const field = z.string().max(1000).default('')

export const changePasswordRoute = createRoute({
  operationId: 'changePassword',
  summary: "Changes the member's password; requires the current one",
  description: 'Pending links to set a new password stop working. The session gets a new cookie.',
  method: 'post',
  path: '/api/account/password',
  tags: ['account'],
  security: signedIn,
  request: jsonBody(
    z.object({
      currentPassword: field,
      password: field,
      passwordConfirmation: field,
      /** Whether the member's other sessions end. */
      endOthers: z.boolean().default(true),
    }),
    {
      currentPassword: 'una frase lunga e mia',
      password: 'un’altra ancora più lunga',
      passwordConfirmation: 'un’altra ancora più lunga',
    },
  ),
  responses: {
    204: { description: 'The password is changed' },
    ...problems(
      'common.unauthenticated',
      'account.confirmation_needed',
      'account.no_password',
      'account.current_password_wrong',
      'account.password_unchanged',
      'auth.required_fields_missing',
      'auth.password_too_short',
      'auth.password_too_long',
      'auth.password_mismatch',
      'auth.password_weak',
      'auth.too_many_attempts',
    ),
  },
})
