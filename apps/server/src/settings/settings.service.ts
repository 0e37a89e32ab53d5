import type { Privacy, PrivacyChanges } from '@covo/contract/settings/settings.routes'
import { accountChanged } from '../auth/account.news.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { mailboxOf } from '../platform/mail/mailbox.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import { mailNotSent } from './mail-not-sent.ts'
import { findEmail, findPrivacy, updatePrivacy } from './settings.store.ts'

export type SettingsService = ReturnType<typeof createSettingsService>

type SettingsDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  /** Publishes to the partners of private chats that the member shows how far they have read, or no longer does. */
  publishReceipts: (trx: DatabaseTransaction, publish: Publish, uid: string) => Promise<void>
  /** Shows the member among who takes part in their events, or to organizers alone. */
  showParticipations: (
    trx: DatabaseTransaction,
    publish: Publish,
    uid: string,
    isShown: boolean,
  ) => Promise<void>
  /** Shows nobody that the member is writing. */
  hideTyping: (uid: string) => void
  sendPasswordReset: (uid: string, email: string) => Promise<void>
}

export function createSettingsService({
  database,
  limits,
  newsroom,
  publishReceipts,
  hideTyping,
  showParticipations,
  sendPasswordReset,
}: SettingsDependencies) {
  /**
   * Mails the member a link to set a new password, and answers the address. Attempts are counted by member, so that those of
   * others don't count, and mails by recipient, on whichever request.
   */
  async function sendOwnPasswordReset(viewerId: string): Promise<string> {
    const email = emailOrEmpty(await findEmail(database, viewerId))
    if (!email) throw new AppError('settings.email_not_found')
    const mailbox = mailboxOf(email)
    const seconds =
      (await limits.take('resetMailsPerMember', viewerId)) ||
      (await limits.take('resetMailsPerRecipient', email)) ||
      (await limits.take('resetMailsPerMailbox', mailbox))
    if (seconds) throw new AppError('settings.too_many_mails', { seconds })
    try {
      await sendPasswordReset(viewerId, email)
    } catch (cause) {
      await limits.giveBack('resetMailsPerRecipient', email)
      await limits.giveBack('resetMailsPerMailbox', mailbox)
      throw mailNotSent(cause)
    }
    return email
  }

  /** Stores the given choices, and answers all of them. */
  async function savePrivacy(viewerId: string, changes: PrivacyChanges): Promise<Privacy> {
    const seconds = await limits.take('privacyChanges', viewerId)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    const privacy = await newsroom.transact(async (trx, publish) => {
      await updatePrivacy(trx, viewerId, changes)
      publish(accountChanged(viewerId))
      if (changes.readReceipts !== undefined) await publishReceipts(trx, publish, viewerId)
      if (changes.showParticipation !== undefined)
        await showParticipations(trx, publish, viewerId, changes.showParticipation)
      return await findPrivacy(trx, viewerId)
    })
    if (!privacy.showTyping) hideTyping(viewerId)
    return privacy
  }

  return {
    sendOwnPasswordReset,
    readPrivacy: (viewerId: string) => findPrivacy(database, viewerId),
    savePrivacy,
  }
}
