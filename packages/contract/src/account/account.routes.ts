import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn, signedInOrNot, withExtensions } from '../http.ts'

const accountSchema = z.object({
  /** Empty for a member whose provider gave none. */
  email: z.string(),
  /** Whether the member showed that they read its mail: by a link of ours, or by their provider's word. */
  emailVerified: z.boolean(),
  /** Whether the instance asked for that at registration, and withholds something until then. */
  awaitsConfirmation: z.boolean(),
  /** The address that the member wants to have, until its link is opened; empty where there is none. */
  pendingEmail: z.string(),
  hasPassword: z.boolean(),
  /** The external provider's name where they can sign in with it; empty where there is none. */
  provider: z.string(),
  /** Whether a sign-in has a second step. */
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** The oldest first; an empty name is none. */
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: z.iso.datetime() })),
  isModerator: z.boolean(),
  /** Whether they moderate and have what that needs: a second factor, or a session that a passkey began or confirmed. */
  mayModerate: z.boolean(),
  /** How many members they have blocked. */
  blockedCount: z.int(),
})
export type Account = z.infer<typeof accountSchema>

const tags = ['account']

export const readAccountRoute = createRoute({
  operationId: 'readAccount',
  summary: "Returns the member's account and its ways of signing in",
  description:
    'Lists password, provider, passkeys and second factor, whether the email address is confirmed, and whether a change of it is pending.',
  method: 'get',
  path: '/api/account',
  tags,
  security: signedIn,
  responses: { 200: json('The account', accountSchema), ...problems('common.unauthenticated') },
})

export const sendVerificationMailRoute = createRoute({
  operationId: 'sendVerificationMail',
  summary: 'Sends the member a mail with a link that confirms their address',
  description: 'Fails if the address is already confirmed, or after several mails within an hour.',
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

export const changeEmailRoute = createRoute({
  operationId: 'changeEmail',
  summary: 'Starts a change of the email address: sends a confirmation link to the new address',
  description: 'The response is the same whether or not the address is already in use.',
  method: 'post',
  path: '/api/account/email',
  tags,
  security: signedIn,
  ...withExtensions,
  // An absent address counts as an empty one, so that the rules can name it.
  request: jsonBody(z.object({ email: z.string().max(1000).default('') }), { email: 'anna@esempio.it' }),
  responses: {
    202: json('The mail is being sent', z.object({ email: z.string() })),
    ...problems(
      'common.unauthenticated',
      'auth.email_invalid',
      'account.confirmation_needed',
      'account.email_unchanged',
      'account.too_many_mails',
      'settings.mail_not_sent',
    ),
  },
})

export const cancelEmailChangeRoute = createRoute({
  operationId: 'cancelEmailChange',
  summary: 'Cancels a pending change of the email address',
  description: 'The mailed link stops working and the account keeps its current address. Idempotent.',
  method: 'delete',
  path: '/api/account/email',
  tags,
  security: signedIn,
  ...withExtensions,
  responses: {
    204: { description: 'Ended' },
    ...problems('common.unauthenticated', 'account.confirmation_needed'),
  },
})

export const revertEmailChangeRoute = createRoute({
  operationId: 'revertEmailChange',
  summary: 'Restores the previous email address, using the single-use token from the mail',
  description:
    'For a member whose account was moved to another address by somebody else. Ends all sessions and removes the password. The mail to the old address contains the link, which works for seven days.',
  method: 'post',
  path: '/api/account/email/revert',
  tags,
  request: jsonBody(z.object({ token: z.string().max(1000).default('') }), { token: 'token-of-the-mail' }),
  responses: {
    204: {
      description: 'The address is restored, and a mail with a link to set a new password is being sent',
    },
    ...problems('auth.reset_link_invalid', 'common.rate_limited'),
  },
})

export const confirmEmailRoute = createRoute({
  operationId: 'confirmEmail',
  summary: 'Confirms an email address, using the single-use token from the mail',
  description:
    'No session is required. If the request has a session of the member, that session is kept when the others end.',
  method: 'post',
  path: '/api/account/email/confirm',
  tags,
  security: signedInOrNot,
  // An absent token counts as an unknown one.
  request: jsonBody(z.object({ token: z.string().max(1000).default('') }), { token: 'token-of-the-mail' }),
  responses: {
    200: json('The address is confirmed', z.object({ email: z.string() })),
    ...problems('auth.reset_link_invalid', 'common.rate_limited'),
  },
})
