import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import type { LimitName, Limits } from '../platform/limits/limits.ts'
import { mailboxOf } from '../platform/mail/mailbox.ts'

/** What a mail counts against: limits, and whose. */
export type MailCounts = [limit: LimitName, key: string][]

/**
 * What the mails that confirm addresses count against by their mailbox. An address that is written as its mailbox is named counts
 * against nothing: others, who may write it otherwise, can't keep its owner from registering.
 */
function countsOfMailbox(email: string): MailCounts {
  const mailbox = mailboxOf(email)
  return mailbox === email ? [] : [['mailsPerRecipient', mailbox]]
}

/** What a mail that confirms a member's own address counts against: no mail that others cause does. */
export function countsOfVerificationMail(uid: string, email: string): MailCounts {
  return [['verificationMails', uid], ...countsOfMailbox(email)]
}

/**
 * Counts a mail.
 * @throws AppError `account.too_many_mails`
 */
export async function takeMail(limits: Limits, counts: MailCounts): Promise<void> {
  for (const [limit, key] of counts) {
    const seconds = await limits.take(limit, key)
    if (seconds) throw new AppError('account.too_many_mails', { seconds })
  }
}

/**
 * Has the link mailed to a member by which they confirm their address.
 * @throws AppError `account.too_many_mails` where they got several already
 */
export async function queueVerificationMail(
  { database, limits }: { database: Database; limits: Limits },
  uid: string,
  email: string,
): Promise<void> {
  await takeMail(limits, countsOfVerificationMail(uid, email))
  await addJob(database, 'account.verify-email', { uid })
}
