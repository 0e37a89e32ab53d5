import type { Device } from '@covo/contract/auth/devices.routes'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Viewer } from '../platform/viewer.ts'
import { endOtherSessions, findSessions } from './auth.store.ts'
import type { AuthRequest } from './auth-request.ts'
import type { RequireConfirmation } from './confirmation.ts'
import type { SessionCache } from './session-cache.ts'

type DeviceDependencies = {
  database: Database
  sessionCache: SessionCache
  requireConfirmation: RequireConfirmation
}

export function createDevices({ database, sessionCache, requireConfirmation }: DeviceDependencies) {
  async function end(viewer: Viewer, request: AuthRequest, id?: string): Promise<number> {
    await requireConfirmation(viewer)
    const ended = await endOtherSessions(database, viewer, id)
    await sessionCache.catchUp()
    if (ended > 0) request.record('devices.signed_out')
    return ended
  }

  return {
    /** Where the member is signed in: the own session first, then by last use. */
    async listDevices(viewer: Viewer): Promise<Device[]> {
      const sessions = await findSessions(database, viewer)
      return sessions.map(({ startedAt, ...session }) => ({
        ...session,
        startedAt: startedAt.toISOString(),
        isCurrent: session.id === viewer.sessionId,
      }))
    },

    /** Ends another session of the member, within a second at every process. One that ended a short time ago is no error. */
    async endDevice(id: string, viewer: Viewer, request: AuthRequest): Promise<void> {
      const ended = await end(viewer, request, id)
      if (ended === 0 && !sessionCache.hasEnded(id)) throw new AppError('account.session_not_found')
    },

    /** Ends all other sessions of the member; answers how many. */
    endOtherDevices: (viewer: Viewer, request: AuthRequest) => end(viewer, request),
  }
}
