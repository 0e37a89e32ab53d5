import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeCodes } from '@covo/contract/realtime'
import { getRequestListener } from '@hono/node-server'
import type { Platform, RunningWork, Slice } from '../slice.ts'
import { type Replication, watchReplication } from './database/replication.ts'
import type { Identify } from './http/api-middleware.ts'
import { limitPipelining } from './http/guarded-server.ts'
import { createHttpApp } from './http/http-app.ts'
import { listen } from './http/listen.ts'
import { siteOf } from './http/network.ts'
import { type RunningJobs, startJobs } from './jobs/jobs.ts'
import type { Metric } from './metrics/metrics.ts'
import { startLiveServer } from './realtime/live-server.ts'
import { type Sweeper, startSweeper } from './realtime/sweeper.ts'
import type { FindHidden, Viewer } from './viewer.ts'

/** How the server learns who calls it, and when that ends. */
type Identity = {
  /** The name of the session's cookie. */
  cookieName: string
  readSession: Identify['readSession']
  /** The same, without a new cookie: for a socket and a page. */
  peekSession: (cookieHeader: string | undefined) => Promise<Viewer | null>
  /** The viewer of a program's token. */
  readToken: (token: string) => Promise<Viewer | null>
  /** Those of the given sessions and tokens that are still valid. */
  findLiveSessions: (ids: string[]) => Promise<ReadonlySet<string>>
  findHidden: FindHidden
  endedSessions: {
    /** Whether a session, or a token, ended that may have been read just before. */
    has: (sessionId: string) => boolean
    subscribe: (listener: { onEnded: (sessionId: string) => void; onMissed: () => void }) => void
  }
}

type ServerOptions = {
  platform: Platform
  /** Of every answer. */
  headers: ReadonlyMap<string, string>
  slices: readonly Slice[]
  identity: Identity
}

/**
 * Serves the slices over HTTP and sockets at the settings' port (0: any free one), and runs their background work.
 * @throws StartupError where it can't listen; nothing goes on then
 */
export async function startServer(server: Server, { platform, headers, slices, identity }: ServerOptions) {
  const { settings, requests, securityLog, hub, newsroom, origins } = platform
  const { endedSessions, readSession, peekSession, findHidden, findLiveSessions } = identity
  // Before a token is known, the look-ups of a site's programs wait for each other, as its visitors do.
  const readToken = (token: string, address: string) =>
    requests.run(`${siteOf(address)} tokens`, () => identity.readToken(token))
  const topics = slices.flatMap((slice) => slice.topics ?? [])
  const live = startLiveServer({
    ...platform,
    server,
    headers,
    topics,
    readSession: peekSession,
    readToken,
    findHidden,
    hasEnded: endedSessions.has,
    findLiveSessions,
  })
  const sweeper = await startSweeper({ ...platform, topics })
  endedSessions.subscribe({
    onEnded: (sessionId) => hub.closeSession(sessionId, closeCodes.sessionEnded),
    onMissed() {
      void live.checkSessions()
      // The connection to the database was lost: its notifications of the last news may be too.
      sweeper.resync()
    },
  })
  const replication = watchReplication(platform.pool, platform.log)
  const app = await createHttpApp({
    platform,
    slices,
    replication,
    metrics: [...metricsOf(platform, live.closes, sweeper, replication), ...metricsOfJobs(() => jobs)],
    cookieName: identity.cookieName,
    identify: { readSession, readToken },
    hasEnded: endedSessions.has,
    isSignedIn: async (cookieHeader) => (await peekSession(cookieHeader)) !== null,
  })
  server.on('request', limitPipelining(getRequestListener(app.fetch)))

  let jobs: RunningJobs | null = null
  let work: RunningWork[] = []
  async function stopServices(): Promise<void> {
    newsroom.stop()
    replication.stop()
    await sweeper.stop()
    // The mailer gives up what takes too long, and that is noted then.
    await Promise.all([platform.mailer.stop(), jobs?.stop(), ...work.map((one) => one.stop())])
    await Promise.all(slices.map((slice) => slice.stop?.()))
    securityLog.stop()
  }

  let stopListening: () => Promise<void>
  try {
    stopListening = await listen(server, settings.port, settings.host)
  } catch (error) {
    live.stop()
    await stopServices()
    throw error
  }
  // A server that is ending has no port any more, and still answers.
  origins()
  jobs = await startJobs({ ...platform, jobs: slices.flatMap((slice) => slice.jobs ?? []) })
  work = slices.flatMap((slice) => slice.start?.() ?? [])
  return {
    port: portOf(server),
    async stop(): Promise<void> {
      live.stop()
      await closeServer(server, stopListening)
      await stopServices()
    },
  }
}

/** What every server measures; slices add their own. */
function metricsOf(
  platform: Platform,
  closes: ReadonlyMap<string, number>,
  sweeper: Sweeper,
  { isAway }: Replication,
): Metric[] {
  const { hub, limits, mailer, requests, redis } = platform
  const metrics: Metric[] = [
    { gauge: 'covo_sockets', help: 'Open sockets', read: hub.countConnections },
    {
      counter: 'covo_socket_closes_total',
      help: 'Sockets that were closed',
      label: 'code',
      read: () => closes,
    },
    {
      counter: 'covo_limit_refusals_total',
      help: 'What was refused by a limit',
      label: 'limit',
      read: () => limits.refusals,
    },
    {
      counter: 'covo_mails_total',
      help: 'Mails, by whether the mail server took them',
      label: 'outcome',
      read: () => {
        const { sent, failed } = mailer.counts()
        return Object.entries({ sent, failed })
      },
    },
    { queue: 'mails', read: () => mailer.counts().waiting },
    { queue: 'requests', read: () => requests.count().waiting },
    {
      gauge: 'covo_sweep_age_seconds',
      help: 'Time since news was last looked for in the database',
      read: sweeper.age,
    },
    {
      gauge: 'covo_database_standby_away',
      help: 'Whether commits wait for a standby of the database that does not answer',
      read: () => Number(isAway()),
    },
  ]
  if (redis)
    metrics.push({
      gauge: 'covo_redis_up',
      help: 'Whether the Redis of COVO_REDIS_URL answers',
      read: () => Number(redis.isReady),
    })
  return metrics
}

/** What the jobs of this process came to, once they are started. */
function metricsOfJobs(running: () => RunningJobs | null): Metric[] {
  const counts = () => running()?.counts() ?? { done: 0, failed: 0, givenUp: 0, running: 0 }
  return [
    {
      counter: 'covo_jobs_total',
      help: 'Attempts at background jobs, and jobs that were given up',
      label: 'outcome',
      read: () => {
        const { done, failed, givenUp } = counts()
        return Object.entries({ done, failed, given_up: givenUp })
      },
    },
    { gauge: 'covo_jobs_running', help: 'Background jobs that run', read: () => counts().running },
  ]
}

/** Lets requests that are being answered finish, for a few seconds at most. */
async function closeServer(server: Server, stopListening: () => Promise<void>): Promise<void> {
  // Else a proxy would send the next request on a connection that is about to be cut (RFC 9112, section 9.6).
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  const closed = stopListening()
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), 3000)
  await closed
  clearTimeout(deadline)
}

/** Of a server that listens. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
