import { conversationTopic, headTopic } from '@covo/contract/chat/chat.news'
import { conversationKind, eventRoomId } from '@covo/contract/chat/chat.rules'
import type pg from 'pg'
import type { Database } from '../platform/database/database.ts'
import { listenTo } from '../platform/database/notifications.ts'
import type { Log } from '../platform/log/log.ts'
import type { Hub } from '../platform/realtime/hub.ts'
import { findTakingPart } from './event-rooms.store.ts'

/** Milliseconds until watchers are looked up again that could not be. */
const retryDelayMs = 500

type Options = {
  pool: pg.Pool
  database: Database
  hub: Pick<Hub, 'watchedTopics' | 'watchersOf' | 'refuse'>
  log: Log
}

/**
 * Ends the subscriptions to an event's room and to its head of those who no longer take part, in every process, within milliseconds of the
 * commit. However somebody's taking part ends, a trigger of migration 67 notifies of it.
 */
export async function watchEventRooms({ pool, database, hub, log }: Options) {
  /** Rooms that somebody may have left since their watchers were looked up. */
  const left = new Set<string>()
  let checking: Promise<void> | null = null
  let isStopped = false

  function check(conversationIds: string[]): void {
    for (const id of conversationIds) left.add(id)
    checking ??= checkAll().finally(() => {
      checking = null
    })
  }

  async function checkAll(): Promise<void> {
    // A room that somebody leaves meanwhile is added again, and comes again.
    for (const id of left) {
      left.delete(id)
      try {
        await refuseLeavers(id)
      } catch (error) {
        log.warn({ err: error }, 'watchers of an event room not checked')
        setTimeout(() => !isStopped && check([id]), retryDelayMs).unref()
      }
    }
  }

  async function refuseLeavers(conversationId: string): Promise<void> {
    const watchers = [conversationTopic(conversationId), headTopic(conversationId)].flatMap((topic) =>
      hub.watchersOf(topic).map((connection) => ({ topic, connection, uid: connection.viewer.uid })),
    )
    if (watchers.length === 0) return
    const uids = [...new Set(watchers.map(({ uid }) => uid))]
    const staying = await findTakingPart(database, conversationId, uids)
    for (const { topic, connection, uid } of watchers) if (!staying.has(uid)) hub.refuse(connection, topic)
  }

  const notifications = await listenTo(
    pool,
    {
      channel: 'event_left',
      onNotification: (eventId) => check([eventRoomId(eventId)]),
      onListening: () =>
        check(
          ['chat', 'head']
            .flatMap((prefix) => hub.watchedTopics(prefix))
            .filter((id) => conversationKind(id) === 'event'),
        ),
    },
    log,
  )

  return {
    async stop(): Promise<void> {
      isStopped = true
      await notifications.stop()
      await checking
    },
  }
}
