import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export type EncryptedSeed = { encrypted: Buffer; keyId: string }
export type TotpEncryption = ReturnType<typeof createTotpEncryption>

/**
 * Encrypts the seeds of second factors (AES-256-GCM, the member's uid bound to each), so that the database alone makes no code.
 * Keys derive from the instance's secret; seeds that an older one encrypted are decrypted as long as that is named.
 */
export function createTotpEncryption(secret: string, oldSecrets: string[]) {
  const keys = [secret, ...oldSecrets].map((one) => {
    const key = Buffer.from(hkdfSync('sha256', one, '', 'covo second factor', 32))
    return { key, id: hash('sha256', key, 'base64url').slice(0, 16) }
  })
  const [present] = keys

  return {
    /** Of the keys by which a seed is decrypted. */
    keyIds: keys.map(({ id }) => id),

    encrypt(seed: Uint8Array, uid: string): EncryptedSeed {
      if (!present) throw new Error('no key')
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, present.key, iv).setAAD(Buffer.from(uid))
      const content = Buffer.concat([cipher.update(seed), cipher.final()])
      return { encrypted: Buffer.concat([iv, cipher.getAuthTag(), content]), keyId: present.id }
    },

    /** Throws where no key decrypts it: another secret encrypted it, or it was encrypted for another member. */
    decrypt({ encrypted, keyId }: EncryptedSeed, uid: string): Buffer {
      const key = keys.find(({ id }) => id === keyId)?.key
      if (!key) throw new Error('the seed of a second factor was encrypted by a secret that is not known')
      const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(uid))
        .setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()])
    },
  }
}
