import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keyOf } from './file-store.ts'
import { openS3Store } from './s3-store.ts'

let server: Server
let answer: RequestListener
let asked: string[]

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

const key = keyOf(randomUUID(), 'file')

const minuteMs = 60_000

function open(timeoutMs = minuteMs) {
  const { port } = server.address() as AddressInfo
  const address = {
    url: `http://127.0.0.1:${port}/covo`,
    region: 'garage',
    keyId: 'GK1',
    secret: 'un segreto di prova',
  }
  return openS3Store(address, join(tmpdir(), `covo-s3-${randomUUID()}`), timeoutMs)
}

it('lists a bucket page by page, and nothing of others in it', async () => {
  const keys = Array.from({ length: 5 }, () => keyOf(randomUUID(), 'part-3'))
  answer = (request, response) => {
    const token = new URL(`http://${request.headers.host}${request.url}`).searchParams.get(
      'continuation-token',
    )
    const page = token === null ? 0 : Number(/^pagina "(\d)" & altro$/.exec(token)?.[1])
    const names = [
      ...keys.slice(page * 2, page * 2 + 2),
      ...(page === 1 ? ['database', 'foto/gatto.jpg'] : []),
    ]
    const objects = names.map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>2026-11-2${page}T10:00:00.000Z</LastModified><Size>1</Size></Contents>`,
    )
    const next = `<NextContinuationToken>pagina &quot;${page + 1}&#34; &amp; altro</NextContinuationToken>`
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${page < 2}</IsTruncated>${objects.join('\n')}${page < 2 ? next : ''}</ListBucketResult>`,
    )
  }
  const listed = await Array.fromAsync(open().list())
  expect(listed.map((object) => object.key)).toEqual(keys)
  expect(listed[4]?.changedAt).toEqual(new Date('2026-11-22T10:00:00Z'))
  expect(asked).toHaveLength(3)
})

it('does not take the first page for all', async () => {
  answer = (_request, response) => response.end('<R><IsTruncated>true</IsTruncated></R>')
  await expect(Array.fromAsync(open().list())).rejects.toThrow('lists a part of its objects')
})

it.each([
  [500, '<Error><Code>InternalError</Code></Error>', false, /answered by 500 InternalError$/],
  [503, '', false, /answered by 503$/],
  [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>', true, /answered by 403 SignatureDoesNotMatch$/],
  [307, '', true, /answered by 307$/],
])('fails where it is answered by %s, and goes nowhere else', async (status, body, isRefusal, message) => {
  answer = (_request, response) =>
    response.writeHead(status, { location: `http://127.0.0.1/covo/${key}` }).end(body)
  const refused = { isRefusal, message: expect.stringMatching(message) }
  await expect(open().get(key)).rejects.toMatchObject(refused)
  await expect(open().put(key, [Buffer.from('uno')])).rejects.toMatchObject(refused)
  expect(asked).toHaveLength(2)
})

it('has no object without a bucket', async () => {
  answer = (_request, response) => response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
  await expect(open().get(key)).rejects.toMatchObject({ isRefusal: true })
})

it('ends a request without a byte', async () => {
  const store = open(100)
  answer = () => {}
  await expect(store.size(key)).rejects.toThrow('nothing came for 0.1 s')
  await expect(store.put(key, [Buffer.alloc(20_000_000)])).rejects.toThrow('nothing came for 0.1 s')
})

it('cuts off an answer whose end stays out, or which nobody reads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer = (_request, response) => void response.writeHead(200, { 'content-length': 4 }).write('un')
  const [begun, unread] = [await open().get(key), await open().get(key)]
  const reading = begun?.[Symbol.asyncIterator]()
  expect(String((await reading?.next())?.value)).toBe('un')
  const rest = reading?.next()
  vi.advanceTimersByTime(minuteMs)
  await expect(rest).rejects.toThrow('nothing came for 60 s')
  await expect(Array.fromAsync(unread ?? [])).rejects.toThrow('nothing came for 60 s')
})

it('gives a slow reader its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer = (_request, response) => response.end(Buffer.alloc(5_000_000))
  let bytes = 0
  for await (const some of (await open().get(key)) ?? []) {
    vi.advanceTimersByTime(2 * minuteMs)
    bytes += some.length
  }
  expect(bytes).toBe(5_000_000)
})

it('notices an answer that is cut in the middle, and an object that is not as it was sent', async () => {
  const store = open()
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 4 }).write('un', () => response.destroy())
  }
  await expect(Array.fromAsync((await store.get(key)) ?? [])).rejects.toThrow('aborted')
  answer = (request, response) => {
    request.resume()
    request.once('end', () =>
      response.writeHead(200, request.method === 'HEAD' ? { 'content-length': 2 } : {}).end(),
    )
  }
  await expect(store.put(key, [Buffer.from('uno')])).rejects.toThrow('has 2 of the 3 bytes')
})

it('asks once more where the server has closed the connection of an earlier request', async () => {
  let isClosing = false
  answer = (request, response) => {
    if (isClosing) {
      isClosing = false
      request.socket.resetAndDestroy()
    } else response.writeHead(200, { 'content-length': 3 }).end()
  }
  const store = open()
  expect(await store.size(key)).toBe(3)
  // Its connection is free by the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  isClosing = true
  expect(await store.size(key)).toBe(3)
  expect(asked).toHaveLength(3)
})

it('does not wait for a server any more that failed five times in a row, until five seconds have gone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const store = open()
  answer = (_request, response) => response.writeHead(500).end()
  for (let count = 0; count < 4; count += 1) await expect(store.size(key)).rejects.toThrow('500')
  answer = (_request, response) => response.writeHead(404).end()
  expect(await store.size(key)).toBe(null)
  answer = (_request, response) => response.writeHead(500).end()
  for (let count = 0; count < 5; count += 1) await expect(store.size(key)).rejects.toThrow('500')
  await expect(store.size(key)).rejects.toThrow('failed 5 times in a row')
  expect(asked).toHaveLength(10)
  vi.advanceTimersByTime(5000)
  answer = (_request, response) => response.writeHead(404).end()
  expect(await store.size(key)).toBe(null)
})

it('tells its secret to nobody who asks what went wrong', async () => {
  const store = open()
  server.close()
  const error = (await store.size(key).catch((thrown: unknown) => thrown)) as Error
  expect(error).toMatchObject({
    isRefusal: false,
    message: expect.stringMatching(/not reached \(.*ECONNREFUSED/),
  })
  expect(
    JSON.stringify([error, error.cause, String(error.stack), { ...(error.cause as object) }]),
  ).not.toContain('segreto')
})
