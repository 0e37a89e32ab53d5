import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedInOrNot } from '../http.ts'

/** An absent field counts as an empty one, so that the rules can name it. */
const field = z.string().max(1000).default('')

const tags = ['auth']

export const registerRoute = createRoute({
  operationId: 'register',
  summary: 'Creates an account, signs in (session cookie) and returns the uid',
  description:
    'If the instance requires a confirmed email address, nobody is signed in: the server sends a mail with a link, and the response says so.',
  method: 'post',
  path: '/api/auth/register',
  tags,
  request: jsonBody(
    z.object({
      email: field,
      username: field,
      password: field,
      passwordConfirmation: field,
      /** Where the instance asks for one. */
      invite: field,
    }),
    {
      email: 'anna@esempio.it',
      username: 'Anna Verdi',
      password: 'una frase lunga e mia',
      passwordConfirmation: 'una frase lunga e mia',
    },
  ),
  responses: {
    201: json(
      'The account exists, and is signed in unless it awaits the confirmation of its address',
      z.object({ uid: z.uuid(), awaitsConfirmation: z.literal(true).optional() }),
    ),
    ...problems(
      'auth.required_fields_missing',
      'auth.email_invalid',
      'auth.password_too_short',
      'auth.password_too_long',
      'auth.password_mismatch',
      'auth.password_weak',
      'auth.username_too_short',
      'auth.username_too_long',
      'auth.username_invalid',
      'auth.username_taken',
      'auth.email_taken',
      'auth.account_blocked',
      'auth.invite_invalid',
      'auth.registration_closed',
      'account.too_many_mails',
      'common.rate_limited',
    ),
  },
})

const signedInUid = z.object({ uid: z.uuid() })

export const loginRoute = createRoute({
  operationId: 'login',
  summary: 'Signs in with email and password',
  description:
    'Sets a session cookie. If the account has a second factor, returns the challenge for `secondStep` instead. If the account is scheduled for deletion, `keepAccount` cancels the deletion; otherwise the request fails with `auth.deletion_pending`, whose `until` is the time of the deletion.',
  method: 'post',
  path: '/api/auth/login',
  tags,
  request: jsonBody(z.object({ email: field, password: field, keepAccount: z.boolean().optional() }), {
    email: 'anna@esempio.it',
    password: 'una frase lunga e mia',
  }),
  responses: {
    200: json(
      'Signed in, or a code is needed',
      z.union([signedInUid, z.object({ secondFactor: z.object({ challenge: z.string() }) })]),
    ),
    ...problems(
      'auth.credentials_required',
      'auth.invalid_credentials',
      'auth.too_many_attempts',
      'auth.account_blocked',
      'account.email_unverified',
      'account.too_many_mails',
      'auth.account_suspended',
      'auth.deletion_pending',
    ),
  },
})

export const secondStepRoute = createRoute({
  operationId: 'secondStep',
  summary: 'Completes a sign-in with a code from the authenticator app or a recovery code',
  description: 'Sets a session cookie. `keepAccount` works as in `login`.',
  method: 'post',
  path: '/api/auth/second-factor',
  tags,
  request: jsonBody(z.object({ challenge: field, code: field, keepAccount: z.boolean().optional() }), {
    challenge: 'challenge-of-the-login',
    code: '123456',
  }),
  responses: {
    200: json('Signed in', signedInUid),
    ...problems(
      'auth.second_factor_wrong',
      'auth.challenge_expired',
      'auth.too_many_attempts',
      'auth.account_blocked',
      'auth.account_suspended',
      'auth.invalid_credentials',
      'auth.deletion_pending',
    ),
  },
})

export const logoutRoute = createRoute({
  operationId: 'logout',
  summary: 'Ends the session in all tabs and sockets that use it',
  description: 'Does nothing if there is no session.',
  method: 'post',
  path: '/api/auth/logout',
  tags,
  responses: { 204: { description: 'Signed out' } },
})

export const requestResetRoute = createRoute({
  operationId: 'requestReset',
  summary: 'Sends a mail with a link to set a new password',
  description: 'The response is the same whether or not the address has an account.',
  method: 'post',
  path: '/api/auth/reset-mail',
  tags,
  request: jsonBody(z.object({ email: field }), { email: 'anna@esempio.it' }),
  responses: {
    204: { description: 'The mail is being sent, if the address has an account' },
    ...problems('auth.email_invalid', 'auth.too_many_reset_mails'),
  },
})

export const checkResetLinkRoute = createRoute({
  operationId: 'checkResetLink',
  summary: 'Checks whether the token from a mail can still set a new password',
  description: 'Does not consume the token. Pages call this before they show the form.',
  method: 'post',
  path: '/api/auth/reset-link',
  tags,
  request: jsonBody(z.object({ token: field }), { token: 'token-of-the-mail' }),
  responses: { 204: { description: 'The token is valid' }, ...problems('auth.reset_link_invalid') },
})

export const resetPasswordRoute = createRoute({
  operationId: 'resetPassword',
  summary:
    'Sets a new password, using the single-use token from the mail, and ends all sessions of the account',
  description: 'The link works for one hour. A rejected password does not consume the token.',
  method: 'post',
  path: '/api/auth/reset-password',
  tags,
  request: jsonBody(z.object({ token: field, password: field, passwordConfirmation: field }), {
    token: 'token-of-the-mail',
    password: 'una frase lunga e mia',
    passwordConfirmation: 'una frase lunga e mia',
  }),
  responses: {
    204: { description: 'The password is changed' },
    ...problems(
      'auth.required_fields_missing',
      'auth.password_too_short',
      'auth.password_too_long',
      'auth.password_mismatch',
      'auth.password_weak',
      'auth.reset_link_invalid',
    ),
  },
})

const redirect = { description: 'To the next page of the popup' }

export const startProviderRoute = createRoute({
  operationId: 'startProvider',
  summary: 'Starts a sign-in at the external provider, in a popup',
  description:
    '`attempt` is chosen by the page that opens the popup and is returned at the end. `keepAccount` cancels a scheduled deletion of the account. With `confirm` nobody is signed in: the member of the session confirms their identity (see `confirmIdentity`).',
  method: 'get',
  path: '/api/auth/provider',
  tags,
  security: signedInOrNot,
  request: {
    query: z.object({
      attempt: z.uuid(),
      keepAccount: z.literal('true').optional(),
      confirm: z.literal('true').optional(),
    }),
  },
  responses: { 302: redirect, ...problems('common.foreign_origin') },
})

export const finishProviderRoute = createRoute({
  operationId: 'finishProvider',
  summary: 'The redirect URI of the external provider (RFC 6749, section 4.1.2)',
  description:
    "For browsers only, with the provider's `code` and `state`. Signs in, or gives the reason of the failure in the query of the page that it redirects to.",
  method: 'get',
  path: '/api/auth/callback/external',
  tags,
  security: signedInOrNot,
  responses: { 302: redirect },
})
