import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedInOrNot } from '../http.ts'

/** An absent field counts as an empty one, so that the rules can name it. */
const field = z.string().max(1000).default('')

const tags = ['auth']

export const registerRoute = createRoute({
  operationId: 'register',
  summary: 'Creates an account, signs it in (session cookie) and answers its uid',
  description:
    'Where the instance requires a confirmed address, nobody is signed in: a mail with a link is on its way, and the answer says so.',
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
    'Signs in with email and password (session cookie); with a second factor on, answers what its code is sent with. An account that is to be deleted stays where `keepAccount` says so; else `auth.deletion_pending` names the instant, `until`.',
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
  summary: 'Takes the second step of a sign-in, by a code of the app or a recovery code',
  description:
    'Takes the second step of a sign-in, by a code of the app or a recovery code (session cookie); `keepAccount` as in the first.',
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
  summary: 'Ends the session in every tab and socket that uses it',
  description: 'Without a session it does nothing.',
  method: 'post',
  path: '/api/auth/logout',
  tags,
  responses: { 204: { description: 'Signed out' } },
})

export const requestResetRoute = createRoute({
  operationId: 'requestReset',
  summary: 'Mails a link to set a new password',
  description: 'Answers alike whether or not the address has an account.',
  method: 'post',
  path: '/api/auth/reset-mail',
  tags,
  request: jsonBody(z.object({ email: field }), { email: 'anna@esempio.it' }),
  responses: {
    204: { description: 'If the address has an account, the mail is on its way' },
    ...problems('auth.email_invalid', 'auth.too_many_reset_mails'),
  },
})

export const checkResetLinkRoute = createRoute({
  operationId: 'checkResetLink',
  summary: 'Says whether the token of a mail would still set a new password, and leaves it as it is',
  description: 'A page asks before it shows the form of the new password; asking does not use the token up.',
  method: 'post',
  path: '/api/auth/reset-link',
  tags,
  request: jsonBody(z.object({ token: field }), { token: 'token-of-the-mail' }),
  responses: { 204: { description: 'The link works' }, ...problems('auth.reset_link_invalid') },
})

export const resetPasswordRoute = createRoute({
  operationId: 'resetPassword',
  summary: 'Sets a new password by the token of a mail, once, and ends all sessions of the account',
  description: 'The link works for an hour. A refused password does not use the token up.',
  method: 'post',
  path: '/api/auth/reset-password',
  tags,
  request: jsonBody(z.object({ token: field, password: field, passwordConfirmation: field }), {
    token: 'token-of-the-mail',
    password: 'una frase lunga e mia',
    passwordConfirmation: 'una frase lunga e mia',
  }),
  responses: {
    204: { description: 'The new password holds' },
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
  summary: 'Where the popup for signing in at the external provider begins',
  description:
    "`attempt` is the opener's, and comes back at the end. With `keepAccount` an account that is to be deleted stays; with `confirm` nobody is signed in: the member of the session shows again who they are (`confirmIdentityRoute`).",
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
  summary: 'Where the external provider sends the popup back to (RFC 6749, section 4.1.2)',
  description:
    "Browsers alone call it, with the provider's `code` and `state`. It signs in or says why not, in the query of the page that it redirects to.",
  method: 'get',
  path: '/api/auth/callback/external',
  tags,
  security: signedInOrNot,
  responses: { 302: redirect },
})
