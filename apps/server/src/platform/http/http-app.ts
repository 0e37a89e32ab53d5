import { resolve } from 'node:path'
import { livePath } from '@covo/contract/realtime'
import type { Platform, Slice } from '../../slice.ts'
import { AppError } from '../app-error.ts'
import { watchDiskSpace } from '../database/disk-space.ts'
import type { Replication } from '../database/replication.ts'
import { createMetrics, type Metric } from '../metrics/metrics.ts'
import { once } from '../once.ts'
import { describeSocket } from '../realtime/describe-socket.ts'
import type { Identify } from './api-middleware.ts'
import { readContracts } from './contract-guard.ts'
import { serveDocument } from './document.ts'
import { healthRoutes } from './health.ts'
import { warnOfProxy } from './network.ts'
import { addPipeline, describeApi, refuseOthers } from './pipeline.ts'
import { createRouter } from './router.ts'
import { securityContactRoutes } from './security-contact.ts'
import { openSite } from './site.ts'

const siteFolder = resolve(import.meta.dirname, '../../../../web/dist')

type HttpAppOptions = {
  platform: Platform
  slices: readonly Slice[]
  /** Of the server itself; slices have their own. */
  metrics: readonly Metric[]
  /** The name of the session's cookie. */
  cookieName: string
  identify: Identify
  hasEnded: (sessionId: string) => boolean
  replication: Replication
  /** Whether a cookie header names a session. */
  isSignedIn: (cookieHeader: string | undefined) => Promise<boolean>
}

/**
 * All routes behind their middleware: the slices' operations and their descriptions, then what is outside the API, and the site for
 * every other address.
 */
export async function createHttpApp(options: HttpAppOptions) {
  const { platform, slices, cookieName, identify, hasEnded, replication, isSignedIn } = options
  const { settings, database, pool, origin, name } = platform
  const { requests, limits, securityLog, clientAddress, origins, log } = platform
  const app = createRouter({ isRoot: true })
  const contracts = once(() => readContracts(app, settings.extensions === 'on'))
  const diskSpace = watchDiskSpace(database)
  const metrics = createMetrics({
    token: settings.metricsToken,
    pool,
    contracts,
    metrics: [...options.metrics, ...slices.flatMap((slice) => slice.metrics ?? [])],
  })
  addPipeline(app, {
    contracts,
    origins,
    clientAddress,
    lookForProxy: warnOfProxy({ origin, trusted: settings.trustedProxies, log }),
    measure: metrics.measure,
    securityLog,
    diskSpace,
    pool,
    replication,
    requests,
    limits,
    identify,
    hasEnded,
  })
  for (const routes of slices.flatMap((slice) => slice.routes ?? [])) app.route('/', routes)
  const describe = describeApi(app, { instanceName: name, cookieName })
  const topics = slices.flatMap((slice) => slice.topics ?? [])
  const describeLive = once(() => describeSocket({ instanceName: name, origin, cookieName, topics }))
  for (const [path, make] of [
    ['/api/openapi.json', describe],
    ['/api/asyncapi.json', describeLive],
  ] as const)
    serveDocument(app, path, { type: 'application/json', make: () => JSON.stringify(make()) })
  // Requests that ask for the socket don't get here (RFC 9110, 7.8 and 15.5.22).
  app.get(livePath, (context) => {
    context.header('Upgrade', 'websocket')
    context.header('Connection', 'Upgrade')
    throw new AppError('common.upgrade_required')
  })
  refuseOthers(app, contracts)
  app.route('/', healthRoutes(database, diskSpace, replication))
  app.route('/', metrics.routes)
  app.route('/', await securityContactRoutes(settings.securityContact, origin))
  const site = await openSite(siteFolder, instanceOf(platform), isSignedIn)
  const pages = { site, describeApi: describe, describeSocket: describeLive }
  for (const routes of slices.flatMap((slice) => slice.pages?.(pages) ?? [])) app.route('/', routes)
  app.route('/', site.routes)
  app.notFound((context) => context.body(null, 404))
  return app
}

/** What the pages say of the instance. */
function instanceOf({ settings, name }: Platform) {
  const {
    provider,
    controller,
    contact,
    extensions,
    emailVerification,
    registration,
    ctftimeUrl,
    publicEvents,
    filesUrl,
  } = settings
  return {
    name,
    provider: provider?.label ?? '',
    controller: controller ?? '',
    contact: contact ?? '',
    extensions,
    emailVerification,
    registration,
    ctftime: ctftimeUrl === null ? 'off' : 'on',
    publicEvents,
    files: filesUrl === 'off' ? 'off' : 'on',
    origin: settings.publicOrigin ?? '',
  }
}
