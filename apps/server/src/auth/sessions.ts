import { isAPIError } from 'better-auth/api'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database } from '../platform/database/database.ts'
import { findSessionCookie } from '../platform/http/cookies.ts'
import type { SecurityEvent } from '../platform/log/security-log.ts'
import type { Viewer } from '../platform/viewer.ts'
import { endOldestSessions } from './auth.store.ts'
import type { AuthRequest } from './auth-request.ts'
import { type Authentication, longestSessionLife } from './authentication.ts'
import { libraryCode } from './library-error.ts'
import type { SessionCache } from './session-cache.ts'

export type Sessions = ReturnType<typeof createSessions>

type SessionDependencies = {
  database: Database
  authentication: Authentication
  /** The name of the session's cookie. */
  cookieName: string
  cache: SessionCache
}

/** The sessions of this instance: found by their cookie, begun and ended. */
export function createSessions({ database, authentication, cookieName, cache }: SessionDependencies) {
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
    if (found) cache.remember(cookie, found.viewer)
    return found
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

    /**
     * Completes a sign-in or a registration, in this order: the session that the browser had before ends, the oldest of too
     * many sessions of the member end, and the security log gets its line.
     */
    async replaceSession(request: AuthRequest, uid: string, event: SecurityEvent): Promise<void> {
      await endOldestSessions(database, uid)
      if (cookieOf(request.headers.get('cookie'))) await endNamedSession(request.headers)
      request.record(event, { uid })
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

async function findValid(authentication: Authentication, cookie: string, disableRefresh: boolean) {
  const found = await readStored(authentication, cookie, disableRefresh)
  if (!found?.response) return null
  const { user, session } = found.response
  // Blocking deletes the sessions; one that began at the same instant is not valid either.
  if (user.blockedAt) return null
  if (session.createdAt.getTime() + longestSessionLife * 1000 <= Date.now()) return null
  return { viewer: { uid: user.id, sessionId: session.id }, headers: found.headers }
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
