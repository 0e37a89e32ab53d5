import { randomBytes } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { serializeSignedCookie } from 'better-call'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { findSessionCookie } from '../platform/http/cookies.ts'
import type { SecurityEvent } from '../platform/log/security-log.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import {
  describeSession,
  endOldestSessions,
  insertSession,
  noteSessionUse,
  renewSession,
  type SignInMethod,
} from './auth.store.ts'
import type { AuthRequest } from './auth-request.ts'
import { type Authentication, longestSessionLife } from './authentication.ts'
import { deviceOf } from './device.ts'
import { noteDevice } from './known-devices.ts'
import { libraryCode } from './library-error.ts'
import type { SecurityNotices } from './security-notices.ts'
import type { SessionCache } from './session-cache.ts'

export type Sessions = ReturnType<typeof createSessions>

/** A session that just began, by its token. */
type BegunSession = { uid: string; token: string; method: SignInMethod }

type SessionDependencies = {
  database: Database
  authentication: Authentication
  /** The name of the session's cookie. */
  cookieName: string
  cache: SessionCache
  newsroom: Newsroom
  notices: SecurityNotices
}

/** The sessions of this instance: found by their cookie, begun and ended. */
export function createSessions({
  database,
  authentication,
  cookieName,
  cache,
  newsroom,
  notices,
}: SessionDependencies) {
  /** The session's cookie of a `Cookie` header; null where there is none. No other header identifies the caller. */
  const cookieOf = (header: string | null) => findSessionCookie(header, cookieName)

  /** Requests that arrive at once with a cookie that is not cached share one read. */
  const findProlonged = coalesceReads((cookie: string) => findValid(authentication, cookie, false))
  const findUnchanged = coalesceReads((cookie: string) => findValid(authentication, cookie, true))

  async function find(
    cookieHeader: string | null | undefined,
    findStored: typeof findProlonged,
  ): Promise<{ viewer: Viewer; headers?: Headers } | null> {
    const cookie = cookieOf(cookieHeader ?? null)
    if (cookie === null) return null
    const cached = cache.find(cookie)
    if (cached) return { viewer: cached }
    const found = await findStored(cookie)
    if (!found) return null
    const { viewer, headers, lastUsedOn } = found
    // A day of its use costs a write; each minute, at most, one reads it.
    if (lastUsedOn !== new Date().toISOString().slice(0, 10)) await noteSessionUse(database, viewer.sessionId)
    cache.remember(cookie, viewer)
    return { viewer, headers }
  }

  async function headersFor(token: string): Promise<Headers> {
    const { authCookies, secret } = await authentication.$context
    const { name, attributes } = authCookies.sessionToken
    return new Headers({ 'Set-Cookie': await serializeSignedCookie(name, token, secret, attributes) })
  }

  async function endSession(token: string): Promise<void> {
    await (await authentication.$context).internalAdapter.deleteSession(token)
  }

  /** Ends the session that the cookie names, in all processes. Answers the headers that remove the cookie. */
  async function endNamedSession(requestHeaders: Headers): Promise<Headers> {
    const { headers } = await authentication.api.signOut({ headers: requestHeaders, returnHeaders: true })
    // The library doesn't report that the database failed to delete it.
    const cookie = cookieOf(requestHeaders.get('cookie'))
    if (cookie && (await readStored(authentication, cookie, true))?.response)
      throw new AppError('common.unavailable')
    await cache.catchUp()
    return headers
  }

  /** The member of a `Cookie` header's session, where the answer can't set one: a page's first paint, a socket. */
  async function peekSession(cookieHeader: string | null | undefined): Promise<Viewer | null> {
    return (await find(cookieHeader, findUnchanged))?.viewer ?? null
  }

  return {
    peekSession,

    /** The member of a `Cookie` header's session, with the headers that prolong it when it is due; null without a valid session. */
    readSession: (cookieHeader: string | undefined) => find(cookieHeader, findProlonged),

    /** The session that an answer's cookies begin, of any member. */
    async findBegun(answerHeaders: Headers) {
      const cookie = cookieOf(answerHeaders.getSetCookie().join('; '))
      return cookie ? ((await readStored(authentication, cookie, true))?.response ?? null) : null
    },

    endSession,
    endNamedSession,

    /**
     * Completes a sign-in or a registration, in this order: the session gets what its member recognises it by, the session that
     * the browser had before ends, the oldest of too many sessions of the member end, and the security log gets its line. A
     * browser or system that is new to the member is notified to them, also by mail.
     */
    async replaceSession(request: AuthRequest, begun: BegunSession, event: SecurityEvent): Promise<void> {
      const { uid, token, method } = begun
      const device = deviceOf(request.headers)
      await describeSession(database, token, { device, method })
      await endOldestSessions(database, uid)
      if (cookieOf(request.headers.get('cookie'))) await endNamedSession(request.headers)
      request.record(event, { uid })
      await newsroom.transact(async (trx, publish) => {
        if (await noteDevice(trx, uid, device))
          await notices.notifyAndMail(trx, publish, 'signed_in', uid, request)
      })
    },

    /**
     * Notes that the member of a session just showed who they are. It goes on under another token, with its id and its
     * sockets; the old token names nothing any more (OWASP ASVS 5.0, 7.2.4). Answers the headers with its cookie.
     */
    async confirmSession({ sessionId }: Viewer, byPasskey = false): Promise<Headers> {
      const token = createSessionToken()
      if (!(await renewSession(database, sessionId, { token, byPasskey })))
        throw new AppError('common.unauthenticated')
      await cache.catchUp()
      return await headersFor(token)
    },

    /** Begins a session in the transaction that accepts the code of a second step, or a passkey. Answers the headers with its cookie. */
    async insertSession(trx: DatabaseTransaction, uid: string): Promise<{ token: string; headers: Headers }> {
      const token = createSessionToken()
      await insertSession(trx, uid, token)
      return { token, headers: await headersFor(token) }
    },

    /** Ends the session of the request. Answers the headers that remove its cookie. */
    async logout(request: AuthRequest): Promise<Headers> {
      const viewer = await peekSession(request.headers.get('cookie'))
      const headers = await endNamedSession(request.headers)
      if (viewer) request.record('signed_out', { uid: viewer.uid })
      return headers
    },
  }
}

/** As long as the library's own. */
function createSessionToken(): string {
  return randomBytes(24).toString('base64url')
}

async function findValid(authentication: Authentication, cookie: string, disableRefresh: boolean) {
  const found = await readStored(authentication, cookie, disableRefresh)
  if (!found?.response) return null
  const { user, session } = found.response
  // Blocking and suspending delete the sessions; one that began at the same instant is not valid either.
  if (user.blockedAt || (user.suspendedUntil && user.suspendedUntil > new Date())) return null
  if (session.createdAt.getTime() + longestSessionLife * 1000 <= Date.now()) return null
  const viewer = { uid: user.id, sessionId: session.id }
  return { viewer, headers: found.headers, lastUsedOn: session.lastUsedOn }
}

/**
 * The library raises one error for a session that ended while it was prolonged (401: null), and for a database that didn't
 * answer (`common.unavailable`).
 */
async function readStored(authentication: Authentication, cookie: string, disableRefresh: boolean) {
  try {
    return await authentication.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh },
      returnHeaders: true,
    })
  } catch (error) {
    if (!isAPIError(error) || libraryCode(error) !== 'FAILED_TO_GET_SESSION') throw error
    if (error.statusCode === 401) return null
    throw new AppError('common.unavailable')
  }
}
