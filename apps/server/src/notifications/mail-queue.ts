import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log/log.ts'
import type { Mail, Mailer } from '../platform/mail/mailer.ts'
import { giveUp, isMailDue, type MailRow, type MailTable, markSent, postpone } from './mail-queue.store.ts'

/** Mails of one queue that this process sends at once. */
const maximumUnderWay = 10

type MailQueue<Taken> = {
  table: MailTable
  /** Takes one mail that is due; undefined where there is none. */
  take: () => Promise<Taken | undefined>
  rowOf: (taken: Taken) => MailRow
  /** Writes a mail that was taken; null where it is not to be sent any more. */
  compose: (taken: Taken) => Promise<Mail | null>
  /** Gives back what `compose` counted, of a mail that could not be sent. */
  giveBack?: (taken: Taken) => Promise<unknown>
  database: Database
  limits: Pick<Limits, 'take'>
  mailer: Pick<Mailer, 'send'>
  log: Log
}

/** Sends all mails of a queue that are due, of all processes together each once, as fast as `COVO_MAIL_RATE` allows. */
export async function sendDueMails<Taken>(queue: MailQueue<Taken>, signal: AbortSignal): Promise<void> {
  const { database, table, limits, take, log } = queue
  const underWay = new Set<Promise<void>>()
  while (!signal.aborted && (await isMailDue(database, table))) {
    const seconds = await limits.take('mailRate', 'all')
    if (seconds) {
      await delay(1000 * seconds, null, { signal }).catch(() => {})
      continue
    }
    const taken = await take()
    if (!taken) break
    const delivery = deliver(taken, queue)
      .catch((error: unknown) => log.warn({ err: error, table }, 'outcome of a mail not stored'))
      .finally(() => underWay.delete(delivery))
    underWay.add(delivery)
    if (underWay.size === maximumUnderWay) await Promise.race(underWay)
  }
  await Promise.all(underWay)
}

async function deliver<Taken>(taken: Taken, queue: MailQueue<Taken>): Promise<void> {
  const { database, table, mailer, compose, giveBack, log } = queue
  const row = queue.rowOf(taken)
  const mail = await compose(taken)
  if (!mail) return await giveUp(database, row)
  try {
    await mailer.send(mail)
  } catch (error) {
    log.warn({ err: error, table }, 'mail not sent')
    await giveBack?.(taken)
    return await postpone(database, row)
  }
  await markSent(database, row)
}
