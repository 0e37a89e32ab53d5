import type { IncomingMessage } from 'node:http'
import type { Hono, MiddlewareHandler } from 'hono'
import type { Settings } from './environment.ts'
import type { Database } from './platform/database/database.ts'
import type { PrimaryPool } from './platform/database/primary-pool.ts'
import type { describeApi } from './platform/http/pipeline.ts'
import type { HttpEnv } from './platform/http/router.ts'
import type { Site } from './platform/http/site.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { KeyedSemaphore } from './platform/keyed-semaphore.ts'
import type { Limits } from './platform/limits/limits.ts'
import type { Log } from './platform/log/log.ts'
import type { SecurityLog } from './platform/log/security-log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Metric } from './platform/metrics/metrics.ts'
import type { describeSocket } from './platform/realtime/describe-socket.ts'
import type { Hub, Topic } from './platform/realtime/hub.ts'
import type { Newsroom } from './platform/realtime/newsroom.ts'
import type { Redis } from './platform/redis/redis.ts'

/** The services that every slice may be built on. */
export type Platform = {
  settings: Settings & { secret: string }
  /** The public origin, of which links are made. */
  origin: string
  /** The instance's name. */
  name: string
  database: Database
  pool: PrimaryPool
  redis: Redis | null
  log: Log
  securityLog: SecurityLog
  hub: Hub
  newsroom: Newsroom
  limits: Limits
  mailer: Mailer
  /** Limits the concurrency of each client. */
  requests: KeyedSemaphore
  /** Queues the requests of a network that come at once, for routes outside the API. */
  limitConcurrency: MiddlewareHandler<HttpEnv>
  clientAddress: (request: IncomingMessage) => string
  /** The origins at which browsers may use the API. */
  origins: () => ReadonlySet<string>
}

/** Work that goes on while the server listens. */
export type RunningWork = {
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void> | void
}

/** What pages outside the API are made of. */
export type PageContext = {
  site: Site
  /** The API's description and the socket's, made at the first call. */
  describeApi: ReturnType<typeof describeApi>
  describeSocket: () => ReturnType<typeof describeSocket>
}

/**
 * What a slice brings to the server. Each slice has a function `{slice}Slice(platform, needs)` that answers it, with the service that
 * other slices are given; `app.ts` lists them.
 */
export type Slice = {
  /** Routers of operations that the contract describes. */
  routes?: readonly Hono<HttpEnv>[]
  /** Routers outside the API: pages, calendars. */
  pages?: (context: PageContext) => readonly Hono<HttpEnv>[]
  topics?: readonly Topic[]
  metrics?: readonly Metric[]
  /** Background work: what a transaction adds, and what runs periodically. */
  jobs?: Jobs
  /** Starts work outside the queue of jobs, when the server listens; it is stopped before anything else of the slice. */
  start?: () => readonly RunningWork[]
  /** Ends what the slice opened when it was made. */
  stop?: () => Promise<void> | void
}

/** The dependencies of a service that are not the platform's. */
export type Needs<Create extends (dependencies: never) => unknown> = Omit<
  Parameters<Create>[0],
  keyof Platform
>
