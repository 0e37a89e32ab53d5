import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { startPeriodicWork } from '../platform/periodic-work.ts'
import {
  type DueDigest,
  deleteOldDigests,
  giveUp,
  isDigestDue,
  markSent,
  postpone,
  queueDigests,
  readNews,
  takeDigest,
} from './digests.store.ts'
import { composeDigest } from './notifications.mail.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

type DigestsDependencies = {
  database: Database
  limits: Pick<Limits, 'take'>
  mailer: Pick<Mailer, 'send'>
  tokens: UnsubscribeTokens
  /** The public origin, of which links are made, and the instance's name. */
  origin: string
  name: string
  log: Log
}

/** Queues the digests that are due and sends them, now and every minute. */
export function startDigests(dependencies: DigestsDependencies) {
  const { database, log } = dependencies
  return startPeriodicWork({
    interval: 60_000,
    failure: 'digests not sent',
    log,
    work: (signal) => sendDigests(dependencies, signal).then(() => deleteOldDigests(database)),
  })
}

/** Sends the digests that are due, of all processes together each once, as fast as `COVO_MAIL_RATE` allows them. */
export async function sendDigests(dependencies: DigestsDependencies, signal: AbortSignal): Promise<void> {
  const { database, limits } = dependencies
  while (!signal.aborted && (await queueDigests(database)));
  while (!signal.aborted && (await isDigestDue(database))) {
    const seconds = await limits.take('mailRate', 'all')
    if (seconds) {
      await delay(1000 * seconds, null, { signal }).catch(() => {})
      continue
    }
    const digest = await takeDigest(database)
    if (!digest) return
    await deliver(digest, dependencies)
  }
}

/** Sends a digest that was taken, or never does where the member has seen everything, or does not want it any more. */
async function deliver(
  digest: DueDigest,
  { database, mailer, tokens, origin, name, log }: DigestsDependencies,
): Promise<void> {
  const news = digest.isWanted ? await readNews(database, digest) : null
  if (!news) return await giveUp(database, digest)
  try {
    await mailer.send(composeDigest({ ...digest, news }, origin, name, tokens))
  } catch (error) {
    log.warn({ err: error }, 'digest not sent')
    return await postpone(database, digest)
  }
  await markSent(database, digest)
}
