import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@covo/contract/errors'
import { apiVersion, problemMediaType } from '@covo/contract/http'
import type { Context, ErrorHandler, MiddlewareHandler, Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '../app-error.ts'
import { isUnavailable } from '../database/failures.ts'
import type { PrimaryPool } from '../database/primary-pool.ts'
import type { Replication } from '../database/replication.ts'
import { createKeyedSemaphore, type KeyedSemaphore } from '../keyed-semaphore.ts'
import type { Limits } from '../limits/limits.ts'
import { type SecurityLog, securityEventOf } from '../log/security-log.ts'
import type { Viewer } from '../viewer.ts'
import { tokenOf } from './bearer.ts'
import { contractOf } from './contract-guard.ts'
import { copyCookies, hasSessionCookie } from './cookies.ts'
import { describeProblem, faultAt } from './problem.ts'
import { addressOf, clientOf, type HttpEnv, type RouteContract } from './router.ts'

/** More than browsers and proxies ever send. Beyond its own bound Node drops headers without a word. */
const maximumHeaders = 100

/** Refuses requests that no honest client sends and that PostgreSQL and file systems can't take: they know no NUL. */
export function refuseMalformed(): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const { url, rawHeaders } = context.env.incoming
    if (url?.includes('%00') || rawHeaders.length > 2 * maximumHeaders)
      throw new AppError('common.invalid_request')
    if (url?.startsWith('/api/') && hasBrokenEscapes(url)) throw new AppError('common.not_utf8')
    await next()
  }
}

/** Whether bytes that an address escapes are no UTF-8. A '%' that escapes nothing stands for itself. */
function hasBrokenEscapes(url: string): boolean {
  if (!/%[89a-f]/i.test(url)) return false
  return (url.match(/(?:%[\da-f]{2})+/gi) ?? []).some(
    (escaped) => !isUtf8(Buffer.from(escaped.replaceAll('%', ''), 'hex')),
  )
}

/** Names the version of the API on every answer. */
export function nameVersion(): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    context.env.outgoing.setHeader('API-Version', apiVersion)
    await next()
  }
}

/** Names the history of the database, before it is read: a page that sees another one discards what it holds (docs/realtime.md). */
export function nameEpoch(pool: PrimaryPool): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    context.env.outgoing.setHeader('Covo-Epoch', pool.epoch)
    await next()
  }
}

/** Acknowledges a change of state, or its repeat, once it can't be lost with one machine (docs/realtime.md, "Sending"). */
export function waitForStandby(
  replication: Replication,
  pool: Pick<PrimaryPool, 'epoch'>,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (safeMethods.has(context.req.method)) return await next()
    const { epoch } = pool
    replication.requireStandby()
    await next()
    // That it was done before is an acknowledgement too.
    if (context.res.ok || context.res.status === 409) await replication.confirm(epoch)
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a change of state that another site's page asks for (CSRF): every browser names the page's origin on such a
 * request, and a request without one is refused alike, unless it carries a token, which no browser adds by itself. Only bodies of JSON, or of a type that the route's contract names, are read: no form
 * can send them.
 */
export function requireOwnOrigin(
  contracts: () => ReadonlyMap<string, RouteContract>,
  origins: () => ReadonlySet<string>,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (!safeMethods.has(context.req.method)) {
      const isFromPage = tokenOf(context.env.incoming) === null
      if (isFromPage && !origins().has(context.req.header('origin') ?? ''))
        throw new AppError('common.foreign_origin')
      const mediaType = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
      // RFC 9112, section 6.3: a request has a body only where one of these headers says so.
      const hasBody =
        context.req.header('transfer-encoding') !== undefined ||
        Number(context.req.header('content-length') ?? 0) > 0
      const isRead = () => contractOf(contracts(), context)?.bodyTypes.has(mediaType ?? '')
      if (hasBody && mediaType !== 'application/json' && !isRead())
        throw new AppError('common.unsupported_media_type')
    }
    await next()
  }
}

