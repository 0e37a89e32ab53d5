import type { PushMessage } from '@covo/contract/notifications/push.routes'
import { endOfQuietHours } from '@covo/contract/notifications/quiet-hours.rules'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import { startPeriodicWork } from '../platform/periodic-work.ts'
import {
  claimPushes,
  type DuePush,
  deleteOldPushes,
  deleteSubscription,
  postponePush,
  queueUpdatePushes,
  settlePush,
  suspendPush,
} from './push.store.ts'
import { type NamesOf, readContent, readUnreadTags, tagOf } from './push-contents.ts'
import { isPushService, type PushHosts } from './push-hosts.ts'
import type { PushKeys } from './push-keys.ts'
import { sealPush } from './seal-push.ts'

/** Milliseconds between two looks for due pushes. */
const intervalMs = 1000

/** Pushes of this process that are on their way at once: few, so that chats don't wait for the database. */
const maximumUnderWay = 10

/** Milliseconds for a push service to answer. */
const serviceTimeoutMs = 5000

/** Seconds for which a push service keeps what it can't deliver. */
const usualLife = 24 * 3600

/** Seconds before the second try and the third. */
const pauses = [10, 60]

type PushesDependencies = {
  database: Database
  keys: PushKeys
  hosts: PushHosts
  namesOf: NamesOf
  /** Whether members can turn kinds of notifications off. */
  hasSwitches: boolean
  log: Log
}

/** Sends the pushes that are due, of all processes together each once, now and every second. */
export function startPushes(dependencies: PushesDependencies) {
  const { database, log } = dependencies
  const underWay = new Set<Promise<void>>()

  async function sendDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Several with one statement.
      while (underWay.size > maximumUnderWay / 2) await Promise.race(underWay)
      const pushes = await claimPushes(database, maximumUnderWay - underWay.size)
      if (pushes.length === 0) return
      for (const push of pushes) {
        const delivery = deliver(push, dependencies)
          .catch((error: unknown) => log.warn({ err: error }, 'push not noted'))
          .finally(() => underWay.delete(delivery))
        underWay.add(delivery)
      }
    }
  }

  const work = startPeriodicWork({
    intervalMs,
    failure: 'pushes not sent',
    log,
    async work(signal) {
      await queueUpdatePushes(database)
      await sendDue(signal)
      await deleteOldPushes(database)
    },
  })
  return {
    async stop(): Promise<void> {
      await work.stop()
      await Promise.all(underWay)
    },
  }
}

/** Sends a push that was taken, if its subject is still unread, and stores the outcome. */
async function deliver(push: DuePush, dependencies: PushesDependencies): Promise<void> {
  const { database, hosts, hasSwitches, namesOf, log } = dependencies
  if (!push.isPresent || !isPushService(push.endpoint, hosts) || push.tries > pauses.length + 1)
    return await settlePush(database, push, false)
  const endOfQuiet = endOfQuietHours(Date.now(), push.quietHours, push.zone)
  if (endOfQuiet !== null && push.kind !== 'test')
    return await suspendPush(database, push, new Date(endOfQuiet))
  const switches = hasSwitches ? {} : { notifyEvents: true, notifyChat: true, notifyFriendship: true }
  const content = await readContent(database, { ...push, ...switches }, namesOf)
  if (!content) return await settlePush(database, push, false)
  const { life = usualLife, ...shown } = content
  const message = {
    ...shown,
    tag: tagOf(push),
    about: push.subject,
    unread: await readUnreadTags(database, push),
  }
  const answer = await post(push, message, life, dependencies.keys)
  if (answer.status === 404 || answer.status === 410)
    return await deleteSubscription(database, push.sessionId, push.endpoint)
  const pause = pauses[push.tries - 1]
  if (answer.isTemporary && pause !== undefined)
    return await postponePush(database, push, answer.retryAfter ?? pause)
  const wasSent = answer.status >= 200 && answer.status < 300
  // Never the endpoint: anybody who knows it can send.
  if (!wasSent)
    log.warn({ service: new URL(push.endpoint).host, status: answer.status }, 'push service refused a push')
  await settlePush(database, push, wasSent)
}

type ServiceAnswer = { status: number; isTemporary: boolean; retryAfter: number | null }

/** Hands a push to its service. A redirect is not followed: it would lead to a host that nobody allowed. */
async function post(
  push: DuePush,
  message: PushMessage,
  life: number,
  keys: PushKeys,
): Promise<ServiceAnswer> {
  const isUrgent = push.kind === 'chat' || push.kind === 'mention'
  try {
    const answer = await fetch(push.endpoint, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(serviceTimeoutMs),
      headers: {
        authorization: await keys.authorizationFor(push.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(life),
        topic: message.tag,
        urgency: isUrgent ? 'high' : 'normal',
      },
      body: sealPush(JSON.stringify(message), push),
    })
    // Nobody reads the body.
    await answer.body?.cancel()
    const { status } = answer
    const isTemporary = status === 429 || status >= 500
    return { status, isTemporary, retryAfter: readRetryAfter(answer.headers.get('retry-after')) }
  } catch {
    return { status: 0, isTemporary: true, retryAfter: null }
  }
}

/** Seconds that a service asks to wait (RFC 9110, 10.2.3), a day at most; null where it asks for none. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), usualLife) : null
}
