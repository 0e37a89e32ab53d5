import type { MailFailure } from '@covo/contract/settings/settings.routes'
import { visibleEmail } from '../auth/absent-email.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { findEmail } from './settings.store.ts'

export type SettingsService = ReturnType<typeof createSettingsService>

type SettingsDependencies = {
  database: Database
  limits: Limits
  sendPasswordReset: (uid: string, email: string) => Promise<void>
}

export function createSettingsService({ database, limits, sendPasswordReset }: SettingsDependencies) {
  /**
   * Mails the member a link to set a new password, and answers the address. Attempts are counted by member, so that those of
   * others don't count, and mails by recipient, on whichever request.
   */
  async function sendOwnPasswordReset(viewerId: string): Promise<string> {
    const email = visibleEmail((await findEmail(database, viewerId)) ?? '')
    if (!email) throw new AppError('settings.email_not_found')
    const seconds =
      (await limits.take('resetMailsPerMember', viewerId)) ||
      (await limits.take('resetMailsPerRecipient', email))
    if (seconds) throw new AppError('settings.too_many_mails', { seconds })
    try {
      await sendPasswordReset(viewerId, email)
    } catch (cause) {
      await limits.giveBack('resetMailsPerRecipient', email)
      throw new AppError('settings.mail_not_sent', { reason: failureOf(cause) }, { cause })
    }
    return email
  }

  return { sendOwnPasswordReset }
}

/** The mail server answered with a refusal, or it did not answer. Its own words may name hosts and stay here. */
function failureOf(error: unknown): MailFailure {
  return (error as { responseCode?: number }).responseCode === undefined ? 'unreachable' : 'refused'
}
