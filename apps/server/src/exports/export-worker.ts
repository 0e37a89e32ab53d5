import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log/log.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { openArchive } from './archive.ts'
import { exportChanged } from './exports.news.ts'
import {
  type Build,
  claimExport,
  claimMail,
  deleteExpiredExports,
  insertChunk,
  markFailed,
  markMailed,
  markReady,
  releaseExport,
  renewLease,
  requeueEmptied,
} from './exports.store.ts'

/** Milliseconds between two looks for archives that another process left. */
const intervalMs = 20_000
/** Milliseconds after which a lease is renewed, however few chunks were stored. */
const renewalIntervalMs = 20_000
/** Attempts, a process that died included, after which an archive has failed. */
const maximumTries = 3
const chunkSize = 256 * 1024

type ExportWorkerDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  /** Rejects with the mail server's words. */
  sendMail: (email: string, expiresAt: Date) => Promise<void>
  log: Log
}

class LeaseLost extends Error {}

/** Makes the archives that members ask for, one at a time, and deletes expired ones, once it is started. */
export function createExportWorker({ database, limits, newsroom, sendMail, log }: ExportWorkerDependencies) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null
  let isWokenAgain = false

  async function sweep(): Promise<void> {
    await deleteExpiredExports(database)
    await requeueEmptied(database)
    for (let build = await claimExport(database); build; build = await claimExport(database)) {
      await make(build)
      if (signal.aborted) return
    }
    for (let mail = await claimMail(database); mail; mail = await claimMail(database)) {
      const email = emailOrEmpty(mail.email)
      try {
        if (email) await sendMail(email, mail.expiresAt)
        await markMailed(database, mail.uid)
      } catch (error) {
        log.warn({ err: error }, 'mail about an archive not sent')
      }
      if (signal.aborted) return
    }
  }

  async function make(build: Build): Promise<void> {
    // The process died that made the last attempt that it has.
    if (build.tries > maximumTries) return await fail(build)
    try {
      const bytes = await store(build)
      await newsroom.transact(async (trx, publish) => {
        if (await markReady(trx, build, bytes)) publish(exportChanged(build.uid))
      })
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (signal.aborted) return await releaseExport(database, build)
      log.warn({ err: error }, 'archive of own data not made')
      if (build.tries === maximumTries) await fail(build)
    }
  }

  async function fail(build: Build): Promise<void> {
    const hasFailed = await newsroom.transact(async (trx, publish) => {
      const isOurs = await markFailed(trx, build)
      if (isOurs) publish(exportChanged(build.uid))
      return isOurs
    })
    if (hasFailed) await limits.giveBack('exports', build.uid)
  }

  /** Stores the archive chunk by chunk; answers its size. */
  async function store(build: Build): Promise<number> {
    const archive = openArchive(database, build.uid)
    const end = (error: Error) => archive.destroy(error)
    const endWithServer = () => end(new Error('the server stops'))
    signal.addEventListener('abort', endWithServer)
    const timer = setInterval(() => {
      renewLease(database, build).then((isHeld) => isHeld || end(new LeaseLost()), end)
    }, renewalIntervalMs)
    let [number, bytes] = [0, 0]
    try {
      if (signal.aborted) endWithServer()
      for await (const chunk of chunksOf(archive)) {
        if (!(await insertChunk(database, build, number, chunk))) throw new LeaseLost()
        number += 1
        bytes += chunk.length
      }
      return bytes
    } finally {
      clearInterval(timer)
      signal.removeEventListener('abort', endWithServer)
      archive.destroy()
    }
  }

  function wake(): void {
    if (signal.aborted) return
    isWokenAgain = running !== null
    running ??= sweep()
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'archives of own data not made')
      })
      .finally(() => {
        running = null
        if (isWokenAgain) wake()
      })
  }

  let timer: NodeJS.Timeout | undefined
  return {
    start(): void {
      wake()
      timer = setInterval(wake, intervalMs)
    },
    /** Looks for archives now. */
    wake,
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}

async function* chunksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length < chunkSize) continue
    const whole = Buffer.concat(parts)
    let sent = 0
    for (; length - sent >= chunkSize; sent += chunkSize) yield whole.subarray(sent, sent + chunkSize)
    parts = [whole.subarray(sent)]
    length -= sent
  }
  if (length > 0) yield Buffer.concat(parts)
}
