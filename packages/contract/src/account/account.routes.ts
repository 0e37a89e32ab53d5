import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn } from '../http.ts'

const accountSchema = z.object({
  /** Empty for a member whose provider gave none. */
  email: z.string(),
  /** Whether the member showed that they read its mail: by a link of ours, or by their provider's word. */
  emailVerified: z.boolean(),
})
export type Account = z.infer<typeof accountSchema>

const tags = ['account']

/** The member's own account: how they sign in. */
export const readAccountRoute = createRoute({
  method: 'get',
  path: '/api/account',
  tags,
  security: signedIn,
  responses: { 200: json('The own account', accountSchema), ...problems('common.unauthenticated') },
})

/** Sends the member a mail with a link that confirms their address. */
export const sendVerificationMailRoute = createRoute({
  method: 'post',
  path: '/api/account/verification-mail',
  tags,
  security: signedIn,
  responses: {
    204: { description: 'Sent' },
    ...problems(
      'common.unauthenticated',
      'settings.email_not_found',
      'settings.mail_not_sent',
      'account.already_verified',
      'account.too_many_mails',
    ),
  },
})

/** Confirms an address by the token of a mail, once. No session is needed. */
export const confirmEmailRoute = createRoute({
  method: 'post',
  path: '/api/account/email/confirm',
  tags,
  // An absent token counts as an unknown one.
  request: jsonBody(z.object({ token: z.string().max(1000).default('') })),
  responses: {
    200: json('The address is confirmed', z.object({ email: z.string() })),
    ...problems('auth.reset_link_invalid', 'common.rate_limited'),
  },
})
