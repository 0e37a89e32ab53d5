import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import { eventsTopic } from '@covo/contract/events/events.news'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { closeCodes } from '@covo/contract/realtime'
import { getRequestListener } from '@hono/node-server'
import type pg from 'pg'
import { verificationMail } from './account/account.mail.ts'
import { accountRoutes } from './account/account.routes.ts'
import { createAccountService } from './account/account.service.ts'
import { resetMail } from './auth/auth.mail.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createAuthService } from './auth/auth.service.ts'
import { findLiveSessionIds, reserveInstanceName } from './auth/auth.store.ts'
import { createAuthentication } from './auth/authentication.ts'
import { type EndedSessions, watchEndedSessions } from './auth/ended-sessions.ts'
import { createExternalProvider } from './auth/external-provider.ts'
import { createKnownBrowsers } from './auth/known-browsers.ts'
import { countWaitingPasswords } from './auth/password-hashing.ts'
import { createSessionCache } from './auth/session-cache.ts'
import { chatRoutes } from './chat/chat.routes.ts'
import { createChatService } from './chat/chat.service.ts'
import { lockConversation } from './chat/chat.store.ts'
import { conversationTopics, roomHeadTopics } from './chat/chat.topics.ts'
import { startSearchIndexing } from './chat/search-index.ts'
import { originOf, type Settings } from './environment.ts'
import { calendarRoutes } from './events/calendar.routes.ts'
import { calendarFeedRoutes } from './events/calendar-feed.routes.ts'
import { createCalendarFeedService } from './events/calendar-feed.service.ts'
import { createCalendarFeedTokens } from './events/calendar-feed-tokens.ts'
import { createEventCalendars } from './events/event-calendars.ts'
import { eventChangesRoutes } from './events/event-changes.routes.ts'
import { createEventChangesService } from './events/event-changes.service.ts'
import { eventOrganizersRoutes } from './events/event-organizers.routes.ts'
import { createEventOrganizersService } from './events/event-organizers.service.ts'
import { eventParticipantsRoutes } from './events/event-participants.routes.ts'
import { createEventParticipantsService, showParticipations } from './events/event-participants.service.ts'
import { paceOfEvents } from './events/events.news.ts'
import { eventsRoutes } from './events/events.routes.ts'
import { createEventsService } from './events/events.service.ts'
import { publicEventRoutes } from './events/public-page.routes.ts'
import { friendsRoutes } from './friends/friends.routes.ts'
import { createFriendsService } from './friends/friends.service.ts'
import { startPresence } from './friends/presence.ts'
import { homeRoutes } from './home/home.routes.ts'
import { startEventMails } from './notifications/event-mails.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { createNotificationsService } from './notifications/notifications.service.ts'
import { notify } from './notifications/notify.ts'
import { createUnsubscribeTokens } from './notifications/unsubscribe-tokens.ts'
import { cutSilentConnections, type Database } from './platform/database/database.ts'
import { readInstanceKey } from './platform/database/instance.ts'
import { watchRoom } from './platform/database/room.ts'
import { allowedOrigins } from './platform/http/allowed-origins.ts'
import { limitConcurrencyPerClient } from './platform/http/api-middleware.ts'
import { readContracts } from './platform/http/contract-guard.ts'
import { sessionCookieName } from './platform/http/cookies.ts'
import { createGuardedServer, limitPipelining } from './platform/http/guarded-server.ts'
import { healthRoutes } from './platform/http/health.ts'
import { listen } from './platform/http/listen.ts'
import { createClientAddress, warnOfProxy } from './platform/http/network.ts'
import { addDescription, addPipeline } from './platform/http/pipeline.ts'
import { createRouter } from './platform/http/router.ts'
import { securityContactRoutes } from './platform/http/security-contact.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { openSite } from './platform/http/site.ts'
import { createKeyedSemaphore } from './platform/keyed-semaphore.ts'
import { lazily } from './platform/lazily.ts'
import { createLimits } from './platform/limits/limits.ts'
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

/**
 * Requests of a member, or of a site's visitors, that run at once and that wait, and those of all clients that run at once. A
 * browser has a hundred under way at most (HTTP/2); a site of visitors may be a lecture hall that signs in.
 */
const requestConcurrency = { perKey: 8, queuedPerKey: 500, total: 100 }

export type AppDependencies = {
  settings: Settings & { secret: string }
  database: Database
  pool: pg.Pool
  redis: Redis | null
  log: Log
}

export type RunningApp = {
  port: number
  /** Logs a warning for each external service that can't be reached; it may be there when it is needed. */
  warnOfAbsentServices(): Promise<void>
  stop(): Promise<void>
}

/**
 * Builds the server out of its slices and listens on the settings' port (0: any free one).
 * @throws StartupError where it can't listen; nothing goes on then
 */
