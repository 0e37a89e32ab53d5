import type { Server } from 'node:http'
import type { AddressInfo, BlockList } from 'node:net'
import { resolve } from 'node:path'
import { eventsTopic } from '@covo/contract/events/events.news'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { closeCodes } from '@covo/contract/realtime'
import { getRequestListener } from '@hono/node-server'
import { requestId } from 'hono/request-id'
import type pg from 'pg'
import { resetMail } from './auth/auth.mail.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createAuthService } from './auth/auth.service.ts'
import { findLiveSessionIds, reserveInstanceName } from './auth/auth.store.ts'
import { createAuthentication } from './auth/authentication.ts'
import { watchEndedSessions } from './auth/ended-sessions.ts'
import { createExternalProvider, type ProviderSettings } from './auth/external-provider.ts'
import { createKnownBrowsers } from './auth/known-browsers.ts'
import { countWaitingPasswords } from './auth/password-hashing.ts'
import { createSessionCache } from './auth/session-cache.ts'
import { chatRoutes } from './chat/chat.routes.ts'
import { createChatService } from './chat/chat.service.ts'
import { conversationTopics } from './chat/chat.topics.ts'
import { eventsRoutes } from './events/events.routes.ts'
import { createEventsService } from './events/events.service.ts'
import { friendsRoutes } from './friends/friends.routes.ts'
import { createFriendsService } from './friends/friends.service.ts'
import { cutSilentConnections, type Database } from './platform/database/database.ts'
import { readInstanceKey } from './platform/database/instance.ts'
import { watchRoom } from './platform/database/room.ts'
import { createGate } from './platform/gate.ts'
import { allowedOrigins } from './platform/http/allowed-origins.ts'
import {
  answerErrors,
  authenticate,
  limitBody,
  recordEvents,
  refuseEnded,
  refuseMalformed,
  requireOwnOrigin,
  takeTurns,
} from './platform/http/api-middleware.ts'
import { AppError } from './platform/http/app-error.ts'
import { readContracts } from './platform/http/contract-guard.ts'
import { sessionCookieName } from './platform/http/cookies.ts'
import { createGuardedServer, limitPipelining } from './platform/http/guarded-server.ts'
import { healthRoutes } from './platform/http/health.ts'
import { listen } from './platform/http/listen.ts'
import { createClientAddress, warnOfProxy } from './platform/http/network.ts'
import { createRouter } from './platform/http/router.ts'
import { securityContactRoutes } from './platform/http/security-contact.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { siteRoutes } from './platform/http/site.ts'
import { createLimits, type LimitTable } from './platform/limits/limits.ts'
import type { Log } from './platform/log/log.ts'
import { createSecurityLog } from './platform/log/security-log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { createHub, openTopic } from './platform/realtime/hub.ts'
import { startLiveServer } from './platform/realtime/live-server.ts'
import { createNewsroom } from './platform/realtime/newsroom.ts'
import { startSweeper } from './platform/realtime/sweeper.ts'
import type { Redis } from './platform/redis/redis.ts'
import { profilesRoutes } from './profiles/profiles.routes.ts'
import { createProfilesService } from './profiles/profiles.service.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { createSettingsService } from './settings/settings.service.ts'

const siteFolder = resolve(import.meta.dirname, '../../web/dist')

/** No request of the contract is larger. */
const maximumBodyBytes = 512 * 1024
/** Of all requests that a member has under way. */
const maximumBodyBytesAtOnce = 2 * 1024 * 1024
/** Visitors send forms of a few lines. */
const maximumVisitorBodyBytes = 16 * 1024
/**
 * Requests of a member, or of a site's visitors, that are worked on at once, those that wait for them, and those of all that
 * are worked on. A browser has a hundred under way at most (HTTP/2); a site of visitors may be a lecture hall that signs in.
 */
const turns = { places: 8, waiting: 500, total: 100 }

