import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { contractOf } from '../http/contract-guard.ts'
import type { HttpEnv, RouteContract } from '../http/router.ts'
import { version } from '../version.ts'

/** A value, or one for each value of the label. */
type Values =
  | { label?: undefined; read: () => number }
  | { label: string; read: () => Iterable<[string, number]> }

/** What a scrape reads: a gauge, a counter (since the start), or the length of a queue, by its name. */
export type Metric =
  | ({ gauge: string; help: string } & Values)
  | ({ counter: string; help: string } & Values)
  | { queue: string; read: () => number }

type MetricsOptions = {
  /** The bearer token of a scraper (RFC 6750); null: nothing is measured, and there is no `/metrics`. */
  token: string | null
  pool: pg.Pool
  contracts: () => ReadonlyMap<string, RouteContract>
  metrics: readonly Metric[]
}

/** Gauges whose names end as counters' do, which Prometheus' own linter refuses; the ones by type say the same. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** The metrics that Prometheus reads at `/metrics`: requests by route, counts of slices and services, and the process itself. */
export function createMetrics({ token, pool, contracts, metrics }: MetricsOptions) {
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

  const queues = metrics.flatMap((metric): [string, () => number][] =>
    'queue' in metric ? [[metric.queue, metric.read]] : [],
  )
  const databaseConnections = (): [string, number][] => [
    ['busy', pool.totalCount - pool.idleCount],
    ['idle', pool.idleCount],
    ['waiting', pool.waitingCount],
  ]
  new Gauge({
    name: 'covo_build_info',
    help: 'Always 1; the labels name the release and its Node',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)
  for (const metric of [
    ...metrics,
    {
      gauge: 'covo_database_connections',
      help: 'Connections of the pool, and requests that wait for one',
      label: 'state',
      read: databaseConnections,
    },
    {
      gauge: 'covo_queue_length',
      help: 'What waits, by what it waits for',
      label: 'queue',
      read: () => queues.map(([name, read]): [string, number] => [name, read()]),
    },
  ] satisfies Metric[])
    if (!('queue' in metric)) register(metric)

  function register(metric: Exclude<Metric, { queue: string }>): void {
    const { help } = metric
    const labelNames = metric.label === undefined ? [] : [metric.label]
    const setAll = (set: (labels: Record<string, string>, value: number) => void) => {
      if (metric.label === undefined) return set({}, metric.read())
      for (const [value, amount] of metric.read()) set({ [metric.label]: value }, amount)
    }
    if ('gauge' in metric) {
      new Gauge({
        name: metric.gauge,
        help,
        registers,
        labelNames,
        collect() {
          setAll((labels, value) => this.set(labels, value))
        },
      })
      return
    }
    new Counter({
      name: metric.counter,
      help,
      registers,
      labelNames,
      collect() {
        this.reset()
        setAll((labels, value) => this.inc(labels, value))
      },
    })
  }

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
