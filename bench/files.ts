/**
 * What files cost those who read: the newest page of a chat with 50 messages of four pictures (without: 1.5 times its time, in as
 * many statements, since files are read with their messages); small pictures (the same bytes by `node:http`: 0.3 of its answers a
 * second). What they cost others: messages sent to an instance with 100,000 files (one with none: 0.97). How a removed one goes:
 * from its readers within 1 s, from the disk within 60 s; and a sweep of 100,000 objects, a twelfth of which no row names: 60 s,
 * other answers p99 below 50 ms.
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Message } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { maximumFileBytes } from '@covo/contract/files/files.rules'
import { uploadFile } from '@covo/testing/member-actions'
import { type Visitor, visit } from '@covo/testing/visitor'
import pg from 'pg'
import { keyOf } from '../apps/server/src/files/file-store.ts'
import { jobsChannel } from '../apps/server/src/platform/jobs/jobs.store.ts'
import { noise } from '../apps/server/test/pictures.ts'
import { median, quantile } from './support/figures.ts'
import { load } from './support/load.ts'
import { openChat, signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomPath, sendTargets } from './support/room.ts'
import { type MeasuredServer, withServer } from './support/server.ts'

const readers = 32
const objects = 100_000
/** Below a tenth, from which on a sweep takes the folder for another database's. */
const orphans = objects / 12
const [dayMs, rounds] = [86_400_000, 5]

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, 50)
  const client = new pg.Client(server.connection)
  await client.connect()
  const [anna, bruno] = cookies.map((cookie) => visit(server.origin, { cookie })) as [Visitor, Visitor]
  try {
    await measurePages(server, client, cookies)
    await measureSmall(server, cookies)
    await measureRemoval(server, anna, bruno)
    await fill(server, client)
    await measureSends(server, cookies)
    await measureSweep(client, anna)
  } finally {
    await client.end()
  }
})

/** Sends a message with one file; answers both. */
async function send(by: Visitor, name: string, bytes: Buffer) {
  const { id } = await uploadFile(by, publicRoomId, { name, bytes })
  const answer = await by.post(roomPath, { clientId: randomUUID(), text: '', files: [{ id }] })
  return { id, message: (await answer.json()) as Message }
}

async function measurePages(server: MeasuredServer, client: pg.Client, cookies: string[]): Promise<void> {
  const [plain, full] = [await openChat(client, 0, 1), await openChat(client, 0, 2)]
  const cookie = cookies[0] ?? ''
  const anna = visit(server.origin, { cookie })
  for (const path of [plain, full])
    for (let count = 0; count < 50; count += 1)
      await anna.post(path, { clientId: randomUUID(), text: `Messaggio ${count}: ciao a tutti` })
  await client.query(
    `insert into files (id, conversation_id, sequence, place, name, size, sha256, is_spoiler, alt, picture)
     select gen_random_uuid(), conversation_id, sequence, place, 'immagine 10.20.30.png', 400000, repeat('a', 64), false,
       'La sala del laboratorio', jsonb_build_object('width', 2560, 'height', 1920, 'size', 400000, 'smallSize', 29000,
         'placeholder', repeat('a03020', 16))
     from messages, generate_series(0, 3) place where conversation_id = split_part($1, '/', 4)`,
    [full],
  )
  await client.query(`update messages set has_files = true where conversation_id = split_part($1, '/', 4)`, [
    full,
  ])
  const times = async (path: string) => {
    const headers = { Cookie: cookie }
    return (await load({ port: server.port, path, headers }, { connections: 1, seconds: 2 })).times
  }
  const [own, without]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    without.push(...(await times(plain)))
    own.push(...(await times(full)))
  }
  const ratio = median(own) / median(without)
  report({
    what: 'newest page of 50 messages with four pictures each: median',
    covo: `${median(own).toFixed(2)} ms`,
    reference: `${median(without).toFixed(2)} ms without files`,
    ratio: ratio.toFixed(2),
    budget: '≤ 1.5',
    isMet: ratio <= 1.5,
  })
}

async function measureSmall(server: MeasuredServer, cookies: string[]): Promise<void> {
  const bytes = await noise(1200, 900).jpeg().toBuffer()
  const { id } = await send(visit(server.origin, { cookie: cookies[0] ?? '' }), 'rumore.jpg', bytes)
  const path = `/api/files/${id}/small`
  const size = (await (await visit(server.origin, { cookie: cookies[1] ?? '' }).fetch(path)).arrayBuffer())
    .byteLength
  const targets = cookies.map((Cookie) => ({ port: server.port, path, headers: { Cookie } }))
  const reference = fork(join(import.meta.dirname, 'support/fixed-answer.ts'), [String(size)])
  try {
    const [port] = (await once(reference, 'message')) as [number]
    const [own, fixed]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      own.push((await load(targets, { connections: readers, seconds: 2 })).perSecond)
      fixed.push((await load({ port, path: '/' }, { connections: readers, seconds: 2 })).perSecond)
    }
    const ratio = median(own) / median(fixed)
    report({
      what: `small pictures a second, ${readers} connections`,
      covo: `${Math.round(median(own))}`,
      reference: `${Math.round(median(fixed))} of ${size} bytes by node:http`,
      ratio: ratio.toFixed(2),
      budget: '≥ 0.3',
      isMet: ratio >= 0.3,
    })
  } finally {
    reference.kill()
  }
}

