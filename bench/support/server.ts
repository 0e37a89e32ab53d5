import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import { runServerProcess } from '@covo/testing/server-process'
import type pg from 'pg'
import { openCluster } from '../../apps/server/src/platform/database/cluster/cluster.ts'

/** Signs the cookies of every server that is measured, so that the measure can sign some too. */
export const secret = 'a secret for the bench, 32 letters'

/** No limit stands in the way of a measure that asks as one member what a thousand would. */
export const unlimited = {
  COVO_LIMIT_MESSAGE_BURST: '1000000/1',
  COVO_LIMIT_MESSAGES_SUSTAINED: '1000000/1',
  COVO_LIMIT_REACTION_BURST: '1000000/1',
  COVO_LIMIT_REACTIONS_SUSTAINED: '1000000/1',
  COVO_LIMIT_SIGN_INS_PER_ADDRESS: '1000000/1',
  COVO_LIMIT_FILES_PER_MEMBER: '1000000/1',
  COVO_LIMIT_FILE_KIBIBYTES_PER_MEMBER: '1000000000/1',
  COVO_LIMIT_FILE_PARTS: '1000000/1',
  COVO_LIMIT_FILE_READS: '1000000/1',
}

export type MeasuredServer = {
  origin: string
  port: number
  pid: number
  /** How to reach its database. */
  connection: pg.ClientConfig
  dataDirectory: string
}

/** A server with an embedded database of its own, as `npm start` runs it, for as long as `work` takes. */
export async function withServer<Result>(
  settings: Record<string, string>,
  work: (server: MeasuredServer) => Promise<Result>,
): Promise<Result> {
  const server = await runServerProcess({
    NODE_ENV: 'production',
    COVO_SECRET: secret,
    ...unlimited,
    ...settings,
  })
  try {
    const { COVO_DATABASE_URL: url } = settings
    const connection = url ? { connectionString: url } : embeddedDatabase(server.dataDirectory)
    const { origin, dataDirectory } = server
    const port = Number(new URL(origin).port)
    return await work({ origin, port, pid: server.child.pid ?? 0, connection, dataDirectory })
  } finally {
    await server.stop()
  }
}

/** A database as the server's own, without a server, for as long as `work` takes. */
export async function withDatabase<Result>(
  work: (connection: pg.ClientConfig) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'covo-bench-'))
  const cluster = await openCluster({ dataDirectory: folder, log: () => {} })
  try {
    return await work(cluster.connection)
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A connection as the setting COVO_DATABASE_URL names it. */
export function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const place = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${user}:${password}@localhost/${database}?${place}`
}

// A script that is ended by a signal leaves no server behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

/** A process and all that it started. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(statOf(name)[1]) === pid,
  )
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}

/**
 * Seconds of processor time that a process took since it began, its threads and its children that have ended included
 * (proc(5), fields 14 to 17).
 */
export function processorSeconds(pid: number): number {
  const ticks = statOf(pid).slice(11, 15).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}

/** The same of the process's first thread alone, which runs the server's JavaScript. */
export function mainThreadSeconds(pid: number): number {
  const ticks = statOf(`${pid}/task/${pid}`).slice(11, 13).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}

/** The share of a core, in percent, that the server and its database take while `work` runs. */
export async function coreShare({ pid }: { pid: number }, work: () => Promise<unknown>): Promise<number> {
  const processorTime = () => familyOf(pid).reduce((sum, each) => sum + processorSeconds(each), 0)
  const [before, startedAt] = [processorTime(), performance.now()]
  await work()
  return ((processorTime() - before) * 100_000) / (performance.now() - startedAt)
}

/** MB of memory that a process has (proc(5), VmRSS). */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The fields of a process from the third on; none of one that ended. */
function statOf(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** USER_HZ, the same on every Linux that Node runs on. */
const ticksPerSecond = 100
