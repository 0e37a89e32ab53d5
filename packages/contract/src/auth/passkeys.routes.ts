import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, namedId, problems, signedIn } from '../http.ts'
import { maximumPasskeyName } from './passkeys.rules.ts'

/** Bytes in base64url, as WebAuthn's JSON writes them. */
const bytes = z.string().max(8000)

/** The browser's answer for a new passkey (WebAuthn, `RegistrationResponseJSON`): the fields that the server reads. */
const registrationSchema = z.object({
  id: bytes,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
})
export type PasskeyRegistration = z.infer<typeof registrationSchema>

/** The browser's answer for a used passkey (WebAuthn, `AuthenticationResponseJSON`): the fields that the server reads. */
export const assertionSchema = z.object({
  id: bytes,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  }),
})
export type PasskeyAssertion = z.infer<typeof assertionSchema>

/** An absent answer counts as a wrong one. */
const none = {
  id: '',
  response: {
    clientDataJSON: '',
    attestationObject: '',
    authenticatorData: '',
    signature: '',
    userHandle: '',
  },
}

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** The request for a discoverable passkey, which names its member (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`). */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** WebAuthn, `PublicKeyCredentialCreationOptionsJSON`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  /** Milliseconds. */
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(descriptor),
})

export const askPasskeyRoute = createRoute({
  operationId: 'askPasskey',
  summary: 'Creates a single-use passkey challenge, valid for five minutes',
  description: 'For `signInByPasskey` or `confirmIdentity`.',
  method: 'post',
  path: '/api/auth/passkey/options',
  tags: ['auth'],
  responses: { 200: json('The options for `navigator.credentials.get`', requestOptions) },
})

export const signInByPasskeyRoute = createRoute({
  operationId: 'signInByPasskey',
  summary: 'Signs in with a passkey (session cookie), without any other factor',
  description:
    'If the account is scheduled for deletion, `keepAccount` cancels the deletion; otherwise the request fails with `auth.deletion_pending`, whose `until` is the time of the deletion.',
  method: 'post',
  path: '/api/auth/passkey',
  tags: ['auth'],
  request: jsonBody(
    z.object({ response: assertionSchema.prefault(none), keepAccount: z.boolean().optional() }),
    {
      response: {
        id: 'dGhlLWlkLW9mLWEtcGFzc2tleQ',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
          signature: 'MEUCIQDuj',
          userHandle: 'Zx4KpQ',
        },
      },
    },
  ),
  responses: {
    200: json('Signed in', z.object({ uid: z.uuid() })),
    ...problems(
      'auth.passkey_refused',
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

const tags = ['account']
const path = '/api/account/passkeys'

export const beginPasskeyRoute = createRoute({
  operationId: 'beginPasskey',
  summary: 'Creates a single-use challenge for a new passkey, valid for five minutes',
  description:
    'The response is the input of `navigator.credentials.create`. It excludes the passkeys that the account already has.',
  method: 'post',
  path: `${path}/options`,
  tags,
  security: signedIn,
  responses: {
    200: json('The options for `navigator.credentials.create`', creationOptions),
    ...problems('common.unauthenticated', 'account.confirmation_needed', 'account.passkeys_full'),
  },
})

export const addPasskeyRoute = createRoute({
  operationId: 'addPasskey',
  summary: 'Adds a passkey',
  description:
    "Takes the browser's response to the challenge of `beginPasskey`. The passkey has no name until `renamePasskey` sets one.",
  method: 'post',
  path,
  tags,
  security: signedIn,
  request: jsonBody(z.object({ response: registrationSchema.prefault(none) }), {
    response: {
      id: 'dGhlLWlkLW9mLWEtcGFzc2tleQ',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestationObject: 'o2NmbXRkbm9uZQ',
        transports: ['internal'],
      },
    },
  }),
  responses: {
    204: { description: 'Added' },
    ...problems(
      'common.unauthenticated',
      'common.rate_limited',
      'account.confirmation_needed',
      'account.passkeys_full',
      'auth.passkey_refused',
    ),
  },
})

export const renamePasskeyRoute = createRoute({
  operationId: 'renamePasskey',
  summary: 'Renames a passkey; an empty name removes the name',
  description: 'The response is the same if the passkey does not exist.',
  method: 'patch',
  path: `${path}/{id}`,
  tags,
  security: signedIn,
  request: {
    params: z.object({ id: namedId }),
    ...jsonBody(z.object({ name: z.string().max(maximumPasskeyName) }), { name: 'Portatile' }),
  },
  responses: {
    204: { description: 'Renamed' },
    ...problems('common.unauthenticated', 'common.rate_limited', 'account.confirmation_needed'),
  },
})

export const removePasskeyRoute = createRoute({
  operationId: 'removePasskey',
  summary: 'Removes a passkey',
  description: 'The response is the same if the passkey does not exist.',
  method: 'delete',
  path: `${path}/{id}`,
  tags,
  security: signedIn,
  request: { params: z.object({ id: namedId }) },
  responses: {
    204: { description: 'Removed' },
    ...problems('common.unauthenticated', 'account.confirmation_needed', 'account.last_sign_in'),
  },
})
