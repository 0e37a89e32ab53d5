import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** The possible mistakes of an authenticator, or of a page that talks to it. */
type Said = {
  origin?: string
  rpId?: string
  challenge?: string
  isUserVerified?: boolean
  counter?: number
  userHandle?: string
  /** Of a registration; with another than 'none' comes a statement that the key itself signs. */
  format?: string
}

/** The parts of a server's options that are looked at. */
type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }

export type Passkey = ReturnType<typeof createPasskey>

/**
 * An authenticator with one passkey, as a browser at `origin` lets a page use it (WebAuthn level 3, section 6): what it answers is
 * the JSON that the page sends.
 */
export function createPasskey(
  origin: string,
  { algorithm = 'ES256', isBackedUp = false }: { algorithm?: Algorithm; isBackedUp?: boolean } = {},
) {
  const { privateKey, publicKey } = keyPairOf(algorithm)
  const id = randomBytes(32)
  let counter = 0
  let handle = ''

  function authenticatorData(rpId: string, said: Said, attested = Buffer.alloc(0)): Buffer {
    const { isUserVerified = true } = said
    // Present, verified, may be backed up, is backed up, with a credential.
    const flags = 1 | (isUserVerified ? 4 : 0) | (isBackedUp ? 8 + 16 : 0) | (attested.length > 0 ? 64 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(said.counter ?? counter, 1)
    return Buffer.concat([sha256(rpId), head, attested])
  }

  const clientData = (type: string, challenge: string, said: Said) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: said.challenge ?? challenge,
        origin: said.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const signatureOf = (content: Buffer) => sign(algorithm === 'EdDSA' ? null : 'sha256', content, privateKey)

  return {
    id: id.toString('base64url'),

    /** Answers the options of a new passkey. */
    register(options: Options, said: Said = {}) {
      handle = options.user?.id ?? ''
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(algorithm, publicKey)])
      const authData = authenticatorData(said.rpId ?? options.rp?.id ?? '', said, attested)
      const json = clientData('webauthn.create', options.challenge, said)
      const { format = 'none' } = said
      const signed = () => signatureOf(Buffer.concat([authData, sha256(json)]))
      const statement = new Map<unknown, unknown>(
        format === 'none'
          ? []
          : [
              ['alg', -7],
              ['sig', signed()],
            ],
      )
      const attestation = cbor(
        new Map<unknown, unknown>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      )
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: json.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** Answers the options of a sign-in or a confirmation; each use counts. */
    assert(options: Options, said: Said = {}) {
      counter += 1
      const authData = authenticatorData(said.rpId ?? options.rpId ?? '', said)
      const json = clientData('webauthn.get', options.challenge, said)
      const signed = Buffer.concat([authData, sha256(json)])
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signatureOf(signed).toString('base64url'),
          userHandle: said.userHandle ?? handle,
        },
      }
    },
  }
}

function keyPairOf(algorithm: Algorithm) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** RFC 9052, section 7; RFC 9053, section 7; RFC 8230, section 4. */
function coseKey(algorithm: Algorithm, key: KeyObject): Buffer {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const fields: Record<Algorithm, [number, unknown][]> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  }
  return cbor(new Map(fields[algorithm]))
}

/** RFC 8949: the kinds of values that occur here. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([
      cborHead(5, value.size),
      ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)]),
    ])
  throw new Error('no such value occurs')
}

function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}
