import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { listenTo } from '../database/notifications.ts'
import type { PrimaryPool } from '../database/primary-pool.ts'
import type { Log } from '../log/log.ts'
import {
  addPeriodicJobs,
  type Claim,
  claimJobs,
  failJob,
  finishJob,
  jobsChannel,
  makePeriodicJobsDue,
  purgeJobs,
  releaseJob,
  renewLeases,
  retryJob,
} from './jobs.store.ts'

/** The payloads by the kind of job. Each `{slice}.jobs.ts` adds its own kinds by declaration merging. */
export interface JobPayloads {
  'jobs.purge': NoPayload
}

export type JobKind = keyof JobPayloads

/** A payload of nothing: the job finds in the database what is to be done. */
export type NoPayload = Record<string, never>

/** What a job is given besides its payload. */
export type JobRun = {
  /** The same at each attempt. */
  id: string
  addedAt: Date
  /** Aborted when the server stops, or another process has the job: the job then throws. */
  signal: AbortSignal
}

export type Job<Payload> = {
  run: (payload: Payload, job: JobRun) => Promise<unknown>
  /** How often it is tried, a process that died included; a periodic job for ever. Default: 5. */
  attempts?: number
  /** How many of the kind run at once in a process. Default: 1. */
  concurrency?: number
  /** Milliseconds from one run's end to the next run, besides one at each start: all processes together run the one job of this kind. */
  every?: number
  /** Called before the job is given up. */
  onGivenUp?: (payload: Payload) => Promise<unknown>
}

/** The jobs of a slice, by their kind. */
export type Jobs = { [Kind in JobKind]?: Job<JobPayloads[Kind]> }

/** Thrown by a job that would fail at each attempt: it is not tried again. Its cause is logged. */
export class PermanentFailure extends Error {}

const defaultAttempts = 5
/** Milliseconds between two looks for jobs whose time has come, or whose process died. */
const pollIntervalMs = 2000
const renewalIntervalMs = 20_000
/** Milliseconds that a stop waits for jobs that run. */
const stopTimeoutMs = 8000
export const hour = 3_600_000
/** Milliseconds: pauses double from the first to the last. */
const firstPauseMs = 60_000
const lastPauseMs = hour

export type RunningJobs = Awaited<ReturnType<typeof startJobs>>

type JobsDependencies = { database: Database; pool: PrimaryPool; jobs: Jobs[]; log: Log }

/** Runs the jobs of all slices, each in one process at a time, until it is stopped. */
export async function startJobs({ database, pool, jobs, log }: JobsDependencies) {
  const definitions = new Map<string, Job<object>>()
  const own: Jobs = { 'jobs.purge': { run: () => purgeJobs(database), every: hour } }
  for (const [kind, job] of [own, ...jobs].flatMap((some) => Object.entries(some))) {
    if (definitions.has(kind)) throw new Error(`two jobs of the kind ${kind}`)
    definitions.set(kind, job as Job<object>)
  }
  const periodic = [...definitions].flatMap(([kind, { every }]) => (every ? [kind] : []))
  const running = new Map<Claim, { controller: AbortController; ended: Promise<void> }>()
  const counts = { done: 0, failed: 0, givenUp: 0 }
  let isStopping = false
  let claiming: Promise<void> | null = null
  let isWokenAgain = false

  function kindsWithRoom(): string[] {
    const used = new Map<string, number>()
    for (const { kind } of running.keys()) used.set(kind, (used.get(kind) ?? 0) + 1)
    return [...definitions].flatMap(([kind, { concurrency = 1 }]) =>
      (used.get(kind) ?? 0) < concurrency ? [kind] : [],
    )
  }

  async function claimAll(): Promise<void> {
    let claims: Claim[]
    do {
      const kinds = kindsWithRoom()
      claims = isStopping || kinds.length === 0 ? [] : await claimJobs(database, kinds)
      for (const claim of claims) start(claim)
    } while (claims.length > 0)
  }

  /** Looks for jobs now. */
  function wake(): void {
    if (isStopping) return
    isWokenAgain = claiming !== null
    claiming ??= claimAll()
      .catch((error: unknown) => log.warn({ err: error }, 'jobs not claimed'))
      .finally(() => {
        claiming = null
        if (isWokenAgain) wake()
      })
  }

  function start(claim: Claim): void {
    const controller = new AbortController()
    if (isStopping) controller.abort()
    const ended = run(claim, controller.signal)
      .catch((error: unknown) => log.warn({ err: error, kind: claim.kind }, 'outcome of a job not stored'))
      .finally(() => {
        running.delete(claim)
        wake()
      })
    running.set(claim, { controller, ended })
  }

  async function run(claim: Claim, signal: AbortSignal): Promise<void> {
    const { kind, id, payload, attempt, addedAt } = claim
    const job = definitions.get(kind)
    if (!job) return
    // Claimed while the server began to stop: a job may wait for an abort that it has missed.
    if (signal.aborted) return await releaseJob(database, claim)
    const { attempts = job.every ? Number.POSITIVE_INFINITY : defaultAttempts } = job
    try {
      // The process died that made the last attempt.
      if (attempt > attempts) throw new PermanentFailure('no attempt was finished')
      await job.run(payload, { id, addedAt, signal })
    } catch (error) {
      if (signal.aborted) return await releaseJob(database, claim)
      counts.failed += 1
      const isPermanent = error instanceof PermanentFailure
      log.warn({ err: isPermanent ? (error.cause ?? error) : error, kind, job: id, attempt }, 'job failed')
      const pause = Math.min(firstPauseMs * 2 ** (attempt - 1), lastPauseMs, job.every ?? lastPauseMs)
      if (!isPermanent && attempt < attempts) return await retryJob(database, claim, pause)
      await job.onGivenUp?.(payload)
      if (!(await failJob(database, claim))) return
      counts.givenUp += 1
      log.error({ kind, job: id }, 'job given up')
      return
    }
    counts.done += 1
    await finishJob(database, claim, job.every ?? null)
  }

  async function renew(): Promise<void> {
    const claims = [...running.keys()]
    if (claims.length > 0) {
      const held = new Set(await renewLeases(database, claims))
      for (const claim of claims) if (!held.has(claim.lease)) running.get(claim)?.controller.abort()
    }
    // A restored backup has none.
    await addPeriodicJobs(database, periodic)
  }

  await addPeriodicJobs(database, periodic)
  await makePeriodicJobsDue(database, periodic)
  const listening = await listenTo(
    pool,
    { channel: jobsChannel, onNotification: wake, onListening: wake },
    log,
  )
  const polling = setInterval(wake, pollIntervalMs)
  const renewing = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'leases of jobs not renewed'))
  }, renewalIntervalMs)

  return {
    /** How many attempts were done and failed since the start, how many jobs were given up, and how many run. */
    counts: () => ({ ...counts, running: running.size }),

    /** Gives running jobs some seconds; a job that throws on the aborted signal is left to the next process. */
    async stop(): Promise<void> {
      isStopping = true
      clearInterval(polling)
      clearInterval(renewing)
      await listening.stop()
      for (const { controller } of running.values()) controller.abort()
      await claiming
      const ended = Promise.all([...running.values()].map((one) => one.ended))
      await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}
