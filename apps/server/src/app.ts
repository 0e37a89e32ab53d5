import { join } from 'node:path'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import { isNewsInScope } from '@covo/contract/tokens/news-scopes'
import { createAccountMails } from './account/account.mail.ts'
import { accountSlice } from './account/account.slice.ts'
import { createAddressConfirmation } from './account/address-confirmation.ts'
import { authSlice } from './auth/auth.slice.ts'
import { findLiveSessionIds, reserveInstanceName } from './auth/auth.store.ts'
import { createBlockedPeopleCache } from './blocks/blocked-people-cache.ts'
import { blocksSlice } from './blocks/blocks.slice.ts'
import { areHidden, hasBlocked } from './blocks/blocks.store.ts'
import { redactNews } from './blocks/redact-news.ts'
import { chatSlice } from './chat/chat.slice.ts'
import { lockConversation, shareConversation } from './chat/chat.store.ts'
import { lockEventRoom } from './chat/event-rooms.store.ts'
import { namesOfMentioned } from './chat/mentioned-names.ts'
import { findReportedMessage } from './chat/reported-message.ts'
import { createDeletionService } from './deletion/deletion.service.ts'
import { deletionSlice } from './deletion/deletion.slice.ts'
import { eraseAccount } from './deletion/erase-account.ts'
import { developersSlice } from './developers/developers.slice.ts'
import { originOf } from './environment.ts'
import { showParticipations } from './events/event-participants.service.ts'
import { paceOfEvents } from './events/events.news.ts'
import { eventsSlice } from './events/events.slice.ts'
import { findReportedEvent } from './events/reported-event.ts'
import { exportsSlice } from './exports/exports.slice.ts'
import { filesSlice } from './files/files.slice.ts'
import { friendsSlice } from './friends/friends.slice.ts'
import { lockPair } from './friends/friends.store.ts'
import { homeSlice } from './home/home.slice.ts'
import { moderationSlice } from './moderation/moderation.slice.ts'
import { logRoomAct } from './moderation/moderation.store.ts'
import { notifyModerators } from './moderation/notify-moderators.ts'
import { notificationsSlice } from './notifications/notifications.slice.ts'
import {
  notifyOfEvent,
  notifyOfTeam,
  publishNotice,
  withdrawNotifications,
  withdrawTeamLines,
} from './notifications/notify.ts'
import { queuePushes } from './notifications/push.store.ts'
import { cutSilentConnections } from './platform/database/database.ts'
import { readInstanceKey } from './platform/database/instance.ts'
import { allowedOrigins } from './platform/http/allowed-origins.ts'
import { limitConcurrencyPerClient } from './platform/http/api-middleware.ts'
import { sessionCookieName } from './platform/http/cookies.ts'
import { createGuardedServer } from './platform/http/guarded-server.ts'
import { createClientAddress } from './platform/http/network.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { createKeyedSemaphore } from './platform/keyed-semaphore.ts'
import { createLimits } from './platform/limits/limits.ts'
import { createSecurityLog, type SecurityLog } from './platform/log/security-log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { once } from './platform/once.ts'
import { createHub } from './platform/realtime/hub.ts'
import { createNewsroom } from './platform/realtime/newsroom.ts'
import { portOf, startServer } from './platform/server.ts'
import { profilesSlice } from './profiles/profiles.slice.ts'
import { reportsSlice } from './reports/reports.slice.ts'
import { roomsSlice } from './rooms/rooms.slice.ts'
import { settingsSlice } from './settings/settings.slice.ts'
import type { Platform, Slice } from './slice.ts'
import { publishLeaving, readTeamNames } from './teams/event-teams.service.ts'
import { findReportedTeam } from './teams/reported-team.ts'
import { teamsSlice } from './teams/teams.slice.ts'
import { tokensSlice } from './tokens/tokens.slice.ts'
import { findLiveTokenIds } from './tokens/tokens.store.ts'

