import type pg from 'pg'
import { listenTo } from '../platform/database/notifications.ts'
import type { Log } from '../platform/log/log.ts'

/** How long an ended session is remembered, in ms: longer than any request that read it before its end. */
export const endingsKept = 60_000

export type EndedSessions = Awaited<ReturnType<typeof watchEndedSessions>>

type EndedSessionsOptions = {
  pool: pg.Pool
  log: Log
  onEnded: (sessionId: string) => void
  /** Endings may have been missed: every session that is in use has to be looked up. */
  onMissed: () => void
}

/**
 * Hears of every session that ends, in this process or another, within milliseconds of its commit. What was read of a
 * session just before is told apart by `has`: else somebody could be let in after the news went by (CVE-2022-24751).
 */
export async function watchEndedSessions({ pool, log, onEnded, onMissed }: EndedSessionsOptions) {
  const ended = new Set<string>()
  const notifications = await listenTo(
    pool,
    {
      channel: 'session_ended',
      onNotification(sessionId) {
        ended.add(sessionId)
        setTimeout(() => ended.delete(sessionId), endingsKept).unref()
        onEnded(sessionId)
      },
      onListening: onMissed,
    },
    log,
  )
  return {
    has: (sessionId: string) => ended.has(sessionId),
    isListening: notifications.isListening,
    catchUp: notifications.catchUp,
    stop: notifications.stop,
  }
}
