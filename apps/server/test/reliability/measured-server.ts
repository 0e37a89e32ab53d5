import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type CrowdSize, crowdUid, loadCrowd } from '@covo/testing/crowd'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import { runServerProcess } from '@covo/testing/server-process'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { limitVariable } from '../../src/environment.ts'
import { defaultLimits } from '../../src/platform/limits/limits.ts'

const secret = 'a secret for the tests, 32 letters'
const metricsToken = 'a token for the scraper, 32 letters'

/** Its members write and ask faster than people do. */
const limits = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [limitVariable(name), '1000000/1']),
)

/** A server's metrics since the last request for them; times are milliseconds. */
type Measured = {
  /** The event loop's delay. */
  delayP99: number
  worstDelay: number
  residentBytes: number
  /** The most that it ever was, where the system says so. */
  peakBytes: number
  /** Those that are open now. */
  sockets: number
  /** Answers with a status from 500 on, since it started. */
  failures: number
}

/** Somebody of the crowd, signed in. */
export type Guest = { uid: string; cookie: string }

export type MeasuredServer = Awaited<ReturnType<typeof startMeasuredServer>>

/**
 * Starts a server process on a database of its own with a crowd in it, for one test: what its event loop and its memory
 * go through is not mixed with what the test's clients cost.
 */
export async function startMeasuredServer(crowd: CrowdSize) {
  const server = await runServerProcess({
    COVO_SECRET: secret,
    COVO_METRICS_TOKEN: metricsToken,
    ...limits,
  })
  onTestFinished(server.stop)
  const { origin, dataDirectory } = server
  await query((client) => loadCrowd(client, crowd, Date.now()))

  async function query<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client(embeddedDatabase(dataDirectory))
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  return {
    origin,
    dataDirectory,
    query,

    /** Signs in the first members of the crowd. Their sessions are inserted: two thousand passwords would take a minute. */
    async signIn(count: number): Promise<Guest[]> {
      const guests = Array.from({ length: count }, (_, number) => ({
        uid: crowdUid(number),
        token: randomBytes(24).toString('base64url'),
      }))
      await query((client) =>
        client.query(
          `insert into sessions (token, user_id, expires_at)
           select token, uid, now() + interval '1 day' from unnest($1::text[], $2::uuid[]) as guest (token, uid)`,
          [guests.map(({ token }) => token), guests.map(({ uid }) => uid)],
        ),
      )
      return guests.map(({ uid, token }) => ({ uid, cookie: sessionCookie(token) }))
    },

    async measure(): Promise<Measured> {
      const answer = await fetch(`${origin}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      })
      const metrics = await answer.text()
      const read = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics)?.[1])
      const failures = metrics.matchAll(/^covo_http_request_seconds_count\{.*status="5\d\d"\} (\d+)$/gm)
      const residentBytes = read('process_resident_memory_bytes')
      const system = await readFile(`/proc/${server.child.pid}/status`, 'utf8').catch(() => '')
      const peak = /^VmHWM:\s+(\d+) kB$/m.exec(system)?.[1]
      return {
        delayP99: Math.round(read('nodejs_eventloop_lag_p99_seconds') * 1000),
        worstDelay: Math.round(read('nodejs_eventloop_lag_max_seconds') * 1000),
        residentBytes,
        peakBytes: peak ? Number(peak) * 1024 : residentBytes,
        sockets: read('covo_sockets'),
        failures: [...failures].reduce((sum, [, count]) => sum + Number(count), 0),
      }
    },
  }
}

/** A session's cookie as the authentication library signs it. */
function sessionCookie(token: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `covo.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}
