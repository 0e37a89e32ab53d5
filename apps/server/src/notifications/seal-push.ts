import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's keys, in base64url: a point of P-256 and 16 random bytes. */
export type BrowserKeys = { p256dh: string; auth: string }

/** Bytes of a record, which is the whole message: 3,993 of them are left for its text. */
const recordSize = 4096

/** Whether a browser's keys are what they should be: the point of a key is on the curve. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/** Seals a message for one browser (RFC 8291, aes128gcm of RFC 8188): push services pass it on and can't read it. */
export function sealPush(message: string, keys: BrowserKeys): Buffer<ArrayBuffer> {
  const browserKey = Buffer.from(keys.p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  const ownKey = pair.generateKeys()
  const salt = randomBytes(16)
  const secret = derive(
    pair.computeSecret(browserKey),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey]),
    32,
  )
  const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // The byte behind the message marks its last record.
  const content = [cipher.update(message), cipher.update(Buffer.of(2)), cipher.final()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.of(ownKey.length), ownKey, ...content, cipher.getAuthTag()])
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}