/**
 * Bytes: of one body of a member, of all that a member has under way, of all members' that are longer than a visitor's, of one of
 * a visitor, and of one of another service.
 */
type BodyLimits = {
  ofMember: number
  ofMemberAtOnce: number
  longerAtOnce: number
  ofVisitor: number
  ofService: number
}

/** Large bodies are in memory as a whole: two of them in a process, one of each caller. The next waits, unread. */
const largeBodiesAtOnce = { perKey: 1, queuedPerKey: 2, total: 2 }

/**
 * Refuses a larger body. Most say how long they are, which Node holds them to: only the others are read to be measured,
 * because the stream that the library reads them by costs more than all else of a small request.
 *
 * A body is read before its request takes a place among those that are worked on, so that no slow one holds a place. Those
 * of visitors are bounded by their size and their connections alone: many people share a network. So are members' of that size: a
 * crowd that sends long ones slowly keeps nobody from writing a message.
 */
export function limitBody(
  contracts: () => ReadonlyMap<string, RouteContract>,
  { ofMember, ofMemberAtOnce, longerAtOnce, ofVisitor, ofService }: BodyLimits,
): MiddlewareHandler<HttpEnv> {
  const bytesOf = new Map<string, number>()
  let longerBytes = 0
  const largeBodies = createKeyedSemaphore(largeBodiesAtOnce)
  const refuse = (context: Context, code: ErrorCode): never => {
    // The rest of the body would be read as the next request.
    context.header('Connection', 'close')
    throw new AppError(code, code === 'common.rate_limited' ? { seconds: 1 } : undefined)
  }
  const onError = (context: Context) => refuse(context, 'common.payload_too_large')
  const measureMembersBody = bodyLimit({ maxSize: ofMember, onError })
  const measureVisitorsBody = bodyLimit({ maxSize: ofVisitor, onError })
  const measureLargeBody = bodyLimit({ maxSize: ofService, onError })

  /** A caller whose body would be one too many may send it again. */
  async function readLarge(context: Context<HttpEnv>, uid: string, next: Next) {
    let hasBegun = false
    const read = async () => {
      hasBegun = true
      return await measureLargeBody(context, async () => {
        await context.req.arrayBuffer()
        await next()
      })
    }
    return await largeBodies.run(uid, read).catch((error: unknown) => {
      if (hasBegun) throw error
      return refuse(context, 'common.unavailable')
    })
  }

  return async (context, next) => {
    const member = context.get('viewer')?.uid
    // Node's headers: to make the framework's costs more than the rest of a read's middleware.
    const {
      'transfer-encoding': transferEncoding,
      'content-length': length = 0,
      'content-type': contentType,
    } = context.env.incoming.headers
    const isMeasured = transferEncoding !== undefined
    const maximum = member ? ofMember : ofVisitor
    const bytes = isMeasured ? maximum : Number(length)
    if (bytes === 0) return await next()
    const isLarge =
      member && (isMeasured || bytes > ofMember) && contractOf(contracts(), context)?.hasLargeBody
    if (isLarge && bytes <= ofService) return await readLarge(context, member, next)
    if (bytes > maximum) refuse(context, 'common.payload_too_large')
    const others = (member && bytesOf.get(member)) || 0
    if (others + bytes > ofMemberAtOnce) refuse(context, 'common.rate_limited')
    const longer = bytes > ofVisitor ? bytes : 0
    if (longer && longerBytes + longer > longerAtOnce) refuse(context, 'common.unavailable')
    if (member) bytesOf.set(member, others + bytes)
    longerBytes += longer
    try {
      const isBinary = /^(?:image\/|application\/octet-stream)/i.test(contentType ?? '')
      const read = async () => {
        await (isBinary ? context.req.arrayBuffer() : readText(context))
        await next()
      }
      if (isMeasured) return await (member ? measureMembersBody : measureVisitorsBody)(context, read)
      await read()
    } finally {
      longerBytes -= longer
      const left = (member && (bytesOf.get(member) ?? 0) - bytes) || 0
      if (member && left > 0) bytesOf.set(member, left)
      else if (member) bytesOf.delete(member)
    }
  }
}

