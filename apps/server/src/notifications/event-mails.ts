import { remindedStart } from '@covo/contract/notifications/reminders.rules'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log/log.ts'
import type { Mail, Mailer } from '../platform/mail/mailer.ts'
import { claimMail, type EventMail, eventMailRow } from './event-mails.store.ts'
import { sendDueMails } from './mail-queue.ts'
import { composeEventMail } from './notifications.mail.ts'
import { reminderKey } from './reminders.store.ts'
import { timeOf } from './reminders.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

export type EventMailsDependencies = {
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

/** Sends all mails about events that are due. */
export async function sendEventMails(
  dependencies: EventMailsDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { database, limits, mailer, hasSwitches, log } = dependencies
  await sendDueMails(
    {
      table: 'event_mails',
      take: () => claimMail(database, hasSwitches),
      rowOf: eventMailRow,
      compose: (mail) => compose(mail, dependencies),
      giveBack: ({ uid }) => limits.giveBack('eventMailsPerMember', uid),
      database,
      limits,
      mailer,
      log,
    },
    signal,
  )
}

/** Writes a mail; null where it is not wanted or the member got enough today. */
async function compose(
  mail: EventMail,
  { limits, tokens, origin }: EventMailsDependencies,
): Promise<Mail | null> {
  if (!mail.isWanted || !isTimely(mail)) return null
  if (await limits.take('eventMailsPerMember', mail.uid)) return null
  return composeEventMail(mail, origin, tokens)
}

/** Of a reminder, whether it is of the event's present start, and that is still to come. */
function isTimely(mail: EventMail): boolean {
  if (mail.kind !== 'reminder') return true
  const isOfThisStart = mail.key === reminderKey(mail.key.startsWith('day') ? 'day' : 'hour', mail.startsAt)
  return isOfThisStart && remindedStart(timeOf(mail)) > Date.now()
}
