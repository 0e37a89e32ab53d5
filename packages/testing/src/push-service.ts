import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A push as its browser gets it. */
export type ReceivedPush = {
  headers: IncomingHttpHeaders
  body: Buffer
  /** Its content, opened with the browser's keys. */
  message: {
    title: string
    body: string
    path: string
    tag: string
    about: string
    unread: string[] | null
  }
  /** Of `performance.now()`. */
  receivedAt: number
}

type Answer = { status: number; headers?: Record<string, string> }

/** A browser that is subscribed, as `PUT /api/push/subscription` takes it, with what its push service received for it. */
export type PushBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: ReceivedPush[]
  /** The next answers of the service, in order; 201 to all others. */
  answers: Answer[]
}

export type PushServiceFake = Awaited<ReturnType<typeof startPushService>>

/** A push service on this machine, as those of browsers: it takes messages and opens them as the browser would (RFC 8291). */
export async function startPushService() {
  const browsers = new Map<string, { open: (body: Buffer) => string; browser: PushBrowser }>()
  const server = createServer(async (request, response) => {
    const { open, browser } = browsers.get(request.url ?? '') ?? {}
    const body = await buffer(request)
    if (!open || !browser) return response.writeHead(404).end()
    const { status, headers } = browser.answers.shift() ?? { status: 201 }
    const message = JSON.parse(open(body)) as ReceivedPush['message']
    browser.received.push({ headers: request.headers, body, message, receivedAt: performance.now() })
    return response.writeHead(status, headers).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,

    /** A browser of its own, with new keys. */
    createBrowser(): PushBrowser {
      const path = `/${randomUUID()}`
      const pair = createECDH('prime256v1')
      const publicKey = pair.generateKeys()
      const auth = randomBytes(16)
      const browser: PushBrowser = {
        subscription: {
          endpoint: `${origin}${path}`,
          keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
        },
        received: [],
        answers: [],
      }
      browsers.set(path, { browser, open: (body) => openSealed(body, pair, auth) })
      return browser
    },

    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Opens what was sealed for a browser (RFC 8291, 3.4; RFC 8188, 2), of one record. */
export function openSealed(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('more than one record')
  const derive = (key: Buffer, mixed: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, mixed, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey])
  const secret = derive(pair.computeSecret(serverKey), auth, info, 32)
  const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const content = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = content.findLastIndex((byte) => byte !== 0)
  if (content[end] !== 2) throw new Error('the last record has no mark')
  return content.subarray(0, end).toString()
}