/** Refuses what is no UTF-8, where a decoder would put '\ufffd' into what is stored. A mark of the byte order goes. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads the body as a text, which the validators and handlers find, beside the bytes that came. */
async function readText({ req }: Context): Promise<void> {
  const bytes = await req.arrayBuffer()
  try {
    // Kept as a promise, whatever its type says.
    req.bodyCache.text = Promise.resolve(utf8.decode(bytes)) as never
  } catch {
    throw new AppError('common.not_utf8')
  }
}

/** The viewer whom a request's cookies, or its token, identify. */
export type Identify = {
  readSession: (cookieHeader: string | undefined) => Promise<{ viewer: Viewer; headers?: Headers } | null>
  /** @param address the network that it came from */
  readToken: (token: string, address: string) => Promise<Viewer | null>
}

/**
 * Identifies the caller, and refuses where the route's contract needs a session and there is none. A token counts alone: no
 * cookie beside it is read, and it is refused wherever the contract names no scope that it has.
 */
export function authenticate(
  contracts: () => ReadonlyMap<string, RouteContract>,
  { readSession, readToken }: Identify,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    // On Node's answer: the framework's headers, once there are any, cost more than the session's look-up.
    context.env.outgoing.setHeader('Cache-Control', 'no-store')
    const contract = contractOf(contracts(), context)
    const access = contract?.access ?? 'anybody'
    if (access === 'nobody') throw new AppError('common.not_found')
    const token = contract && tokenOf(context.env.incoming)
    if (contract && token) {
      const viewer = await readToken(token, addressOf(context))
      if (!viewer) return refuseToken(context, 'common.unauthenticated', 'error="invalid_token"')
      context.set('viewer', viewer)
      const { scope } = contract
      if (!scope || !viewer.scopes?.has(scope))
        return refuseToken(
          context,
          'common.scope_missing',
          `error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`,
        )
    } else if (access === 'tokens') {
      throw new AppError('common.unauthenticated')
    } else if (access !== 'anybody') {
      const session = await readSession(context.env.incoming.headers.cookie)
      if (session) {
        context.set('viewer', session.viewer)
        if (session.headers) copyCookies(session.headers, context)
      } else if (access === 'members') throw new AppError('common.unauthenticated')
    }
    await next()
  }
}

/** Says why in the words of RFC 6750, section 3, besides. */
function refuseToken(context: Context<HttpEnv>, code: ErrorCode, reason: string): never {
  context.header('WWW-Authenticate', `Bearer ${reason}`)
  throw new AppError(code)
}

/**
 * Limits how many requests of a member, or of a site's visitors, run at once: no client takes all connections to the
 * database, and no crowd of sign-ins all threads that hash. Reads of visitors queue apart from their sign-ins, which a slow
 * search of a neighbour would hold up. A request leaves the queue with its connection.
 */
export function limitConcurrencyPerClient(requests: KeyedSemaphore): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const isVisitorsRead = !context.get('viewer') && safeMethods.has(context.req.method)
    const client = isVisitorsRead ? `${clientOf(context)} reads` : clientOf(context)
    await requests.run(client, next, () => {
      const leaving = new AbortController()
      context.env.outgoing.once('close', () => leaving.abort())
      return leaving.signal
    })
  }
}

/**
 * Says how the member's own counters stand that a request took from (draft-ietf-httpapi-ratelimit-headers-10), where programs
 * may call the route. Counters of addresses, accounts and events are nobody's to read.
 */
