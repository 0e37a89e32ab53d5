import { listenTo } from '../platform/database/notifications.ts'
import type { PrimaryPool } from '../platform/database/primary-pool.ts'
import type { Log } from '../platform/log/log.ts'

/**
 * How long an ended session is remembered, in ms: longer than any request that read it before its end. Sessions are cached as long,
 * so that requests which a page repeats every 45 seconds find theirs.
 */
export const endingsKept = 5 * 60_000

export type EndedSessions = Awaited<ReturnType<typeof watchEndedSessions>>

type EndedSessionsListener = {
  onEnded?: (sessionId: string) => void
  /** Endings may have been missed: every session that is in use has to be looked up. */
  onMissed: () => void
}

/**
 * Publishes the end of every session, in this process or another, within milliseconds of its commit. `has` answers for a
 * session that was read just before its end: else somebody could be let in after the notification (CVE-2022-24751). A session
 * that goes on under another token has not ended; `isRenewed` answers for it as long.
 */
export async function watchEndedSessions(pool: PrimaryPool, log: Log) {
  const ended = new Set<string>()
  const renewed = new Set<string>()
  const listeners: EndedSessionsListener[] = []
  const notifications = await listenTo(
    pool,
    {
      channel: 'session_ended',
      onNotification(payload) {
        const [sessionId = '', isRenewal] = payload.split(' ')
        const kept = isRenewal ? renewed : ended
        kept.add(sessionId)
        setTimeout(() => kept.delete(sessionId), endingsKept).unref()
        if (isRenewal) return
        for (const { onEnded } of listeners) onEnded?.(sessionId)
      },
      onListening() {
        for (const { onMissed } of listeners) onMissed()
      },
    },
    log,
  )
  return {
    subscribe: (listener: EndedSessionsListener): void => void listeners.push(listener),
    has: (sessionId: string) => ended.has(sessionId),
    /** Whether it got another token a short time ago. */
    isRenewed: (sessionId: string) => renewed.has(sessionId),
    isListening: notifications.isListening,
    catchUp: notifications.catchUp,
    stop: notifications.stop,
  }
}
