import { LRUCache } from 'lru-cache'
import type { Viewer } from '../platform/viewer.ts'
import { type EndedSessions, endingsKept } from './ended-sessions.ts'

/** Sessions that are remembered at most: a cookie of 120 bytes and two ids each, 10 MB in all. */
const capacity = 20_000

export type SessionCache = ReturnType<typeof createSessionCache>

/**
 * Caches the member of each session's cookie, for no longer than the end of a session is remembered: an ended session can't
 * be found here. Every page of a chat asks for it, and the answer changes once a month.
 */
export function createSessionCache(ended: EndedSessions) {
  const viewers = new LRUCache<string, Viewer>({
    max: capacity,
    ttl: endingsKept,
    ttlAutopurge: true,
    ttlResolution: 0,
  })
  ended.subscribe({ onMissed: () => viewers.clear() })
  /** For `endingsKept` after a renewal the cookies of a session are looked up, since one of them is void. */
  const isSettled = ({ sessionId }: Viewer) => !ended.has(sessionId) && !ended.isRenewed(sessionId)

  return {
    /** Null where it is not cached, or may have ended while notifications were interrupted. */
    find(cookie: string): Viewer | null {
      const viewer = ended.isListening() ? viewers.get(cookie) : undefined
      return viewer && isSettled(viewer) ? viewer : null
    },

    /** Sessions that are held. */
    count: () => viewers.size,

    /** Resolves when sessions that ended, and tokens that were replaced, before the call are found no more. */
    catchUp: ended.catchUp,
    /** Whether a session ended a short time ago. */
    hasEnded: ended.has,

    /** @param cookie that one alone: with others beside it one session would fill the cache */
    remember(cookie: string, viewer: Viewer): void {
      if (isSettled(viewer)) viewers.set(cookie, viewer)
    },
  }
}