export function nameLimits(
  contracts: () => ReadonlyMap<string, RouteContract>,
  limits: Limits,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const viewer = context.get('viewer')
    if (!viewer || !contractOf(contracts(), context)?.isLimited) return await next()
    const standings = await limits.observe(viewer.uid, next)
    if (standings.length === 0) return
    const policies = standings.map(({ name, limit }) => `"${name}";q=${limit.points};w=${limit.seconds}`)
    const left = standings.map((standing) => `"${standing.name}";r=${standing.left};t=${standing.seconds}`)
    context.env.outgoing.setHeader('RateLimit-Policy', policies.join(', '))
    context.env.outgoing.setHeader('RateLimit', left.join(', '))
  }
}

/** Refuses where the session ended while the body arrived, or while the request waited in the queue. */
export function refuseEnded(hasEnded: (sessionId: string) => boolean): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const viewer = context.get('viewer')
    if (viewer && hasEnded(viewer.sessionId)) throw new AppError('common.unauthenticated')
    await next()
  }
}

/** Lets the middleware and routes behind it write the security log. */
export function recordEvents(
  contracts: () => ReadonlyMap<string, RouteContract>,
  securityLog: SecurityLog,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    context.set('record', (event, details) =>
      securityLog.write(event, {
        requestId: context.get('requestId'),
        uid: context.get('viewer')?.uid,
        address: addressOf(context),
        route:
          contractOf(contracts(), context)?.route ??
          context.get('route') ??
          `${context.req.method} without a contract`,
        ...details,
      }),
    )
    await next()
  }
}

/**
 * Answers every failure: a code that the route's contract declares (or a common one) as it is, anything else becomes
 * `common.internal`, so that nothing of the inside leaves the server. Here refusals enter the security log, once each.
 */
export function answerErrors(contracts: () => ReadonlyMap<string, RouteContract>): ErrorHandler<HttpEnv> {
  return (error, context) => {
    const requestId = context.get('requestId')
    const { incoming } = context.env
    const known = error instanceof AppError ? error : httpFailure(error, incoming)
    const declared =
      contractOf(contracts(), context)?.codes.has(known.code) || known.code.startsWith('common.')
    const code: ErrorCode = declared ? known.code : 'common.internal'
    const hasCredentials = hasSessionCookie(context) || tokenOf(incoming) !== null
    const isSessionRefused = code === 'common.unauthenticated' && hasCredentials
    const event = isSessionRefused ? 'session.refused' : securityEventOf(code)
    if (event)
      context.get('record')(event, { reason: code, ...(event === 'request.failed' && { err: error }) })
    const params = declared ? known.params : undefined
    const seconds = code === 'common.unavailable' ? secondsUntilRetry : params?.seconds
    if (typeof seconds === 'number') context.header('Retry-After', String(seconds))
    context.header('Cache-Control', 'no-store')
    const problem = describeProblem(code, requestId, {
      params,
      faults: declared ? known.faults : undefined,
    })
    return context.body(JSON.stringify(problem), problem.status as ContentfulStatusCode, {
      'Content-Type': problemMediaType,
    })
  }
}

/** The Retry-After of `common.unavailable`: about the time in which a database starts again. */
const secondsUntilRetry = 5

/** Failures that the framework raises itself carry only a status; a client that breaks its body off has nobody else to blame. */
function httpFailure(error: Error & { status?: number }, { readableAborted }: IncomingMessage): AppError {
  if (readableAborted) return new AppError('common.invalid_request')
  // Before any schema looks at it, the framework parses the body: the whole of it is at fault.
  if (error.status === 400)
    return new AppError('common.invalid_request', undefined, { faults: [faultAt([], 'malformed')] })
  if (error.status === 413) return new AppError('common.payload_too_large')
  if (error.status === 415) return new AppError('common.unsupported_media_type')
  if (isUnavailable(error)) return new AppError('common.unavailable')
  return new AppError('common.internal')
}