/**
 * Requests of a member, or of a site's visitors, that run at once and that wait, and those of all clients that run at once. A
 * browser has a hundred under way at most (HTTP/2); a site of visitors may be a lecture hall that signs in.
 */
const requestConcurrency = { perKey: 8, queuedPerKey: 500, total: 100 }

export type AppDependencies = Pick<Platform, 'settings' | 'database' | 'pool' | 'redis' | 'log'>

export type RunningApp = {
  port: number
  /** Logs a warning for each external service that can't be reached; it may be there when it is needed. */
  warnOfAbsentServices(): Promise<void>
  stop(): Promise<void>
}

/** The slices. A slice that needs another is given its service, or a function of it. */
async function createSlices(platform: Platform, cookieName: string) {
  const { settings, database, mailer, origin, name } = platform
  const blockedPeople = await createBlockedPeopleCache(platform)
  const findHidden = blockedPeople.of
  const addressConfirmation = createAddressConfirmation({
    ...platform,
    emailVerification: settings.emailVerification,
    mails: createAccountMails(mailer, origin, name),
  })
  const { limitUnconfirmed, limitNew, refuseUnconfirmed } = addressConfirmation
  const deletion = createDeletionService({ ...platform, days: settings.deletionDays })
  const { checkPendingDeletion } = deletion
  const auth = await authSlice(platform, { cookieName, checkPendingDeletion, publishNotice })
  const { requireConfirmation, isByTwoFactors, sendPasswordReset } = auth.service
  const account = accountSlice(platform, {
    ...auth.service,
    publishNotice,
    blockedAddresses: auth.blockedAddresses,
    addressConfirmation,
    catchUpEndings: auth.endedSessions.catchUp,
    eraseAccount: (trx, uid) =>
      eraseAccount(trx, uid, { textsRemovedBy: null, keepBlockedAddress: auth.blockedAddresses.keep }),
  })
  const events = eventsSlice(platform, {
    limitUnconfirmed,
    notifyOfEvent,
    lockRoom: lockEventRoom,
    publishLeaving,
    readTeamNames,
  })
  const friends = friendsSlice(platform, {
    events: events.service,
    limitUnconfirmed,
    limitNew,
    queuePushes,
    publishNotice,
    lockPrivateChat: (trx, one, other) => lockConversation(trx, privateConversationId(one, other)),
    areHidden,
  })
  const chat = await chatSlice(platform, {
    limitNew,
    areFriends: friends.service.areFriends,
    findHidden,
    hasBlocked: (uid, other) => hasBlocked(database, uid, other),
    queuePushes,
    notifyOfMessage: notifyOfEvent,
    notifyOfTeamMessage: notifyOfTeam,
    withdrawNotifications,
  })
  const teams = teamsSlice(platform, {
    chat: chat.service,
    events: events.service,
    notifier: { notifyOfTeam, withdrawTeamLines },
    lockConversation,
    shareConversation,
    lockPair,
    limitUnconfirmed,
    limitNew,
  })
  const notifications = notificationsSlice(platform, { namesOf: namesOfMentioned })
  const profiles = profilesSlice(platform, {
    friends: friends.service,
    events: events.service,
    areHidden: (one, other) => areHidden(database, one, other),
    refuseUnconfirmed,
  })
  const moderation = moderationSlice(platform, { requireConfirmation, isByTwoFactors })
  const rooms = roomsSlice(platform, {
    chat: chat.service,
    lockConversation,
    shareConversation,
    requireFreshModerator: moderation.service.requireFreshModerator,
    logRoomAct,
  })
  const tokens = tokensSlice(platform, {
    requireConfirmation,
    chat: chat.service,
    rooms: rooms.service,
  })
  const slices: Slice[] = [
    auth,
    account,
    deletionSlice(platform, {
      deletion,
      auth: auth.service,
      keepBlockedAddress: auth.blockedAddresses.keep,
    }),
    exportsSlice(platform, { requireConfirmation }),
    profiles,
    // Before the events, whose ids are a part of their paths: it has /api/events/own.
    notifications,
    events,
    friends,
    blocksSlice(platform, {
      blockedPeople,
      friends: friends.service,
      organizers: events.organizers,
      chat: chat.service,
      notifications: notifications.service,
      teams: teams.service,
    }),
    reportsSlice(platform, {
      findHidden,
      notifyModerators,
      findReported: {
        message: findReportedMessage,
        member: profiles.service.findReported,
        event: findReportedEvent,
        team: findReportedTeam,
      },
    }),
    moderation,
    chat,
    rooms,
    teams,
    await filesSlice(platform, {
      requireMayWrite: chat.service.requireMayWrite,
      findReadableFile: chat.service.findReadableFile,
      warnOfFile: chat.service.warnOfFile,
      findReportedFile: moderation.service.findReportedFile,
      refuseUnconfirmed,
      limitNew,
    }),
    settingsSlice(platform, { ...chat.service, showParticipations, sendPasswordReset }),
    tokens,
    homeSlice(platform),
    developersSlice(platform),
    { stop: blockedPeople.stop },
  ]
  return { slices, auth, tokens: tokens.service, findHidden }
}

