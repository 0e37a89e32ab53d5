import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { contractOf, type RouteContract } from '../http/contract-guard.ts'
import type { HttpEnv } from '../http/router.ts'

type MetricsOptions = {
  /** Who scrapes has to bear it (RFC 6750); null: nothing is measured, and there is no `/metrics`. */
  token: string | null
  pool: pg.Pool
  countSockets: () => number
  contracts: () => ReadonlyMap<string, RouteContract>
}

/** What Prometheus reads at `/metrics`: requests by route, sockets, database connections, and the process itself. */
export function createMetrics({ token, pool, countSockets, contracts }: MetricsOptions) {
  const routes = new Hono<HttpEnv>()
  if (token === null) return { routes, measure: null }
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'covo_http_request_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  new Gauge({
    name: 'covo_sockets',
    help: 'Open sockets',
    registers,
    collect() {
      this.set(countSockets())
    },
  })
  new Gauge({
    name: 'covo_database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited for' }, pool.waitingCount)
    },
  })

  const measure: MiddlewareHandler<HttpEnv> = async (context, next) => {
    const stop = requests.startTimer()
    await next()
    // Only routes of the contract: a label for every address that somebody asks for would have no end.
    stop({ route: contractOf(contracts(), context)?.route ?? 'other', status: context.res.status })
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
