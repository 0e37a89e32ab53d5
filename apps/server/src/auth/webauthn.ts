import type { PasskeyAssertion, PasskeyRegistration } from '@covo/contract/auth/passkeys.routes'

/** The relying party of WebAuthn: the host of the public origin, and the origins with that host whose pages may ask. */
export type RelyingParty = { id: string; origins: () => string[] }

/** @param origin the public one; @param allowed those whose pages may change anything */
export function relyingParty(origin: string, allowed: () => ReadonlySet<string>): RelyingParty {
  const id = new URL(origin).hostname
  return { id, origins: () => [...allowed()].filter((one) => new URL(one).hostname === id) }
}

/** COSE numbers of the signatures that are taken: EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257]

type Expected = {
  party: RelyingParty
  /** Whether the challenge that was signed is a good one. */
  isGoodChallenge: (challenge: string) => boolean
}

export type NewCredential = {
  credentialId: string
  publicKey: Buffer
  counter: number
  isBackedUp: boolean
  transports: string[]
}

export type StoredCredential = Omit<NewCredential, 'transports'>

// It takes a third of a second to load, and 27 MB, of which an instance without passkeys needs none.
const library = () => import('@simplewebauthn/server')

/**
 * The new passkey in the answer of an authenticator (WebAuthn level 3, section 7.1), which has to have verified its user; null
 * where something is wrong with it. Of attestations `none` alone is taken: for others the library fetches the
 * addresses that their certificates name.
 */
export async function checkRegistration(
  { id, response }: PasskeyRegistration,
  { party, isGoodChallenge }: Expected,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await library()
  try {
    if ((await formatOf(response.attestationObject)) !== 'none') return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: isGoodChallenge,
      expectedOrigin: party.origins(),
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || registrationInfo.credential.id !== id) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
      transports: response.transports,
    }
  } catch {
    // The library's words for what a client sent.
    return null
  }
}

async function formatOf(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  return decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('fmt')
}

/**
 * The use of a passkey in the answer of an authenticator (WebAuthn level 3, section 7.2), which has to have verified its user;
 * null where something is wrong with it. Its counter may not fall, unless the key is copied to several devices.
 */
export async function checkAssertion(
  { id, response }: PasskeyAssertion,
  stored: StoredCredential,
  { party, isGoodChallenge }: Expected,
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: isGoodChallenge,
      expectedOrigin: party.origins(),
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id,
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.isBackedUp ? 0 : stored.counter,
      },
    })
    if (!verified) return null
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
  } catch {
    return null
  }
}
