import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn } from '../http.ts'

const tags = ['account']
const path = '/api/account/second-factor'
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const beginSecondFactorRoute = createRoute({
  operationId: 'beginSecondFactor',
  summary: 'Creates a secret for an authenticator app',
  description:
    'The second factor is off until `turnOnSecondFactor` receives a code made with this secret, within ten minutes.',
  method: 'post',
  path,
  tags,
  security: signedIn,
  responses: {
    200: json(
      'The seed in base 32, and the address that an app reads from a QR code',
      z.object({ secret: z.string(), uri: z.string() }),
    ),
    ...problems(
      'common.unauthenticated',
      'common.rate_limited',
      'account.confirmation_needed',
      'account.second_factor_on',
    ),
  },
})

export const turnOnSecondFactorRoute = createRoute({
  operationId: 'turnOnSecondFactor',
  summary: 'Turns the second factor on, with a code from the app',
  description: 'Returns the recovery codes, which cannot be read again later.',
  method: 'put',
  path,
  tags,
  security: signedIn,
  request: jsonBody(z.object({ code: z.string().max(1000).default('') }), { code: '123456' }),
  responses: {
    200: json('Turned on', recoveryCodes),
    ...problems(
      'common.unauthenticated',
      'account.confirmation_needed',
      'account.second_factor_on',
      'auth.second_factor_wrong',
      'auth.challenge_expired',
      'auth.too_many_attempts',
    ),
  },
})

export const turnOffSecondFactorRoute = createRoute({
  operationId: 'turnOffSecondFactor',
  summary: 'Turns the second factor off',
  description: 'Idempotent.',
  method: 'delete',
  path,
  tags,
  security: signedIn,
  responses: {
    204: { description: 'Turned off' },
    ...problems('common.unauthenticated', 'account.confirmation_needed'),
  },
})

export const renewRecoveryCodesRoute = createRoute({
  operationId: 'renewRecoveryCodes',
  summary: 'Replaces the recovery codes',
  description:
    'Returns ten codes, which cannot be read again later: only their hashes are stored. Each works once, in place of a code from the app. The old codes stop working.',
  method: 'post',
  path: '/api/account/recovery-codes',
  tags,
  security: signedIn,
  responses: {
    200: json('The new codes', recoveryCodes),
    ...problems(
      'common.unauthenticated',
      'common.rate_limited',
      'account.confirmation_needed',
      'account.second_factor_off',
    ),
  },
})
