import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { eventsTopic } from '@covo/contract/events/events.news'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { closeCodes } from '@covo/contract/realtime'
import { getRequestListener } from '@hono/node-server'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import type pg from 'pg'
import { resetMail } from './auth/auth.mail.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createAuthService } from './auth/auth.service.ts'
import { findLiveSessionIds } from './auth/auth.store.ts'
import { createAuthentication } from './auth/authentication.ts'
import { createExternalProvider, type ProviderSettings } from './auth/external-provider.ts'
import { conversationTopics, publishMessageSent, publishUnreadChanged } from './chat/chat.news.ts'
import { chatRoutes } from './chat/chat.routes.ts'
import { createChatService } from './chat/chat.service.ts'
import { publishEventCreated, publishParticipation } from './events/events.news.ts'
import { eventsRoutes } from './events/events.routes.ts'
import { createEventsService } from './events/events.service.ts'
import { publishFriendsChanged } from './friends/friends.news.ts'
import { friendsRoutes } from './friends/friends.routes.ts'
import { createFriendsService } from './friends/friends.service.ts'
import type { Database } from './platform/database/database.ts'
import { allowedOrigins } from './platform/http/allowed-origins.ts'
import { answerErrors, authenticate, requireOwnOrigin } from './platform/http/api-middleware.ts'
import { AppError } from './platform/http/app-error.ts'
import { readContracts } from './platform/http/contract-guard.ts'
import { healthRoutes } from './platform/http/health.ts'
import { createRouter } from './platform/http/router.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { siteRoutes } from './platform/http/site.ts'
import { createLimits, type LimitTable } from './platform/limits/limits.ts'
import type { Log } from './platform/log/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createHub, openTopic } from './platform/realtime/hub.ts'
import { startLiveServer } from './platform/realtime/live-server.ts'
import { StartupError } from './platform/startup-error.ts'
import { publishMemberChanged } from './profiles/profiles.news.ts'
import { profilesRoutes } from './profiles/profiles.routes.ts'
import { createProfilesService } from './profiles/profiles.service.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { createSettingsService } from './settings/settings.service.ts'

const siteFolder = resolve(import.meta.dirname, '../../web/dist')

/** No request of the contract is larger. */
const maximumBodyBytes = 512 * 1024

export type AppDependencies = {
  database: Database
  pool: pg.Pool
  secret: string
  name: string
  publicOrigin: string | null
  smtpUrl: string | null
  /** The folder of mails where there is no mail server. */
  outbox: string
  limitTable: LimitTable
  provider: ProviderSettings | null
  log: Log
}

export type RunningApp = { port: number; stop(): Promise<void> }

/** Builds the server out of its slices and listens on `port` (0: any free one). */
export async function startApp(dependencies: AppDependencies, port: number): Promise<RunningApp> {
  const { database, pool, secret, name, publicOrigin, smtpUrl, outbox, limitTable, provider, log } =
    dependencies
  const origin = publicOrigin ?? `http://localhost:${port}`
  const hub = createHub()
  const limits = createLimits(pool, limitTable)
  const mailer = createMailer({
    smtpUrl,
    outbox,
    from: { name, address: `noreply@${new URL(origin).hostname}` },
  })

  const authenticationOptions = { database, secret, origin, log }
  const externalProvider = provider ? createExternalProvider(provider, authenticationOptions) : null

  const auth = createAuthService({
    database,
    authentication: createAuthentication(authenticationOptions),
    provider: externalProvider,
    limits,
    sendResetMail: (email, token) => mailer.send(resetMail(email, origin, name, token)),
    reportMailFailure: (error) => log.error({ err: error }, 'reset mail not sent'),
    publishSessionEnded: (sessionId) => hub.closeSession(sessionId, closeCodes.sessionEnded),
  })
  const profiles = createProfilesService({
    database,
    publishMemberChanged: (member) => publishMemberChanged(hub, member),
  })
  const events = createEventsService({
    database,
    limits,
    publishEventCreated: (event) => publishEventCreated(hub, event),
    publishParticipation: (event, uid) => publishParticipation(hub, event, uid),
  })
  const friends = createFriendsService({
    database,
    limits,
    publishFriendsChanged: (uids) => publishFriendsChanged(hub, uids),
  })
  const chat = createChatService({
    database,
    limits,
    areFriends: friends.areFriends,
    publishMessageSent: (message, authorCount) => publishMessageSent(hub, message, authorCount),
    publishUnreadChanged: (uid, conversationId, isUnread) =>
      publishUnreadChanged(hub, uid, conversationId, isUnread),
  })
  const settings = createSettingsService({ database, limits, sendPasswordReset: auth.sendPasswordReset })

  const server = createServer()
  const origins = () => allowedOrigins(publicOrigin, portOf(server))
  const app = createRouter()
  const contracts = lazily(() => readContracts(app))

  app.use(requestId())
  app.use(securityHeaders(publicOrigin?.startsWith('https:') ?? false))
  app.onError(answerErrors(contracts, log))
  app.use(
    '/api/*',
    requireOwnOrigin(origins),
    bodyLimit({
      maxSize: maximumBodyBytes,
      onError: () => {
        throw new AppError('common.payload_too_large')
      },
    }),
    authenticate(contracts, auth.readSession),
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
    name: origin.startsWith('https:') ? '__Host-covo.session_token' : 'covo.session_token',
  })
  app.doc31('/api/openapi.json', { openapi: '3.1.0', info: { title: `${name} API`, version: '1' } })
  app.all('/api/*', () => {
    throw new AppError('common.not_found')
  })
  app.route('/', healthRoutes(database))
  app.route(
    '/',
    await siteRoutes(
      siteFolder,
      { name, provider: provider?.label ?? '' },
      async (headers) => (await auth.peekSession(headers)) !== null,
    ),
  )
  app.notFound((context) => context.body(null, 404))

  const live = startLiveServer({
    server,
    hub,
    topics: [conversationTopics(chat), openTopic(eventsTopic), openTopic(membersTopic)],
    log,
    origins,
    readSession: auth.peekSession,
    findLiveSessions: (ids) => findLiveSessionIds(database, ids),
  })
  server.on('request', getRequestListener(app.fetch))
  await listen(server, port)

  return {
    port: portOf(server),
    async stop() {
      live.stop()
      await closeServer(server)
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((ready, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        fail(
          new StartupError(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`),
        )
      else if (error.code === 'EACCES')
        fail(new StartupError(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`))
      else fail(error)
    })
    server.listen(port, ready)
  })
}

/** Lets requests that are being answered finish, for a few seconds at most. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
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