/**
 * Builds the server out of its slices and listens on the settings' port (0: any free one).
 * @throws StartupError where it can't listen; nothing goes on then
 */
export async function startApp(dependencies: AppDependencies): Promise<RunningApp> {
  const { settings, database, pool } = dependencies
  cutSilentConnections(pool)
  await reserveInstanceName(database, settings.name)
  const securityLog = createSecurityLog(dependencies.log)
  const isSecure = originOf(settings).startsWith('https:')
  const headers = securityHeaders(isSecure)
  const server = createGuardedServer({
    headers,
    trustedProxies: settings.trustedProxies,
    onMalformed: (address) => securityLog.write('input.refused', { address, route: 'malformed request' }),
    onTooManyConnections: (address) => securityLog.write('limit.reached', { address, route: 'connection' }),
  })
  const platform = await createPlatform(dependencies, securityLog, () => portOf(server))
  const cookieName = sessionCookieName(isSecure)
  const { slices, auth, tokens, findHidden } = await createSlices(platform, cookieName)
  const { port, stop } = await startServer(server, {
    platform,
    headers,
    slices,
    identity: {
      ...auth.service,
      cookieName,
      readToken: tokens.identify,
      findLiveSessions: async (ids) =>
        (await findLiveSessionIds(database, ids)).union(await findLiveTokenIds(database, ids)),
      findHidden,
      endedSessions: auth.endedSessions,
    },
  })
  return {
    port,
    async warnOfAbsentServices() {
      await Promise.all([platform.mailer.warnIfAbsent(), auth.provider?.connect()])
    },
    stop,
  }
}

/** The services that slices are built on. */
async function createPlatform(
  { settings, database, pool, redis, log }: AppDependencies,
  securityLog: SecurityLog,
  readPort: () => number,
): Promise<Platform> {
  const { secret, name, smtpUrl, contact, dataDirectory, publicOrigin } = settings
  const origin = originOf(settings)
  const instanceKey = await readInstanceKey(database, secret)
  const hub = createHub(paceOfEvents, redactNews, isNewsInScope)
  const requests = createKeyedSemaphore(requestConcurrency)
  return {
    settings,
    origin,
    name,
    database,
    pool,
    redis,
    log,
    securityLog,
    hub,
    newsroom: createNewsroom({ database, redis, instanceKey, hub }),
    limits: createLimits({ pool, redis, instanceKey, table: settings.limits }),
    mailer: createMailer({
      smtpUrl,
      outbox: join(dataDirectory, 'outbox'),
      from: { name, address: `noreply@${new URL(origin).hostname}` },
      contact,
      log,
    }),
    requests,
    limitConcurrency: limitConcurrencyPerClient(requests),
    clientAddress: createClientAddress(settings.trustedProxies),
    origins: once(() => allowedOrigins(publicOrigin, readPort())),
  }
}
