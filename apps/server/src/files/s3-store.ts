import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { makeFolder } from '../platform/folder.ts'
import type { S3Address } from '../platform/s3-address.ts'
import { draftsFolder, type FileStore, StoreFailure } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'
import { hashed } from './hashed.ts'

/** Milliseconds without a byte, in either direction, after which a request has failed. */
const usualTimeoutMs = 5000
/** After so many failures in a row nobody waits for the server any more, for so many milliseconds. */
const failuresInARow = 5
const restMs = 5000

/** Of our objects: what else may be in the bucket is not touched. */
const ownKey = /^[\da-f]{2}\/[\w-]+$/

type Asked = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Behind the bucket's address. */
  target: string
  headers?: Record<string, string>
  /** A file that is sent. */
  body?: { path: string; size: number }
}

/**
 * Objects in a bucket of an S3-compatible server. Each act rejects with a StoreFailure where the server doesn't do it.
 *
 * @param folder of this machine, for what is on its way to the bucket
 */
export function openS3Store(
  { url, region, keyId, secret }: S3Address,
  folder: string,
  timeoutMs = usualTimeoutMs,
): FileStore {
  const drafts = openFolderStore(folder)
  const signingKeys = new Map<string, ArrayBuffer>()
  let failures = 0
  let restsUntil = 0

  /** The answer, where it has one of these statuses. */
  async function ask(asked: Asked, ...expected: number[]): Promise<IncomingMessage> {
    if (performance.now() < restsUntil)
      throw new StoreFailure(`${url} failed ${failuresInARow} times in a row`)
    try {
      const answer = await send(asked)
      const { statusCode: status = 0 } = answer
      if (!expected.includes(status)) {
        const reason = fieldOf(await text(inTime(answer, timeoutMs)), 'Code')
        throw new StoreFailure(`${asked.method} of ${url} is answered by ${status} ${reason}`.trimEnd(), {
          isRefusal: status >= 300 && status < 500 && status !== 429,
        })
      }
      failures = 0
      return answer
    } catch (error) {
      failures += 1
      if (failures >= failuresInARow) restsUntil = performance.now() + restMs
      if (error instanceof StoreFailure) throw error
      throw new StoreFailure(`${url} is not reached (${(error as Error).message})`, { cause: error })
    }
  }

  async function send({ method, target, headers = {}, body }: Asked): Promise<IncomingMessage> {
    const signer = new AwsV4Signer({
      method,
      url: `${url}${target}`,
      headers,
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region,
      cache: signingKeys,
    })
    const signed = await signer.sign()
    const request = signed.url.protocol === 'https:' ? requestSecurely : requestPlainly
    for (;;) {
      const outgoing = request(signed.url, {
        method,
        headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': body.size }) },
        timeout: timeoutMs,
      })
      outgoing.once('timeout', () => outgoing.destroy(new Error(silenceOf(timeoutMs))))
      // Also after the answer, where that came before all was sent.
      outgoing.on('error', () => {})
      const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
      // What breaks this off is what the answer rejects with.
      if (body) pipeline(createReadStream(body.path), outgoing, () => {})
      else outgoing.end()
      try {
        const [answer] = await answered
        // From here on it is waited for while somebody reads.
        outgoing.setTimeout(0)
        return answer
      } catch (error) {
        // The server ended the connection of an earlier request while this one was written to it.
        if (!outgoing.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
      }
    }
  }

  /** Does without the answer's body, so that its connection serves again. */
  async function done(asked: Asked, ...expected: number[]): Promise<IncomingMessage> {
    return (await ask(asked, ...expected)).resume()
  }

  async function size(key: string): Promise<number | null> {
    const { statusCode, headers } = await done({ method: 'HEAD', target: `/${key}` }, 200, 404)
    return statusCode === 404 ? null : Number(headers['content-length'])
  }

  return {
    size,

    /** A request has to say its length: the content is written to the disk before. */
    async put(key, content) {
      const path = join(folder, draftsFolder, randomUUID())
      const hash = createHash('sha256')
      try {
        await makeFolder(join(folder, draftsFolder))
        await writeFile(path, hashed(content, hash), { mode: 0o600 })
        const body = { path, size: (await stat(path)).size }
        // The server compares it with what comes.
        const headers = { 'x-amz-content-sha256': hash.digest('hex') }
        await done({ method: 'PUT', target: `/${key}`, headers, body }, 200)
        const stored = await size(key)
        if (stored !== body.size)
          throw new StoreFailure(`${url} has ${stored ?? 'none'} of the ${body.size} bytes of ${key}`)
      } finally {
        await rm(path, { force: true })
      }
    },

    async get(key, range) {
      const headers = range && { range: `bytes=${range.first}-${range.last}` }
      const asked: Asked = { method: 'GET', target: `/${key}`, ...(headers && { headers }) }
      const answer = await ask(asked, range ? 206 : 200, 404)
      if (answer.statusCode !== 404) return inTime(answer, timeoutMs)
      // An object that is not there is an answer, a bucket is not.
      if (fieldOf(await text(inTime(answer, timeoutMs)), 'Code') === 'NoSuchBucket')
        throw new StoreFailure(`there is no ${url}`, { isRefusal: true })
      return null
    },

    async delete(key) {
      if (key.startsWith(`${draftsFolder}/`)) await drafts.delete(key)
      else await done({ method: 'DELETE', target: `/${key}` }, 204, 200, 404)
    },

    async *list() {
      for (let token: string | null = ''; token !== null; ) {
        const from: string = token && `&continuation-token=${encodeURIComponent(token)}`
        const answer = await ask({ method: 'GET', target: `?list-type=2${from}` }, 200)
        const page = await text(inTime(answer, timeoutMs))
        for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = fieldOf(object, 'Key')
          if (ownKey.test(key)) yield { key, changedAt: new Date(fieldOf(object, 'LastModified')) }
        }
        token = fieldOf(page, 'IsTruncated') === 'true' ? fieldOf(page, 'NextContinuationToken') : null
        // It would be the first page again.
        if (token === '') throw new StoreFailure(`${url} lists a part of its objects`)
      }
      for await (const object of drafts.list()) if (object.key.startsWith(`${draftsFolder}/`)) yield object
    },
  }
}

/** The bytes of an answer. It is cut off where none comes in time while one is waited for, or nobody begins to read. */
function inTime(answer: IncomingMessage, timeoutMs: number): AsyncIterable<Uint8Array> {
  const wait = () => setTimeout(() => answer.destroy(new Error(silenceOf(timeoutMs))), timeoutMs)
  let timeout = wait()
  answer.once('close', () => clearTimeout(timeout))
  return (async function* () {
    for await (const bytes of answer) {
      clearTimeout(timeout)
      yield bytes as Buffer
      timeout = wait()
    }
  })()
}

function silenceOf(timeoutMs: number): string {
  return `nothing came for ${timeoutMs / 1000} s`
}

/** The text of the first element of a name; '' where there is none. */
function fieldOf(xml: string, name: string): string {
  const [, content = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return content.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name) return entities[name] ?? whole
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16))
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
