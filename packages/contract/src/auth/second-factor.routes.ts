import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn } from '../http.ts'

const tags = ['account']
const path = '/api/account/second-factor'
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const beginSecondFactorRoute = createRoute({
  operationId: 'beginSecondFactor',
  summary: 'Makes a seed for an app',
  description:
    'Makes a seed for an app; nothing is on before `turnOnSecondFactorRoute` gets a code of it, within ten minutes.',
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
  summary: 'Turns the second factor on by a code of its app',
  description:
    'Turns the second factor on by a code of its app; answers the recovery codes, which nothing shows again.',
  method: 'put',
  path,
  tags,
  security: signedIn,
  request: jsonBody(z.object({ code: z.string().max(1000).default('') }), { code: '123456' }),
  responses: {
    200: json('It is on', recoveryCodes),
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
  description: 'Twice is once.',
  method: 'delete',
  path,
  tags,
  security: signedIn,
  responses: {
    204: { description: 'It is off' },
    ...problems('common.unauthenticated', 'account.confirmation_needed'),
  },
})

export const renewRecoveryCodesRoute = createRoute({
  operationId: 'renewRecoveryCodes',
  summary: 'Makes new recovery codes, which end the old ones',
  description:
    'The answer alone has the ten codes: they are stored by their hashes. Each works once, in place of a code of the app.',
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
