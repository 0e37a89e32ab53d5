import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import { eventsTopic } from '@covo/contract/events/events.news'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { closeCodes, livePath } from '@covo/contract/realtime'
import { isNewsInScope } from '@covo/contract/tokens/news-scopes'
import { getRequestListener } from '@hono/node-server'
import type pg from 'pg'
import { createAccountMails } from './account/account.mail.ts'
import { accountRoutes } from './account/account.routes.ts'
import { createAccountService } from './account/account.service.ts'
import { startRemovingUnclaimed } from './account/unclaimed-accounts.ts'
import { resetMail, securityNoticeMail } from './auth/auth.mail.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createAuthService } from './auth/auth.service.ts'
import { findLiveSessionIds, reserveInstanceName } from './auth/auth.store.ts'
import { createAuthentication } from './auth/authentication.ts'
import { createBlockedAddresses } from './auth/blocked-addresses.ts'
import { type EndedSessions, watchEndedSessions } from './auth/ended-sessions.ts'
import { createExternalProvider } from './auth/external-provider.ts'
import { createKnownBrowsers } from './auth/known-browsers.ts'
import { createPasskeyChallenges } from './auth/passkey-challenges.ts'
import { countWaitingPasswords } from './auth/password-hashing.ts'
import { startSignInPurge } from './auth/purge.ts'
import { countSealedOtherwise } from './auth/second-factor.store.ts'
import { createSeedSeal } from './auth/seed-seal.ts'
import { createSessionCache } from './auth/session-cache.ts'
import { relyingParty } from './auth/webauthn.ts'
import { blocksRoutes } from './blocks/blocks.routes.ts'
import { createBlocksService } from './blocks/blocks.service.ts'
import { areHidden, hasBlocked } from './blocks/blocks.store.ts'
import { hideNews } from './blocks/hidden-news.ts'
import { type HiddenPeople, watchHiddenPeople } from './blocks/hidden-people.ts'
import { chatRoutes } from './chat/chat.routes.ts'
import { createChatService } from './chat/chat.service.ts'
import { lockConversation } from './chat/chat.store.ts'
import { conversationTopics, roomHeadTopics } from './chat/chat.topics.ts'
import { watchEventRooms } from './chat/event-room-watchers.ts'
import { lockEventRoom } from './chat/event-rooms.store.ts'
import { namesOfMentioned } from './chat/mentioned-names.ts'
import { startDeletingRooms } from './chat/orphaned-rooms.ts'
import { findReportedMessage } from './chat/reported-message.ts'
import { startSearchIndexing } from './chat/search-index.ts'
import { deletionRoutes } from './deletion/deletion.routes.ts'
import { createDeletionService } from './deletion/deletion.service.ts'
import { startErasing } from './deletion/erasing.ts'
import { referencePage } from './developers/reference-page.ts'
import { originOf, type Settings } from './environment.ts'
import { calendarRoutes } from './events/calendar.routes.ts'
import { calendarFeedRoutes } from './events/calendar-feed.routes.ts'
import { createCalendarFeedService } from './events/calendar-feed.service.ts'
import { createCalendarFeedTokens } from './events/calendar-feed-tokens.ts'
import { ctftimeRoutes } from './events/ctftime.routes.ts'
import { createCtftimeService } from './events/ctftime.service.ts'
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
import { findReportedEvent } from './events/reported-event.ts'
import { createExportWorker } from './exports/export-worker.ts'
import { exportMail } from './exports/exports.mail.ts'
import { exportsRoutes } from './exports/exports.routes.ts'
import { createExportsService } from './exports/exports.service.ts'
import { friendsRoutes } from './friends/friends.routes.ts'
import { createFriendsService } from './friends/friends.service.ts'
import { startPresence } from './friends/presence.ts'
import { homeRoutes } from './home/home.routes.ts'
import { appealsRoutes } from './moderation/appeals.routes.ts'
import { createAppealsService } from './moderation/appeals.service.ts'
import { moderationTopics } from './moderation/moderation.news.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { createModerationService } from './moderation/moderation.service.ts'
import { startModerationPurge } from './moderation/purge.ts'
import { startDigests } from './notifications/digests.ts'
import { startEventMails } from './notifications/event-mails.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { createNotificationsService } from './notifications/notifications.service.ts'
import { giveNotice, notify, withdrawNotifications } from './notifications/notify.ts'
import { pushRoutes } from './notifications/push.routes.ts'
import { createPushService } from './notifications/push.service.ts'
import { queuePushes } from './notifications/push.store.ts'
import { createPushKeys } from './notifications/push-keys.ts'
import { startPushes } from './notifications/pushes.ts'
import { createUnsubscribeTokens } from './notifications/unsubscribe-tokens.ts'
import { AppError } from './platform/app-error.ts'
import { cutSilentConnections, type Database } from './platform/database/database.ts'
import { readInstanceKey } from './platform/database/instance.ts'
import { watchRoom } from './platform/database/room.ts'
import { allowedOrigins } from './platform/http/allowed-origins.ts'
import { type Identify, limitConcurrencyPerClient } from './platform/http/api-middleware.ts'
import { readContracts } from './platform/http/contract-guard.ts'
import { sessionCookieName } from './platform/http/cookies.ts'
import { serveDocument } from './platform/http/document.ts'
import { createGuardedServer, limitPipelining } from './platform/http/guarded-server.ts'
import { healthRoutes } from './platform/http/health.ts'
import { listen } from './platform/http/listen.ts'
import { createClientAddress, isLoopback, siteOf, warnOfProxy } from './platform/http/network.ts'
import { addPipeline, describeApi, refuseOthers } from './platform/http/pipeline.ts'
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
import { describeSocket } from './platform/realtime/describe-socket.ts'
import { createHub, openTopic, type Topic } from './platform/realtime/hub.ts'
import { startLiveServer } from './platform/realtime/live-server.ts'
import { createNewsroom } from './platform/realtime/newsroom.ts'
import { startSweeper } from './platform/realtime/sweeper.ts'
import type { Redis } from './platform/redis/redis.ts'
import { photoRoutes } from './profiles/photo.routes.ts'
import { createPhotoService } from './profiles/photo.service.ts'
import { createPhotoDecoder } from './profiles/photo-decoder.ts'
import { profilesRoutes } from './profiles/profiles.routes.ts'
import { createProfilesService } from './profiles/profiles.service.ts'
import { reportsRoutes } from './reports/reports.routes.ts'
import { createReportsService } from './reports/reports.service.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { createSettingsService } from './settings/settings.service.ts'
import { botsRoutes } from './tokens/bots.routes.ts'
import { createBotsService } from './tokens/bots.service.ts'
import { tokensRoutes } from './tokens/tokens.routes.ts'
import { createTokensService } from './tokens/tokens.service.ts'
import { findLiveTokenIds } from './tokens/tokens.store.ts'
import { webhooksRoutes } from './tokens/webhooks.routes.ts'

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
  const sealedOtherwise = await countSealedOtherwise(database, platform.seal.keyIds)
  if (sealedOtherwise > 0)
    log.warn(
      { secondFactors: sealedOtherwise },
      'second factors were sealed by another COVO_SECRET: name it in COVO_OLD_SECRETS, or their members cannot sign in',
    )
  const { hub, newsroom, requests, securityLog, mailer, clientAddress, headers } = platform
  const { trustedProxies } = settings
  const endedSessions = await watchEndedSessions(pool, log)
  const hiddenPeople = await watchHiddenPeople({ pool, database, hub, log })
  const eventRooms = await watchEventRooms({ pool, database, hub, log })
  const origins = lazily(() => allowedOrigins(settings.publicOrigin, portOf(server)))
  const services = createServices(dependencies, platform, { endedSessions, hiddenPeople, origins })
  const { auth, chat } = services
  // Before a token is known, the look-ups of a site's programs wait for each other, as its visitors do.
  const readToken = (token: string, address: string) =>
    requests.run(`${siteOf(address)} tokens`, () => services.tokens.identify(token))

  const server = createGuardedServer({
    headers,
    trustedProxies,
    onMalformed: (address) => securityLog.write('input.refused', { address, route: 'malformed request' }),
    onTooManyConnections: (address) => securityLog.write('limit.reached', { address, route: 'connection' }),
  })
  const topics = [
    conversationTopics(chat),
    roomHeadTopics(chat),
    openTopic(eventsTopic, 'Events, and how many take part in them.', 'events:read'),
    openTopic(membersTopic, 'New names and photos of members.', 'profile:read'),
    moderationTopics(database),
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
    readToken,
    findHidden: hiddenPeople.of,
    hasEnded: endedSessions.has,
    findLiveSessions: async (ids) =>
      (await findLiveSessionIds(database, ids)).union(await findLiveTokenIds(database, ids)),
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
  const app = await createHttpApp({
    dependencies,
    platform,
    services,
    endedSessions,
    origins,
    live,
    topics,
    sweeper,
    readToken,
  })
  server.on('request', limitPipelining(getRequestListener(app.fetch)))

  async function stopServices(): Promise<void> {
    newsroom.stop()
    await sweeper.stop()
    await presence.stop()
    await mailer.stop()
    await endedSessions.stop()
    await hiddenPeople.stop()
    await eventRooms.stop()
    platform.photoDecoder.stop()
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
  const moderationPurge = startModerationPurge(database, log)
  const signInPurge = startSignInPurge(database, log)
  const deletingRooms = startDeletingRooms(database, log)
  const { limits, origin, unsubscribeTokens: tokens } = platform
  const unclaimed = settings.emailVerification === 'off' ? null : startRemovingUnclaimed(database, log)
  services.exportWorker.start()
  const hasSwitches = settings.extensions === 'on'
  const { pushKeys, pushHosts } = platform
  const pushes = startPushes({
    database,
    keys: pushKeys,
    hosts: pushHosts,
    namesOf: namesOfMentioned,
    hasSwitches,
    log,
  })
  const eventMails = startEventMails({ database, limits, mailer, tokens, hasSwitches, origin, log })
  const { name, dataDirectory } = settings
  const digests = hasSwitches ? startDigests({ database, limits, mailer, tokens, origin, name, log }) : null
  const keepBlockedAddress = platform.blockedAddresses.keep
  const erasing = startErasing({ database, mailer, keepBlockedAddress, origin, name, dataDirectory, log })

  return {
    port: portOf(server),
    async warnOfAbsentServices() {
      await Promise.all([mailer.warnIfAbsent(), platform.provider?.connect()])
    },
    async stop() {
      live.stop()
      await closeServer(server, stopListening)
      await searchIndexing.stop()
      await unclaimed?.stop()
      await moderationPurge.stop()
      await signInPurge.stop()
      await deletingRooms.stop()
      // The mailer gives up what takes too long, and that is noted then.
      await Promise.all([
        eventMails.stop(),
        digests?.stop(),
        pushes.stop(),
        services.exportWorker.stop(),
        erasing.stop(),
        stopServices(),
      ])
    },
  }
}

type Platform = Awaited<ReturnType<typeof createPlatform>>

/** The services that slices are built on. */
async function createPlatform({ settings, database, pool, redis, log }: AppDependencies) {
  const { secret, name, smtpUrl } = settings
  const origin = originOf(settings)
  const instanceKey = await readInstanceKey(database, secret)
  const hub = createHub(paceOfEvents, hideNews, isNewsInScope)
  const authenticationOptions = { database, secret, origin, log }
  const blockedAddresses = createBlockedAddresses(secret, settings.oldSecrets)
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
      contact: settings.contact,
      log,
    }),
    unsubscribeTokens: createUnsubscribeTokens(secret),
    pushKeys: createPushKeys(secret, settings.contact ? `mailto:${settings.contact}` : origin),
    pushHosts: { added: settings.pushHosts, isLocal: isLoopback(new URL(origin).hostname) },
    seal: createSeedSeal(secret, settings.oldSecrets),
    blockedAddresses,
    clientAddress: createClientAddress(settings.trustedProxies),
    headers: securityHeaders(origin.startsWith('https:')),
    cookieName: sessionCookieName(origin.startsWith('https:')),
    authentication: createAuthentication(authenticationOptions),
    photoDecoder: createPhotoDecoder(),
    provider:
      settings.provider &&
      createExternalProvider(settings.provider, authenticationOptions, async (email) => {
        // A popup asks for no invite: people who have one register with it.
        if (settings.registration !== 'open') return 'registration_closed'
        return (await blockedAddresses.has(database, email)) ? 'account_blocked' : null
      }),
  }
}