/** From the answer to a deletion: seconds until a condition holds. */
async function secondsUntil(startedAt: number, isTrue: () => Promise<boolean>): Promise<number> {
  while (!(await isTrue())) await delay(5)
  return (performance.now() - startedAt) / 1000
}

async function measureRemoval(
  { dataDirectory }: MeasuredServer,
  by: Visitor,
  reader: Visitor,
): Promise<void> {
  const [readable, present]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round += 1) {
    const { id, message } = await send(by, 'x.bin', randomBytes(maximumFileBytes))
    const object = join(dataDirectory, 'files', keyOf(id, 'file'))
    if (!existsSync(object)) throw new Error(`there is no ${object}`)
    const startedAt = performance.now()
    await by.delete(`${roomPath}/${message.sequence}`)
    const isGone = async () => (await reader.fetch(`/api/files/${id}`, { method: 'HEAD' })).status === 404
    readable.push(await secondsUntil(startedAt, isGone))
    present.push(await secondsUntil(startedAt, async () => !existsSync(object)))
  }
  report({
    what: 'a removed file of 10 MiB: seconds until nobody reads it, until it is off the disk; the slowest of 3',
    covo: `${Math.max(...readable).toFixed(2)} s; ${Math.max(...present).toFixed(1)} s`,
    reference: '-',
    ratio: '-',
    budget: '≤ 1 s; ≤ 60 s',
    isMet: Math.max(...readable) <= 1 && Math.max(...present) <= 60,
  })
}

/** Objects of two days ago, of which most are files of a message, by rows. */
async function fill({ dataDirectory }: MeasuredServer, client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0')
  const { rows } = await client.query<{ id: string; isKept: boolean }>(
    `with filled as (
       insert into files (id, conversation_id, sequence, place, name, size, sha256, is_spoiler)
       select gen_random_uuid(), conversation_id, sequence, 0, 'x', 1, repeat('a', 64), false
       from (select conversation_id, sequence from messages limit 1) message, generate_series(1, $1)
       returning id
     ) select id, true as "isKept" from filled
     union all select gen_random_uuid(), false from generate_series(1, $2)`,
    [objects - Math.floor(orphans), Math.floor(orphans)],
  )
  const longAgo = new Date(Date.now() - 2 * dayMs)
  for (let from = 0; from < rows.length; from += 100)
    await Promise.all(
      rows.slice(from, from + 100).map(async ({ id }) => {
        const path = join(dataDirectory, 'files', keyOf(id, 'file'))
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, 'x')
        await utimes(path, longAgo, longAgo)
      }),
    )
  await client.query('vacuum analyze files')
}

/** Beside an instance of its own without files, in turns. */
async function measureSends(server: MeasuredServer, cookies: string[]): Promise<void> {
  await withServer({}, async (other) => {
    const others = await signedInMembers(other.connection, 50)
    const [own, without]: [number[], number[]] = [[], []]
    const rate = async (one: MeasuredServer, who: string[]) =>
      (await load(sendTargets(one, who), { connections: 50, seconds: 3 })).perSecond
    for (let round = 0; round < rounds; round += 1) {
      own.push(await rate(server, cookies))
      without.push(await rate(other, others))
    }
    const ratio = median(own) / median(without)
    report({
      what: `messages stored a second on an instance with ${objects} files`,
      covo: `${Math.round(median(own))}`,
      reference: `${Math.round(median(without))} on one without`,
      ratio: ratio.toFixed(2),
      budget: '≥ 0.97',
      isMet: ratio >= 0.97,
    })
  })
}

async function measureSweep(client: pg.Client, by: Visitor): Promise<void> {
  const times: number[] = []
  const isWaiting = async () => {
    const { rows } = await client.query(
      `select from jobs where kind = 'files.sweep' and run_at <= now() + interval '1 hour'`,
    )
    return rows.length > 0
  }
  const startedAt = performance.now()
  await client.query(`update jobs set run_at = now() where kind = 'files.sweep'`)
  await client.query(`select pg_notify($1, '')`, [jobsChannel])
  for (let looks = 0; looks % 10 > 0 || (await isWaiting()); looks += 1) {
    const askedAt = performance.now()
    await by.fetch('/health/live')
    times.push(performance.now() - askedAt)
    await delay(10)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const p99 = quantile(times, 0.99)
  report({
    what: `a sweep of ${objects} objects, ${Math.floor(orphans)} without a row; other answers p99`,
    covo: `${seconds.toFixed(1)} s; ${p99.toFixed(1)} ms`,
    reference: '-',
    ratio: '-',
    budget: '≤ 60 s; < 50 ms',
    isMet: seconds <= 60 && p99 < 50,
  })
}
