import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems } from '../http.ts'

/** An absent field counts as an empty one, so that the rules can name it. */
const field = z.string().max(1000).default('')

const tags = ['auth']

/** Creates an account, signs it in (session cookie) and answers its uid. */
export const registerRoute = createRoute({
  method: 'post',
  path: '/api/auth/register',
  tags,
  request: jsonBody(
    z.object({ email: field, username: field, password: field, passwordConfirmation: field }),
  ),
  responses: {
    201: json('The account exists and is signed in', z.object({ uid: z.uuid() })),
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
      'common.rate_limited',
    ),
  },
})

/** Signs in with email and password (session cookie). */
export const loginRoute = createRoute({
  method: 'post',
  path: '/api/auth/login',
  tags,
  request: jsonBody(z.object({ email: field, password: field })),
  responses: {
    200: json('Signed in', z.object({ uid: z.uuid() })),
    ...problems(
      'auth.credentials_required',
      'auth.invalid_credentials',
      'auth.too_many_attempts',
      'auth.account_blocked',
    ),
  },
})

/** Ends the session in every tab and socket that uses it. Without a session it does nothing. */
export const logoutRoute = createRoute({
  method: 'post',
  path: '/api/auth/logout',
  tags,
  responses: { 204: { description: 'Signed out' } },
})

/** Mails a link to set a new password. Answers alike whether or not the address has an account. */
export const requestResetRoute = createRoute({
  method: 'post',
  path: '/api/auth/reset-mail',
  tags,
  request: jsonBody(z.object({ email: field })),
  responses: {
    204: { description: 'If the address has an account, the mail is on its way' },
    ...problems('auth.email_invalid', 'auth.too_many_reset_mails'),
  },
})

/** Says whether the token of a mail would still set a new password, and leaves it as it is. */
export const checkResetLinkRoute = createRoute({
  method: 'post',
  path: '/api/auth/reset-link',
  tags,
  request: jsonBody(z.object({ token: field })),
  responses: { 204: { description: 'The link works' }, ...problems('auth.reset_link_invalid') },
})

/** Sets a new password by the token of a mail, once, and ends all sessions of the account. */
export const resetPasswordRoute = createRoute({
  method: 'post',
  path: '/api/auth/reset-password',
  tags,
  request: jsonBody(z.object({ token: field, password: field, passwordConfirmation: field })),
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

/** Where the popup for signing in at the external provider begins. `attempt` is the opener's, and comes back at the end. */
export const startProviderRoute = createRoute({
  method: 'get',
  path: '/api/auth/provider',
  tags,
  request: { query: z.object({ attempt: z.uuid() }) },
  responses: { 302: redirect },
})

/** Where the external provider sends the popup back to (RFC 6749, section 4.1.2). */
export const finishProviderRoute = createRoute({
  method: 'get',
  path: '/api/auth/callback/external',
  tags,
  responses: { 302: redirect },
})