export async function startApp(dependencies: AppDependencies): Promise<RunningApp> {
  const { settings, database, pool, log } = dependencies
  cutSilentConnections(pool)
  await reserveInstanceName(database, settings.name)
  const platform = await createPlatform(dependencies)
  const { hub, newsroom, requests, securityLog, mailer, clientAddress, headers } = platform
  const { trustedProxies } = settings
  const endedSessions = await watchEndedSessions(pool, log)
  const services = createServices(dependencies, platform, endedSessions)
  const { auth, chat } = services

  const server = createGuardedServer({
    headers,
    trustedProxies,
    onMalformed: (address) => securityLog.write('input.refused', { address, route: 'malformed request' }),
    onTooManyConnections: (address) => securityLog.write('limit.reached', { address, route: 'connection' }),
  })
  const origins = lazily(() => allowedOrigins(settings.publicOrigin, portOf(server)))
  const topics = [
    conversationTopics(chat),
    roomHeadTopics(chat),
    openTopic(eventsTopic),
    openTopic(membersTopic),
  ]
  const live = startLiveServer({
    server,
    headers,
    clientAddress,
    hub,
    topics,
    requests,
    log,
    securityLog,
    origins,
    readSession: auth.peekSession,
    hasEnded: endedSessions.has,
    findLiveSessions: (ids) => findLiveSessionIds(database, ids),
  })
  const sweeper = await startSweeper({ database, hub, topics, newsroom, log })
  const presence = startPresence({ database, connectedMembers: hub.connectedMembers, log })
  endedSessions.subscribe({
    onEnded: (sessionId) => hub.closeSession(sessionId, closeCodes.sessionEnded),
    onMissed() {
      void live.checkSessions()
      // The connection to the database was lost: its notifications of the last news may be too.
      sweeper.resync()
    },
  })
  const app = await createHttpApp({ dependencies, platform, services, endedSessions, origins, live, sweeper })
  server.on('request', limitPipelining(getRequestListener(app.fetch)))

  async function stopServices(): Promise<void> {
    newsroom.stop()
    await sweeper.stop()
    await presence.stop()
    await mailer.stop()
    await endedSessions.stop()
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
  const searchIndexing = startSearchIndexing(database, log)
  const { limits, origin, unsubscribeTokens: tokens } = platform
  const eventMails = startEventMails({ database, limits, mailer, tokens, origin, log })

  return {
    port: portOf(server),
    async warnOfAbsentServices() {
      await Promise.all([mailer.warnIfAbsent(), platform.provider?.connect()])
    },
    async stop() {
      live.stop()
      await closeServer(server, stopListening)
      await searchIndexing.stop()
      // The mailer gives up what takes too long, and that is noted then.
      await Promise.all([eventMails.stop(), stopServices()])
    },
  }
}

type Platform = Awaited<ReturnType<typeof createPlatform>>

/** The services that slices are built on. */
async function createPlatform({ settings, database, pool, redis, log }: AppDependencies) {
  const { secret, name, smtpUrl } = settings
  const origin = originOf(settings)
  const instanceKey = await readInstanceKey(database, secret)
  const hub = createHub(paceOfEvents)
  const authenticationOptions = { database, secret, origin, log }
  return {
    origin,
    hub,
    requests: createKeyedSemaphore(requestConcurrency),
    securityLog: createSecurityLog(log),
    newsroom: createNewsroom({ database, redis, instanceKey, hub }),
    limits: createLimits({ pool, redis, instanceKey, table: settings.limits }),
    mailer: createMailer({
      smtpUrl,
      outbox: join(settings.dataDirectory, 'outbox'),
      from: { name, address: `noreply@${new URL(origin).hostname}` },
      log,
    }),
    unsubscribeTokens: createUnsubscribeTokens(secret),
    clientAddress: createClientAddress(settings.trustedProxies),
    headers: securityHeaders(origin.startsWith('https:')),
    cookieName: sessionCookieName(origin.startsWith('https:')),
    authentication: createAuthentication(authenticationOptions),
    provider: settings.provider && createExternalProvider(settings.provider, authenticationOptions),
  }
}

type Services = ReturnType<typeof createServices>

/** The slices. A slice that needs another is given its service, or a function of it. */
function createServices(
  { settings, database }: AppDependencies,
  platform: Platform,
  endedSessions: EndedSessions,
) {
  const { origin, limits, newsroom, mailer } = platform
  const auth = createAuthService({
    database,
    authentication: platform.authentication,
    cookieName: platform.cookieName,
    provider: platform.provider,
    limits,
    sessionCache: createSessionCache(endedSessions),
    knownBrowsers: createKnownBrowsers(settings.secret, origin),
    sendResetMail: (email, token) => mailer.send(resetMail(email, origin, settings.name, token)),
    sendLater: mailer.sendLater,
  })
  const friends = createFriendsService({
    database,
    limits,
    searchLimits: {
      people: settings.limits.peopleFound,
      byEmail: settings.limits.peopleFoundByEmail,
      emailSearches: settings.limits.emailSearches,
      emailSearchesPerAddress: settings.limits.emailSearchesPerAddress,
    },
    newsroom,
    lockPrivateChat: (trx, one, other) => lockConversation(trx, privateConversationId(one, other)),
  })
  const events = createEventsService({ database, limits, newsroom, notify })
  const chat = createChatService({ database, limits, areFriends: friends.areFriends, newsroom })
  return {
    auth,
    account: createAccountService({
      database,
      limits,
      newsroom,
      sendVerificationMail: (email, token) =>
        mailer.send(verificationMail(email, origin, settings.name, token)),
    }),
    profiles: createProfilesService({ database, limits, newsroom, friends, events }),
    events,
    eventChanges: createEventChangesService({ database, limits, newsroom, notify }),
    eventOrganizers: createEventOrganizersService({ database, limits, newsroom, notify }),
    eventParticipants: createEventParticipantsService({ database }),
    calendarFeeds: createCalendarFeedService({
      database,
      limits,
      tokens: createCalendarFeedTokens(settings.secret),
      origin,
      name: settings.name,
    }),
    friends,
    chat,
    notifications: createNotificationsService({
      database,
      limits,
      newsroom,
      tokens: platform.unsubscribeTokens,
    }),
    settings: createSettingsService({
      database,
      limits,
      newsroom,
      publishReceipts: chat.publishReceipts,
      hideTyping: chat.hideTyping,
      showParticipations,
      sendPasswordReset: auth.sendPasswordReset,
    }),
  }
}

type HttpAppOptions = {
  dependencies: AppDependencies
  platform: Platform
  services: Services
  endedSessions: EndedSessions
  origins: () => ReadonlySet<string>
  live: { closes: ReadonlyMap<string, number> }
  sweeper: { age: () => number }
}

/** All routes, behind their middleware. */
async function createHttpApp(options: HttpAppOptions) {
  const { dependencies, platform, services, endedSessions, origins, live, sweeper } = options
  const { settings, database, pool, redis, log } = dependencies
  const { origin, hub, requests, limits, mailer, securityLog, clientAddress, cookieName } = platform
  const { publicOrigin, trustedProxies, provider, name, controller, contact } = settings
  const { auth, profiles, events, friends, chat } = services
  const app = createRouter()
  const contracts = lazily(() => readContracts(app))
  const room = watchRoom(database)
  const metrics = createMetrics({
    token: settings.metricsToken,
    pool,
    contracts,
    sources: {
      countSockets: hub.countConnections,
      socketCloses: () => live.closes,
      countMessages: chat.countStored,
      refusals: () => limits.refusals,
      mails: mailer.counts,
      sweepAge: sweeper.age,
      isRedisUp: redis && (() => redis.isReady),
      queues: { requests: () => requests.count().waiting, passwords: countWaitingPasswords },
    },
  })
  addPipeline(app, {
    contracts,
    origins,
    clientAddress,
    lookForProxy: warnOfProxy({ origin, trusted: trustedProxies, log }),
    measure: metrics.measure,
    securityLog,
    room,
    requests,
    readSession: auth.readSession,
    hasEnded: endedSessions.has,
  })
  app.route('/', authRoutes(auth))
  app.route('/', accountRoutes(services.account))
  app.route('/', profilesRoutes(profiles))
  // Before the events, whose ids are a part of their paths: they have /api/events/own and /api/events/feed.
  app.route('/', notificationsRoutes(services.notifications))
  app.route('/', calendarFeedRoutes(services.calendarFeeds, limitConcurrencyPerClient(requests)))
  app.route('/', eventsRoutes(events))
  app.route('/', eventChangesRoutes(services.eventChanges))
  app.route('/', eventOrganizersRoutes(services.eventOrganizers))
  app.route('/', eventParticipantsRoutes(services.eventParticipants))
  app.route('/', friendsRoutes(friends))
  app.route('/', chatRoutes(chat))
  app.route('/', settingsRoutes(services.settings))
  app.route('/', homeRoutes(database))
  addDescription(app, name, cookieName)
  app.route('/', healthRoutes(database, room))
  app.route('/', metrics.routes)
  const calendars = createEventCalendars(database, { origin, name })
  app.route('/', calendarRoutes(calendars, limitConcurrencyPerClient(requests)))
  app.route('/', await securityContactRoutes(settings.securityContact, origin))
  const instance = {
    name,
    provider: provider?.label ?? '',
    controller: controller ?? '',
    contact: contact ?? '',
    origin: publicOrigin ?? '',
  }
  const site = await openSite(
    siteFolder,
    instance,
    async (cookieHeader) => (await auth.peekSession(cookieHeader)) !== null,
  )
  app.route('/', publicEventRoutes(services.events, site, instance, limitConcurrencyPerClient(requests)))
  app.route('/', site.routes)
  app.notFound((context) => context.body(null, 404))
  return app
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
