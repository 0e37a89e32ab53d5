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
  summary: "The member's own account: how they sign in",
  description:
    'Says which ways of signing in the account has: password, provider, passkeys, second factor; and whether its address is confirmed or a change of it waits.',
  method: 'get',
  path: '/api/account',
  tags,
  security: signedIn,
  responses: { 200: json('The own account', accountSchema), ...problems('common.unauthenticated') },
})

export const sendVerificationMailRoute = createRoute({
  operationId: 'sendVerificationMail',
  summary: 'Sends the member a mail with a link that confirms their address',
  description: 'Refused for a confirmed address, and after several mails within an hour.',
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
  summary: "Mails a new address a link that makes it the member's",
  description: 'Answers alike whether or not somebody has it.',
  method: 'post',
  path: '/api/account/email',
  tags,
  security: signedIn,
  ...withExtensions,
  // An absent address counts as an empty one, so that the rules can name it.
  request: jsonBody(z.object({ email: z.string().max(1000).default('') }), { email: 'anna@esempio.it' }),
  responses: {
    202: json('The mail is on its way', z.object({ email: z.string() })),
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
  summary: 'Ends a change of the address that waits for its link to be opened',
  description:
    'The mailed link stops working, and the account keeps its present address. Without a waiting change nothing happens.',
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
  summary:
    'Gives the address back that was changed, by the token of a mail, once, and ends all sessions and the password',
  description:
    'For the owner of a mailbox whose account somebody else has moved to another address. The link stands in the mail to the old address and works for seven days.',
  method: 'post',
  path: '/api/account/email/revert',
  tags,
  request: jsonBody(z.object({ token: z.string().max(1000).default('') }), { token: 'token-of-the-mail' }),
  responses: {
    204: { description: 'The address is as before, and a mail with a link to a new password is on its way' },
    ...problems('auth.reset_link_invalid', 'common.rate_limited'),
  },
})

export const confirmEmailRoute = createRoute({
  operationId: 'confirmEmail',
  summary: 'Confirms an address by the token of a mail, once',
  description: "No session is needed; one of the member's is kept where others end.",
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
