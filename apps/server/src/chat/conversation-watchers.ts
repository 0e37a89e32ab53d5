import { conversationTopic, headTopic } from '@covo/contract/chat/chat.news'
import { conversationKind } from '@covo/contract/chat/chat.rules'
import type { Database } from '../platform/database/database.ts'
import { listenTo } from '../platform/database/notifications.ts'
import type { PrimaryPool } from '../platform/database/primary-pool.ts'
import type { Log } from '../platform/log/log.ts'
import type { Hub } from '../platform/realtime/hub.ts'
import { findReaders } from './conversation-access.store.ts'

/** Milliseconds until watchers are looked up again that could not be. */
const retryDelayMs = 500

type Options = {
  pool: PrimaryPool
  database: Database
  hub: Pick<Hub, 'watchedTopics' | 'watchersOf' | 'refuse'>
  log: Log
}

/**
 * Ends the subscriptions to a conversation and to its head of those who no longer may read it, in every process, within milliseconds of
 * the commit. However somebody's right ends, a trigger of migration 67 notifies of it.
 */
export async function watchConversations({ pool, database, hub, log }: Options) {
  /** Conversations that somebody may have left since their watchers were looked up. */
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
    // A conversation that somebody leaves meanwhile is added again, and comes again.
    for (const id of left) {
      left.delete(id)
      try {
        await refuseLeavers(id)
      } catch (error) {
        log.warn({ err: error }, 'watchers of a conversation not checked')
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
    const staying = await findReaders(database, conversationId, uids)
    for (const { topic, connection, uid } of watchers) if (!staying.has(uid)) hub.refuse(connection, topic)
  }

  const notifications = await listenTo(
    pool,
    {
      channel: 'reader_left',
      onNotification: (conversationId) => check([conversationId]),
      onListening: () =>
        check(
          ['chat', 'head']
            .flatMap((prefix) => hub.watchedTopics(prefix))
            .filter((id) => ['event', 'team'].includes(conversationKind(id))),
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
