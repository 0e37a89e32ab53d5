import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log/log.ts'
import type { Mail, Mailer } from '../platform/mail/mailer.ts'
import { claimDigest, type DueDigest, digestRow, queueDigests, readNews } from './digests.store.ts'
import { sendDueMails } from './mail-queue.ts'
import { composeDigest } from './notifications.mail.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

export type DigestsDependencies = {
  database: Database
  limits: Pick<Limits, 'take'>
  mailer: Pick<Mailer, 'send'>
  tokens: UnsubscribeTokens
  /** The public origin, of which links are made, and the instance's name. */
  origin: string
  name: string
  log: Log
}

/** Sends the digests that are due. */
export async function sendDigests(dependencies: DigestsDependencies, signal: AbortSignal): Promise<void> {
  const { database, limits, mailer, log } = dependencies
  while (!signal.aborted && (await queueDigests(database)));
  await sendDueMails(
    {
      table: 'digests',
      take: () => claimDigest(database),
      rowOf: digestRow,
      compose: (digest) => compose(digest, dependencies),
      database,
      limits,
      mailer,
      log,
    },
    signal,
  )
}

/** Writes a digest; null where the member has seen everything, or does not want it any more. */
async function compose(
  digest: DueDigest,
  { database, tokens, origin, name }: DigestsDependencies,
): Promise<Mail | null> {
  const news = digest.isWanted ? await readNews(database, digest) : null
  return news && composeDigest({ ...digest, news }, origin, name, tokens)
}
