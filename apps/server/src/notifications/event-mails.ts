import { setTimeout as delay } from 'node:timers/promises'
import { remindedStart } from '@covo/contract/notifications/reminders.rules'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { startPeriodicWork } from '../platform/periodic-work.ts'
import {
  deleteOldRows,
  type EventMail,
  giveUp,
  isMailDue,
  markSent,
  postpone,
  takeMail,
} from './event-mails.store.ts'
import { composeEventMail } from './notifications.mail.ts'
import { reminderKey } from './reminders.store.ts'
import { queueReminders, timeOf } from './reminders.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'
import { queueUpdateMails } from './update-mails.ts'

/** Milliseconds between two looks for what is due: a mail comes within a minute. */
const interval = 20_000

/** Mails of this process that are on their way at once. */
const maximumUnderWay = 10

type EventMailsDependencies = {
  database: Database
  limits: Limits
  mailer: Pick<Mailer, 'send'>
  tokens: UnsubscribeTokens
  /** Whether members can turn mails about events off altogether. */
  hasSwitches: boolean
  /** The public origin, of which links are made. */
  origin: string
  log: Log
}

/** Looks for reminders, updates of events and other mails that are due, now and every 20 seconds, and sends them. */
export function startEventMails(dependencies: EventMailsDependencies) {
  const { database, log } = dependencies
  return startPeriodicWork({
    interval,
    failure: 'mails about events not sent',
    log,
    async work(signal) {
      await queueReminders(database)
      await queueUpdateMails(database, signal)
      await sendDueMails(dependencies, signal)
      await deleteOldRows(database)
    },
  })
}

/** Sends all mails that are due, as fast as `COVO_MAIL_RATE` allows all processes together. */
export async function sendDueMails(dependencies: EventMailsDependencies, signal: AbortSignal): Promise<void> {
  const { database, limits, hasSwitches } = dependencies
  const underWay = new Set<Promise<void>>()
  while (!signal.aborted && (await isMailDue(database))) {
    const seconds = await limits.take('mailRate', 'all')
    if (seconds) {
      await delay(1000 * seconds, null, { signal }).catch(() => {})
      continue
    }
    const mail = await takeMail(database, hasSwitches)
    if (!mail) break
    const delivery = deliver(mail, dependencies)
      .catch((error: unknown) => dependencies.log.warn({ err: error }, 'mail about an event not noted'))
      .finally(() => underWay.delete(delivery))
    underWay.add(delivery)
    if (underWay.size === maximumUnderWay) await Promise.race(underWay)
  }
  await Promise.all(underWay)
}

/** Sends a mail that was taken, or never does where it is not wanted or the member got enough today. */
async function deliver(
  mail: EventMail,
  { database, limits, mailer, tokens, origin, log }: EventMailsDependencies,
): Promise<void> {
  if (!mail.isWanted || !isTimely(mail)) return await giveUp(database, mail)
  if (await limits.take('eventMailsPerMember', mail.uid)) return await giveUp(database, mail)
  try {
    await mailer.send(composeEventMail(mail, origin, tokens))
  } catch (error) {
    log.warn({ err: error }, 'mail about an event not sent')
    await limits.giveBack('eventMailsPerMember', mail.uid)
    return await postpone(database, mail)
  }
  await markSent(database, mail)
}

/** Of a reminder, whether it is of the event's present start, and that is still to come. */
function isTimely(mail: EventMail): boolean {
  if (mail.kind !== 'reminder') return true
  const isOfThisStart = mail.key === reminderKey(mail.key.startsWith('day') ? 'day' : 'hour', mail.startsAt)
  return isOfThisStart && remindedStart(timeOf(mail)) > Date.now()
}
