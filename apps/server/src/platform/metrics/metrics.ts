import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { contractOf } from '../http/contract-guard.ts'
import type { HttpEnv, RouteContract } from '../http/router.ts'
import { version } from '../version.ts'

/** Values that are read at each scrape. Counts are since the start. */
type Sources = {
  countSockets: () => number
  /** Sockets that were closed, by code. */
  socketCloses: () => ReadonlyMap<string, number>
  countMessages: () => number
  /** By the name of the limit. */
  refusals: () => ReadonlyMap<string, number>
  mails: () => { sent: number; failed: number; waiting: number }
  /** Seconds. */
  sweepAge: () => number
  /** Null where no Redis is configured. */
  isRedisUp: (() => boolean) | null
  /** How long each queue is, by its name. */
  queues: Record<string, () => number>
}

type MetricsOptions = {
  /** The bearer token of a scraper (RFC 6750); null: nothing is measured, and there is no `/metrics`. */
  token: string | null
  pool: pg.Pool
  contracts: () => ReadonlyMap<string, RouteContract>
  sources: Sources
}

/** Gauges whose names end as counters' do, which Prometheus' own linter refuses; the ones by type say the same. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** The metrics that Prometheus reads at `/metrics`: requests by route, counts of slices and services, and the process itself. */
export function createMetrics({ token, pool, contracts, sources }: MetricsOptions) {
  const routes = new Hono<HttpEnv>()
  if (token === null) return { routes, measure: null }
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const requests = new Histogram({
    name: 'covo_http_request_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  function gaugeBy(label: string, name: string, help: string, read: () => Iterable<[string, number]>): void {
    new Gauge({
      name,
      help,
      registers,
      labelNames: [label],
      collect() {
        for (const [value, amount] of read()) this.set({ [label]: value }, amount)
      },
    })
  }

  function counterBy(
    label: string,
    name: string,
    help: string,
    read: () => Iterable<[string, number]>,
  ): void {
    new Counter({
      name,
      help,
      registers,
      labelNames: [label],
      collect() {
        this.reset()
        for (const [value, count] of read()) this.inc({ [label]: value }, count)
      },
    })
  }

  new Gauge({
    name: 'covo_build_info',
    help: 'Always 1; the labels name the release and its Node',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)
  gauge('covo_sockets', 'Open sockets', sources.countSockets)
  counterBy('code', 'covo_socket_closes_total', 'Sockets that were closed', sources.socketCloses)
  gaugeBy(
    'state',
    'covo_database_connections',
    'Connections of the pool, and requests that wait for one',
    () => [
      ['busy', pool.totalCount - pool.idleCount],
      ['idle', pool.idleCount],
      ['waiting', pool.waitingCount],
    ],
  )
  new Counter({
    name: 'covo_messages_stored_total',
    help: 'Messages that this server stored',
    registers,
    collect() {
      this.reset()
      this.inc(sources.countMessages())
    },
  })
  counterBy('limit', 'covo_limit_refusals_total', 'What was refused by a limit', sources.refusals)
  counterBy('outcome', 'covo_mails_total', 'Mails, by whether the mail server took them', () => {
    const { sent, failed } = sources.mails()
    return [
      ['sent', sent],
      ['failed', failed],
    ]
  })
  gaugeBy('queue', 'covo_queue_length', 'What waits, by what it waits for', () => [
    ['mails', sources.mails().waiting],
    ...Object.entries(sources.queues).map(([name, read]): [string, number] => [name, read()]),
  ])
  gauge('covo_sweep_age_seconds', 'Time since news was last looked for in the database', sources.sweepAge)
  const { isRedisUp } = sources
  if (isRedisUp)
    gauge('covo_redis_up', 'Whether the Redis of COVO_REDIS_URL answers', () => Number(isRedisUp()))

  /** One of few: a label for every address that somebody asks for would have no end. */
  function routeOf(context: Context<HttpEnv>): string {
    const route = contractOf(contracts(), context)?.route
    if (route) return route
    const { path } = context.req
    if (['/health/live', '/health/ready', '/metrics'].includes(path)) return path
    return path.startsWith('/api/') ? 'other' : 'pages'
  }

  const measure: MiddlewareHandler<HttpEnv> = async (context, next) => {
    const stop = requests.startTimer()
    await next()
    stop({ route: routeOf(context), status: context.res.status })
  }

  routes.get('/metrics', async (context) => {
    const given = context.req.header('authorization') ?? ''
    if (!timingSafeEqual(digestOf(given), digestOf(`Bearer ${token}`))) return context.notFound()
    context.header('Cache-Control', 'no-store')
    return context.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
  return { routes, measure }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
