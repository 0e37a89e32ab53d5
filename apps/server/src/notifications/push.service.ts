import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Viewer } from '../platform/viewer.ts'
import { deleteSubscription, queueTest, saveSubscription } from './push.store.ts'
import { isPushService, type PushHosts } from './push-hosts.ts'
import { areBrowserKeys, type BrowserKeys } from './seal-push.ts'

export type PushService = ReturnType<typeof createPushService>

type PushDependencies = { database: Database; limits: Limits; hosts: PushHosts; publicKey: string }

export function createPushService({ database, limits, hosts, publicKey }: PushDependencies) {
  async function limit(name: 'pushSubscriptions' | 'pushTests', uid: string): Promise<void> {
    const seconds = await limits.take(name, uid)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
  }

  /** Has the device of the viewer's session receive pushes. An address that another had moves here. */
  async function subscribe(
    viewer: Viewer,
    { endpoint, keys }: { endpoint: string; keys: BrowserKeys },
  ): Promise<void> {
    if (!isPushService(endpoint, hosts)) throw new AppError('notifications.push_service_refused')
    if (!areBrowserKeys(keys)) throw new AppError('common.invalid_request')
    await limit('pushSubscriptions', viewer.uid)
    const isSaved = await database
      .transaction()
      .execute((trx) => saveSubscription(trx, viewer, { endpoint, ...keys }))
    if (!isSaved) throw new AppError('notifications.push_full')
  }

  /** Has a push sent to the device of the viewer's session. */
  async function sendTest({ uid, sessionId }: Viewer): Promise<void> {
    await limit('pushTests', uid)
    if (!(await queueTest(database, sessionId))) throw new AppError('notifications.no_subscription')
  }

  return {
    publicKey,
    subscribe,
    unsubscribe: ({ sessionId }: Viewer) => deleteSubscription(database, sessionId),
    sendTest,
  }
}