export type AppDependencies = {
  database: Database
  pool: pg.Pool
  redis: Redis | null
  secret: string
  name: string
  publicOrigin: string | null
  smtpUrl: string | null
  /** The folder of mails where there is no mail server. */
  outbox: string
  limitTable: LimitTable
  /** The proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: BlockList
  provider: ProviderSettings | null
  /** Where to report a weakness, as a `mailto:` or `https:` URL. */
  securityContact: string | null
  metricsToken: string | null
  log: Log
}

export type RunningApp = {
  port: number
  /** Writes a warning for each service outside that can't be reached now; it may be there when it is needed. */
  warnOfAbsentServices(): Promise<void>
  stop(): Promise<void>
}

/**
 * Builds the server out of its slices and listens on `port` (0: any free one) of `host` (null: all addresses).
 * @throws StartupError where it can't listen; nothing goes on then
 */
export async function startApp(
  dependencies: AppDependencies,
  port: number,
  host: string | null = null,
): Promise<RunningApp> {
  const { database, pool, redis, secret, name, publicOrigin, smtpUrl, outbox, limitTable, trustedProxies } =
    dependencies
  const { provider, log } = dependencies
  const origin = publicOrigin ?? `http://localhost:${port}`
  const hub = createHub()
  const gate = createGate(turns)
  const securityLog = createSecurityLog(log)
  const instanceKey = await readInstanceKey(database, secret)
  const newsroom = createNewsroom({ database, redis, instanceKey, hub })
  const clientAddress = createClientAddress(trustedProxies)
  const limits = createLimits({ pool, redis, instanceKey, table: limitTable })
  const mailer = createMailer({
    smtpUrl,
    outbox,
    from: { name, address: `noreply@${new URL(origin).hostname}` },
    log,
  })

  const authenticationOptions = { database, secret, origin, log }
  const externalProvider = provider ? createExternalProvider(provider, authenticationOptions) : null

  cutSilentConnections(pool)
  await reserveInstanceName(database, name)
  let onMissed = () => {}
  const endedSessions = await watchEndedSessions({
    pool,
    log,
    onEnded: (sessionId) => hub.closeSession(sessionId, closeCodes.sessionEnded),
    onMissed: () => onMissed(),
  })
  const sessionCache = createSessionCache(endedSessions)
  const auth = createAuthService({
    database,
    sessionCache,
    knownBrowsers: createKnownBrowsers(secret, origin),
    authentication: createAuthentication(authenticationOptions),
    cookieName: sessionCookieName(origin.startsWith('https:')),
    provider: externalProvider,
    limits,
    sendResetMail: (email, token) => mailer.send(resetMail(email, origin, name, token)),
    sendLater: mailer.sendLater,
  })
  const profiles = createProfilesService({ database, limits, newsroom })
  const events = createEventsService({ database, limits, newsroom })
  const friends = createFriendsService({
    database,
    limits,
    searchLimits: {
      people: limitTable.peopleFound,
      byEmail: limitTable.peopleFoundByEmail,
      emailSearches: limitTable.emailSearches,
      emailSearchesPerAddress: limitTable.emailSearchesPerAddress,
    },
    newsroom,
  })
  const chat = createChatService({ database, limits, areFriends: friends.areFriends, newsroom })
  const settings = createSettingsService({ database, limits, sendPasswordReset: auth.sendPasswordReset })

  const headers = securityHeaders(origin.startsWith('https:'))
  const server = createGuardedServer({
    headers,
    trustedProxies,
    onMalformed: (address) => securityLog.write('input.refused', { address, route: 'malformed request' }),
    onTooManyConnections: (address) => securityLog.write('limit.reached', { address, route: 'connection' }),
  })
  const origins = lazily(() => allowedOrigins(publicOrigin, portOf(server)))
  const app = createRouter()
  const contracts = lazily(() => readContracts(app))

  const lookForProxy = warnOfProxy({ origin, trusted: trustedProxies, log })
  app.use(async (context, next) => {
    lookForProxy(context.env.incoming)
    context.set('clientAddress', () => clientAddress(context.env.incoming))
    await next()
  })
  const metrics = createMetrics({
    token: dependencies.metricsToken,
    pool,
    contracts,
    sources: {
      countSockets: hub.countConnections,
      socketCloses: () => live.closes,
      countMessages: chat.countStored,
      refusals: () => limits.refusals,
      mails: mailer.counts,
      sweepAge: () => sweeper.age(),
      isRedisUp: redis && (() => redis.isReady),
      queues: { requests: () => gate.count().waiting, passwords: countWaitingPasswords },
    },
  })

  if (metrics.measure) app.use(metrics.measure)
  // Without a header's name: an id that the client chose would stand on lines of the log.
  app.use(requestId({ headerName: '' }), recordEvents(contracts, securityLog))
  const room = watchRoom(database)
  const answerError = answerErrors(contracts)
  app.onError((error, context) => {
    room.note(error)
    return answerError(error, context)
  })
  app.use(refuseMalformed())
  app.use(
    '/api/*',
    requireOwnOrigin(origins),
    authenticate(contracts, auth.readSession),
    limitBody({
      ofMember: maximumBodyBytes,
      ofMemberAtOnce: maximumBodyBytesAtOnce,
      ofVisitor: maximumVisitorBodyBytes,
    }),
    takeTurns(gate),
    refuseEnded(endedSessions.has),
  )
  app.route('/', authRoutes(auth))
  app.route('/', profilesRoutes(profiles))
  app.route('/', eventsRoutes(events))
  app.route('/', friendsRoutes(friends))
  app.route('/', chatRoutes(chat))
  app.route('/', settingsRoutes(settings))
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(origin.startsWith('https:')),
  })
  // Made once: to make it takes as long as fifty requests.
  const description = lazily(() =>
    JSON.stringify(
      app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: `${name} API`, version: '1' } }),
    ),
  )
  app.get('/api/openapi.json', (context) =>
    context.body(description(), 200, { 'Content-Type': 'application/json' }),
  )
  app.all('/api/*', () => {
    throw new AppError('common.not_found')
  })
  app.route('/', healthRoutes(database, room))
  app.route('/', metrics.routes)
  app.route('/', await securityContactRoutes(dependencies.securityContact, origin))
  app.route(
    '/',
    await siteRoutes(
      siteFolder,
      { name, provider: provider?.label ?? '', origin: publicOrigin ?? '' },
      async (headers) => (await auth.peekSession(headers)) !== null,
    ),
  )
  app.notFound((context) => context.body(null, 404))

  const topics = [conversationTopics(chat), openTopic(eventsTopic), openTopic(membersTopic)]
  const live = startLiveServer({
    server,
    headers,
    clientAddress,
    hub,
    topics,
    gate,
    log,
    securityLog,
    origins,
    readSession: auth.peekSession,
    hasEnded: endedSessions.has,
    findLiveSessions: (ids) => findLiveSessionIds(database, ids),
  })
  const sweeper = await startSweeper({ database, hub, topics, newsroom, log })
  onMissed = () => {
    sessionCache.forgetAll()
    live.checkSessions()
    // It was the database that was away: what it recorded of the last news may be gone.
    sweeper.resync()
  }
  server.on('request', limitPipelining(getRequestListener(app.fetch)))

  async function stopServices(): Promise<void> {
    newsroom.stop()
    await sweeper.stop()
    await mailer.stop()
    await endedSessions.stop()
    securityLog.stop()
  }

  let stopListening: () => Promise<void>
  try {
    stopListening = await listen(server, port, host)
  } catch (error) {
    live.stop()
    await stopServices()
    throw error
  }
  // Now: a server that is ending has no port any more, and still answers.
  origins()

  return {
    port: portOf(server),
    async warnOfAbsentServices() {
      await Promise.all([mailer.warnIfAbsent(), externalProvider?.connect()])
    },
    async stop() {
      live.stop()
      await closeServer(server, stopListening)
      await stopServices()
    },
  }
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

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

function lazily<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