type Services = ReturnType<typeof createServices>

/** The slices. A slice that needs another is given its service, or a function of it. */
function createServices(
  { settings, database, log }: AppDependencies,
  platform: Platform,
  watched: { endedSessions: EndedSessions; hiddenPeople: HiddenPeople; origins: () => ReadonlySet<string> },
) {
  const { endedSessions, hiddenPeople, origins } = watched
  const { origin, limits, newsroom, mailer } = platform
  const deletion = createDeletionService({
    database,
    days: settings.deletionDays,
    origin,
    name: settings.name,
    mailer,
  })
  const account = createAccountService({
    database,
    limits,
    newsroom,
    giveNotice,
    blockedAddresses: platform.blockedAddresses,
    emailVerification: settings.emailVerification,
    // Made below: it mails what this one composes.
    requireConfirmation: (viewer) => auth.requireConfirmation(viewer),
    providerLabel: settings.provider?.label ?? '',
    listPasskeys: (uid) => auth.listPasskeys(uid),
    isByPasskey: (viewer) => auth.isByPasskey(viewer),
    sendPasswordReset: (uid, email) => auth.sendPasswordReset(uid, email),
    catchUpEndings: endedSessions.catchUp,
    mails: createAccountMails(mailer, origin, settings.name),
    sendLater: mailer.sendLater,
  })
  const { limitUnconfirmed, limitNew } = account
  const auth = createAuthService({
    database,
    settleSignIn: deletion.settleSignIn,
    authentication: platform.authentication,
    cookieName: platform.cookieName,
    provider: platform.provider,
    limits,
    blockedAddresses: platform.blockedAddresses,
    newsroom,
    sessionCache: createSessionCache(endedSessions),
    knownBrowsers: createKnownBrowsers(settings.secret, origin),
    giveNotice,
    sendResetMail: (email, token) => mailer.send(resetMail(email, origin, settings.name, token)),
    sendSecurityNotice: (email, notice, where) =>
      mailer.send(securityNoticeMail(email, { origin, name: settings.name, notice, ...where })),
    seal: platform.seal,
    party: relyingParty(origin, origins),
    challenges: createPasskeyChallenges(settings.secret),
    instanceName: settings.name,
    sendLater: mailer.sendLater,
    emailVerification: settings.emailVerification,
    sendVerificationMail: account.sendVerificationMail,
    registrationMode: settings.registration,
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
    limitUnconfirmed,
    limitNew,
    findsUnconfirmedEmails: settings.emailVerification === 'off',
    queuePushes,
    giveNotice,
    lockPrivateChat: (trx, one, other) => lockConversation(trx, privateConversationId(one, other)),
    areHidden,
  })
  const events = createEventsService({
    database,
    limits,
    newsroom,
    limitUnconfirmed,
    notify,
    lockRoom: lockEventRoom,
  })
  const chat = createChatService({
    database,
    limits,
    limitNew,
    areFriends: friends.areFriends,
    findHidden: hiddenPeople.of,
    hasBlocked: (uid, other) => hasBlocked(database, uid, other),
    newsroom,
    queuePushes,
    notify,
    withdrawNotifications,
  })
  const notifications = createNotificationsService({
    database,
    limits,
    newsroom,
    tokens: platform.unsubscribeTokens,
    hasSwitches: settings.extensions === 'on',
  })
  const exportWorker = createExportWorker({
    database,
    limits,
    newsroom,
    sendMail: (email, expiresAt) => mailer.send(exportMail(email, origin, settings.name, expiresAt)),
    log,
  })
  const instance = { name: settings.name, contact: settings.contact }
  const profiles = createProfilesService({
    database,
    limits,
    newsroom,
    friends,
    events,
    areHidden: (one, other) => areHidden(database, one, other),
  })
  return {
    auth,
    exportWorker,
    exports: createExportsService({
      database,
      limits,
      newsroom,
      requireConfirmation: auth.requireConfirmation,
      onQueued: exportWorker.wake,
    }),
    account,
    profiles,
    deletion,
    blocks: createBlocksService({ database, limits, newsroom, hiddenPeople, friends, chat, notifications }),
    reports: createReportsService({
      database,
      limits,
      findHidden: hiddenPeople.of,
      findReported: {
        message: findReportedMessage,
        member: profiles.findReported,
        event: findReportedEvent,
      },
      mailer,
      instance,
    }),
    moderation: createModerationService({
      database,
      requireConfirmation: auth.requireConfirmation,
      isByPasskey: auth.isByPasskey,
      mailer,
      origin,
      name: settings.name,
    }),
    appeals: createAppealsService({ database, limits, mailer, instance }),
    photos: createPhotoService({
      database,
      limits,
      newsroom,
      decoder: platform.photoDecoder,
      refuseUnconfirmed: account.refuseUnconfirmed,
    }),
    events,
    ctftime: createCtftimeService({ database, limits, ctftimeUrl: settings.ctftimeUrl, log }),
    eventChanges: createEventChangesService({ database, limits, newsroom, notify }),
    eventOrganizers: createEventOrganizersService({
      database,
      limits,
      newsroom,
      notify,
      lockRoom: lockEventRoom,
    }),
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
    notifications,
    push: createPushService({
      database,
      limits,
      hosts: platform.pushHosts,
      publicKey: platform.pushKeys.publicKey,
    }),
    tokens: createTokensService({
      database,
      limits,
      newsroom,
      requireConfirmation: auth.requireConfirmation,
    }),
    bots: createBotsService({
      database,
      limits,
      newsroom,
      requireConfirmation: auth.requireConfirmation,
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
  topics: Topic[]
  sweeper: { age: () => number }
  readToken: Identify['readToken']
}

/** All routes, behind their middleware. */
async function createHttpApp(options: HttpAppOptions) {
  const { dependencies, platform, services, endedSessions, origins, live, topics, sweeper } = options
  const { settings, database, pool, redis, log } = dependencies
  const { origin, hub, requests, limits, mailer, securityLog, clientAddress, cookieName } = platform
  const { publicOrigin, trustedProxies, provider, name, controller, contact, extensions, emailVerification } =
    settings
  const { auth, profiles, events, friends, chat } = services
  const app = createRouter({ isRoot: true })
  const contracts = lazily(() => readContracts(app, settings.extensions === 'on'))
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
    limits,
    identify: { readSession: auth.readSession, readToken: options.readToken },
    hasEnded: endedSessions.has,
  })
  app.route('/', authRoutes(auth))
  app.route('/', accountRoutes(services.account))
  app.route('/', deletionRoutes(services.deletion, auth))
  app.route('/', exportsRoutes(services.exports))
  app.route('/', photoRoutes(services.photos))
  app.route('/', profilesRoutes(profiles))
  // Before the events, whose ids are a part of their paths: they have /api/events/own and /api/events/feed.
  app.route('/', notificationsRoutes(services.notifications))
  app.route('/', pushRoutes(services.push))
  app.route('/', calendarFeedRoutes(services.calendarFeeds, limitConcurrencyPerClient(requests)))
  app.route('/', ctftimeRoutes(services.ctftime))
  app.route('/', eventsRoutes(events))
  app.route('/', eventChangesRoutes(services.eventChanges))
  app.route('/', eventOrganizersRoutes(services.eventOrganizers))
  app.route('/', eventParticipantsRoutes(services.eventParticipants))
  app.route('/', friendsRoutes(friends))
  app.route('/', blocksRoutes(services.blocks))
  app.route('/', reportsRoutes(services.reports))
  app.route('/', appealsRoutes(services.appeals))
  app.route('/', moderationRoutes(services.moderation))
  app.route('/', chatRoutes(chat))
  app.route('/', settingsRoutes(services.settings))
  app.route('/', tokensRoutes(services.tokens))
  app.route('/', botsRoutes(services.bots))
  app.route('/', webhooksRoutes({ limits: platform.limits, chat: services.chat }))
  app.route('/', homeRoutes(database))
  const description = describeApi(app, { instanceName: name, cookieName })
  const socketDescription = lazily(() => describeSocket({ instanceName: name, origin, cookieName, topics }))
  for (const [path, make] of [
    ['/api/openapi.json', description],
    ['/api/asyncapi.json', socketDescription],
  ] as const)
    serveDocument(app, path, { type: 'application/json', make: () => JSON.stringify(make()) })
  // Requests that ask for the socket don't get here (RFC 9110, 7.8 and 15.5.22).
  app.get(livePath, (context) => {
    context.header('Upgrade', 'websocket')
    context.header('Connection', 'Upgrade')
    throw new AppError('common.upgrade_required')
  })
  refuseOthers(app, contracts)
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
    extensions,
    emailVerification,
    registration: settings.registration,
    ctftime: settings.ctftimeUrl === null ? 'off' : 'on',
    origin: publicOrigin ?? '',
  }
  const site = await openSite(
    siteFolder,
    instance,
    async (cookieHeader) => (await auth.peekSession(cookieHeader)) !== null,
  )
  serveDocument(app, '/sviluppatori', {
    type: 'text/html; charset=UTF-8',
    make: async () =>
      site.renderReference(String(await referencePage(description(), socketDescription(), settings.limits))),
  })
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
