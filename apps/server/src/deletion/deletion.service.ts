import type { DeletionTerms } from '@covo/contract/deletion/deletion.routes'
import type { Occasion } from '../auth/auth.mail.ts'
import { deviceOf } from '../auth/device.ts'
import { visibleEmail } from '../platform/absent-email.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Mail, Mailer } from '../platform/mail/mailer.ts'
import { deletionAskedMail, deletionCancelledMail } from './deletion.mail.ts'
import {
  clearDeletion,
  countUpcomingEvents,
  findDeletion,
  lockDeletion,
  storeDeletion,
} from './deletion.store.ts'

export type DeletionService = ReturnType<typeof createDeletionService>

type DeletionDependencies = {
  database: Database
  /** For how many days a deletion can be cancelled. */
  days: number
  origin: string
  /** The instance's name. */
  name: string
  mailer: Pick<Mailer, 'send' | 'sendLater'>
}

export function createDeletionService({ database, days, origin, name, mailer }: DeletionDependencies) {
  function mailLater(
    storedEmail: string,
    compose: (envelope: Parameters<typeof deletionCancelledMail>[0], occasion: Occasion) => Mail,
    device: string,
  ) {
    const email = visibleEmail(storedEmail)
    const occasion = { at: new Date(), device }
    if (email) mailer.sendLater(() => mailer.send(compose({ email, origin, name }, occasion)))
  }

  async function readTerms(viewerId: string): Promise<DeletionTerms> {
    return { days, upcomingEvents: await countUpcomingEvents(database, viewerId) }
  }

  /**
   * Closes the member's account and ends all their sessions; answers when it is erased. Asked twice, the first date holds.
   *
   * @param device from which it is asked, as the mail names it
   */
  async function requestDeletion(viewerId: string, eraseTexts: boolean, device: string): Promise<Date> {
    const { until, mailTo } = await database.transaction().execute(async (trx) => {
      const member = await lockDeletion(trx, viewerId)
      if (!member) throw new AppError('common.unauthenticated')
      if (member.deletionAt) return { until: member.deletionAt, mailTo: null }
      return { until: await storeDeletion(trx, viewerId, { days, eraseTexts }), mailTo: member.email }
    })
    // A deletion that begins at once is mailed when it is done.
    if (mailTo && days > 0)
      mailLater(
        mailTo,
        (envelope, occasion) => deletionAskedMail(envelope, until, eraseTexts, occasion),
        device,
      )
    return until
  }

  /**
   * Settles a sign-in whose session has begun: `open` where the account stays, `kept` where it was to go and stays by this, else
   * when it goes; `gone` where it was erased meanwhile. The row's lock decides between keeping and erasing. The request's headers
   * name the device in the mail to a member who keeps it.
   */
  async function settleSignIn(
    uid: string,
    keepsAccount: boolean,
    headers: Headers,
  ): Promise<'open' | 'kept' | 'gone' | Date> {
    const until = await findDeletion(database, uid)
    if (!until) return 'open'
    if (!keepsAccount) return until
    const member = await database.transaction().execute(async (trx) => {
      const locked = await lockDeletion(trx, uid)
      if (locked?.deletionAt) await clearDeletion(trx, uid)
      return locked
    })
    if (!member) return 'gone'
    if (!member.deletionAt) return 'open'
    mailLater(member.email, deletionCancelledMail, deviceOf(headers))
    return 'kept'
  }

  return { readTerms, requestDeletion, settleSignIn }
}
