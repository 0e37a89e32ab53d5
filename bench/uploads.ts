/**
 * Files of 10 MiB, uploaded by a member in parts, two at once: bytes a second until the file is there. Reference: bare `node:http`
 * that takes the same bodies, and has each on the disk before it answers. Budget: 0.25 of its rate, 1 s. Then twenty of them at
 * once: 40 MB more of the server's memory, 99 of 100 messages of others within 1.5 of those without uploads and 150 ms. Last, a
 * download of one: 0.7 of `createReadStream` by `node:http`.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { maximumFileBytes, partBytes } from '@covo/contract/files/files.rules'
import { sendMessage, startUpload, storePart } from '@covo/testing/member-actions'
import { type Visitor, visit } from '@covo/testing/visitor'
import { median, quantile } from './support/figures.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { residentMegabytes, withServer } from './support/server.ts'

const uploads = 20
const megabyte = 2 ** 20
const bytes = randomBytes(maximumFileBytes)
const parts = Array.from({ length: maximumFileBytes / partBytes }, (_, number) =>
  bytes.subarray(number * partBytes, (number + 1) * partBytes),
)
/** Hands each part over, two at once as a page does, and answers milliseconds. */
async function handOver(send: (number: number, part: Uint8Array) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  const waiting = parts.entries()
  const worker = async () => {
    for (const [number, part] of waiting) await send(number, part)
  }
  await Promise.all([worker(), worker()])
  return performance.now() - startedAt
}

/** Answers milliseconds and the id of the file. */
async function upload(by: Visitor): Promise<{ milliseconds: number; id: string }> {
  const startedAt = performance.now()
  const { id } = await startUpload(by, publicRoomId, { name: 'prova.bin', size: bytes.length })
  await handOver((number, part) => storePart(by, id, number, part))
  const answer = await by.post(`/api/uploads/${id}/finish`)
  if (!answer.ok) throw new Error(`an upload was refused: ${await answer.text()}`)
  return { milliseconds: performance.now() - startedAt, id }
}

async function withHttp<Result>(listener: RequestListener, work: (by: Visitor) => Promise<Result>) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await work(visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Of messages, one after the other, until `isOver`: milliseconds of each. */
async function talk(by: Visitor, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    await sendMessage(by, publicRoomId, 'ciao')
    times.push(performance.now() - startedAt)
    await delay(10)
  }
  return times
}

const timeOf = async (read: () => Promise<Response>) => {
  const startedAt = performance.now()
  await (await read()).arrayBuffer()
  return performance.now() - startedAt
}

const folder = await mkdtemp(join(tmpdir(), 'covo-bench-'))
try {
  await withServer({}, async ({ connection, origin, pid }) => {
    const cookies = await signedInMembers(connection, uploads + 2)
    const [writer, member, ...others] = cookies.map((cookie) => visit(origin, { cookie })) as [
      Visitor,
      Visitor,
      ...Visitor[],
    ]
    const keep: RequestListener = async (request, response) => {
      const path = join(folder, randomUUID())
      const file = await open(path, 'wx')
      for await (const chunk of request) await file.writeFile(chunk)
      await file.sync()
      await file.close()
      response.end()
    }
    const [own, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < 5; round += 1) {
      own.push((await upload(member)).milliseconds)
      bare.push(
        await withHttp(keep, (by) => handOver((_, part) => by.fetch('/', { method: 'PUT', body: part }))),
      )
    }
    const ratio = median(bare) / median(own)
    report({
      what: 'a file of 10 MiB, uploaded in parts',
      covo: `${Math.round(median(own))} ms`,
      reference: `${Math.round(median(bare))} ms by node:http that syncs the same bodies`,
      ratio: ratio.toFixed(2),
      budget: '≥ 0.25; ≤ 1 s',
      isMet: ratio >= 0.25 && median(own) <= 1000,
    })

    const quietUntil = performance.now() + 5000
    const quiet = quantile(await talk(writer, () => performance.now() > quietUntil), 0.99)
    const before = residentMegabytes(pid)
    let isOver = false
    let highest = before
    const talking = talk(writer, () => {
      highest = Math.max(highest, residentMegabytes(pid))
      return isOver
    })
    await Promise.all(others.map((other) => upload(other)))
    isOver = true
    const during = quantile(await talking, 0.99)
    report({
      what: `${uploads} files of 10 MiB at once: memory of the server; 99 of 100 messages meanwhile within`,
      covo: `${Math.round(highest - before)} MB more; ${Math.round(during)} ms`,
      reference: `${Math.round(quiet)} ms without uploads`,
      ratio: (during / quiet).toFixed(2),
      budget: '≤ 40 MB; ≤ 1.5, < 150 ms',
      isMet: highest - before <= 40 && during / quiet <= 1.5 && during < 150,
    })

    const { id } = await upload(member)
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    const [downloads, streams]: [number[], number[]] = [[], []]
    await withHttp(
      (_, response) => createReadStream(path).pipe(response),
      async (by) => {
        for (let round = 0; round < 10; round += 1) {
          downloads.push(await timeOf(() => member.fetch(`/api/files/${id}`)))
          streams.push(await timeOf(() => by.fetch('/')))
        }
      },
    )
    const rate = median(streams) / median(downloads)
    report({
      what: 'a download of 10 MiB',
      covo: `${Math.round(bytes.length / megabyte / (median(downloads) / 1000))} MiB a second`,
      reference: `${Math.round(bytes.length / megabyte / (median(streams) / 1000))} by createReadStream to node:http`,
      ratio: rate.toFixed(2),
      budget: '≥ 0.7',
      isMet: rate >= 0.7,
    })
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
