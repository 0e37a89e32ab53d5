import type { IncomingMessage } from 'node:http'
import { maximumBodyBytes, maximumLargeBodyBytes } from '@covo/contract/body-limit'
import { apiVersion } from '@covo/contract/http'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { AppError } from '../app-error.ts'
import type { DiskSpace } from '../database/disk-space.ts'
import type { PrimaryPool } from '../database/primary-pool.ts'
import type { Replication } from '../database/replication.ts'
import type { KeyedSemaphore } from '../keyed-semaphore.ts'
import type { Limits } from '../limits/limits.ts'
import type { SecurityLog } from '../log/security-log.ts'
import { once } from '../once.ts'
import {
  answerErrors,
  authenticate,
  type Identify,
  limitBody,
  limitConcurrencyPerClient,
  nameEpoch,
  nameLimits,
  nameVersion,
  recordEvents,
  refuseEnded,
  refuseMalformed,
  requireOwnOrigin,
  waitForStandby,
} from './api-middleware.ts'
import { allowTokensOfPages } from './bearer.ts'
import { completeDescription } from './complete-description.ts'
import { methodsAt } from './contract-guard.ts'
import type { HttpEnv, RouteContract } from './router.ts'

/** Of all requests that a member has under way. */
const maximumBodyBytesAtOnce = 2 * 1024 * 1024
/** Of all members' bodies that are larger than a visitor's: what they are held in is memory. */
const maximumLongerBodyBytesAtOnce = 64 * 1024 * 1024
/** Visitors send forms of a few lines. */
const maximumVisitorBodyBytes = 16 * 1024

type PipelineOptions = {
  contracts: () => ReadonlyMap<string, RouteContract>
  origins: () => ReadonlySet<string>
  clientAddress: (request: IncomingMessage) => string
  /** Sees every request, to warn of a proxy that is not among the trusted ones. */
  lookForProxy: (request: IncomingMessage) => void
  /** Measures every request; null where there are no metrics. */
  measure: MiddlewareHandler<HttpEnv> | null
  securityLog: SecurityLog
  diskSpace: DiskSpace
  pool: PrimaryPool
  replication: Replication
  requests: KeyedSemaphore
  limits: Limits
  identify: Identify
  hasEnded: (sessionId: string) => boolean
}

/** Adds the middleware, in its order: routes that are mounted later run behind all of it. */
export function addPipeline(app: OpenAPIHono<HttpEnv>, options: PipelineOptions): void {
  const { contracts, origins, clientAddress, lookForProxy, measure, securityLog, requests } = options
  const { diskSpace, pool, replication } = options
  app.use(async (context, next) => {
    lookForProxy(context.env.incoming)
    context.set('clientAddress', () => clientAddress(context.env.incoming))
    await next()
  })
  if (measure) app.use(measure)
  // Without a header's name: an id that the client chose would stand on lines of the log.
  app.use(requestId({ headerName: '' }), recordEvents(contracts, securityLog))
  const answerError = answerErrors(contracts)
  app.onError((error, context) => {
    diskSpace.note(error)
    return answerError(error, context)
  })
  app.use('/api/*', nameVersion(), nameEpoch(pool))
  app.use(refuseMalformed())
  const bodies = limitBody(contracts, {
    ofService: maximumLargeBodyBytes,
    ofMember: maximumBodyBytes,
    ofMemberAtOnce: maximumBodyBytesAtOnce,
    longerAtOnce: maximumLongerBodyBytesAtOnce,
    ofVisitor: maximumVisitorBodyBytes,
  })
  app.use(
    '/api/*',
    allowTokensOfPages(),
    requireOwnOrigin(contracts, origins),
    authenticate(contracts, options.identify),
    bodies,
    limitConcurrencyPerClient(requests),
    refuseEnded(options.hasEnded),
    nameLimits(contracts, options.limits),
    // Set again, since a promotion may have come while the session and the body were read: the answer to a change names the history that stores it.
    nameEpoch(pool),
    waitForStandby(replication, pool),
  )
  // Mail programs use it: its token is all that counts, and no cookie and no Origin is read (RFC 8058, section 3.2).
  app.use('/disiscrizione/*', bodies, limitConcurrencyPerClient(requests), waitForStandby(replication, pool))
}

/** The API's description, made at the first call: call it when all routes are mounted. */
export function describeApi(
  app: OpenAPIHono<HttpEnv>,
  { instanceName, cookieName }: { instanceName: string; cookieName: string },
) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token that a member makes under Impostazioni, API. It needs no cookie and no Origin; the list beside it is the scope that it needs.',
  })
  return once(() =>
    completeDescription(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: `${instanceName} API`,
          version: apiVersion,
          license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' },
        },
        servers: [{ url: '/' }],
      }),
    ),
  )
}

/** Refuses every other path and method below `/api`: mount it behind the slices' routes. */
export function refuseOthers(
  app: OpenAPIHono<HttpEnv>,
  contracts: () => ReadonlyMap<string, RouteContract>,
): void {
  app.all('/api/*', (context) => {
    const methods = methodsAt(contracts(), context.req.path)
    if (methods.length === 0) throw new AppError('common.not_found')
    context.header('Allow', methods.join(', '))
    throw new AppError('common.method_not_allowed')
  })
}
