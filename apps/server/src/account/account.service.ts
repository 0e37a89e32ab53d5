import type { Account } from '@covo/contract/account/account.routes'
import { visibleEmail } from '../auth/absent-email.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { createToken, hashToken } from '../platform/mail/mailed-token.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { mailNotSent } from '../settings/mail-not-sent.ts'
import { accountChanged } from './account.news.ts'
import { confirmByLink, deleteMailLink, findAccount, storeMailLink } from './account.store.ts'

export type AccountService = ReturnType<typeof createAccountService>

type AccountDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  /** Mails a member the token that confirms their address; rejects with the mail server's words. */
  sendVerificationMail: (email: string, token: string) => Promise<void>
}

export function createAccountService({
  database,
  limits,
  newsroom,
  sendVerificationMail,
}: AccountDependencies) {
  /** The member's own account. A session whose account is gone is not valid. */
  async function readAccount(viewerId: string): Promise<Account> {
    const account = await findAccount(database, viewerId)
    if (!account) throw new AppError('common.unauthenticated')
    const email = visibleEmail(account.email)
    return { email, emailVerified: email !== '' && account.emailVerified }
  }

  /**
   * Mails the member a link that confirms their address. A mail that doesn't reach the mail server doesn't count; one that
   * it refuses does, so that nobody makes it refuse thousands.
   */
  async function sendOwnVerificationMail(viewerId: string): Promise<void> {
    const { email, emailVerified } = await readAccount(viewerId)
    if (!email) throw new AppError('settings.email_not_found')
    if (emailVerified) throw new AppError('account.already_verified')
    const seconds = await limits.take('verificationMails', viewerId)
    if (seconds) throw new AppError('account.too_many_mails', { seconds })
    const token = createToken()
    const tokenHash = hashToken(token)
    await storeMailLink(database, { tokenHash, uid: viewerId, email })
    try {
      await sendVerificationMail(email, token)
    } catch (cause) {
      await deleteMailLink(database, tokenHash)
      const refusal = mailNotSent(cause)
      if (refusal.params?.reason === 'unreachable') await limits.giveBack('verificationMails', viewerId)
      throw refusal
    }
  }

  /**
   * Confirms the address of a link by its token, which works once; answers whose address and which. `address` is the caller's
   * network: wrong tokens are counted by it.
   */
  async function confirmEmail(token: string, address: string): Promise<{ uid: string; email: string }> {
    const seconds = await limits.take('linksTriedPerAddress', address)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    const confirmed = await newsroom.transact(async (trx, publish) => {
      const link = await confirmByLink(trx, hashToken(token))
      if (!link) throw new AppError('auth.reset_link_invalid')
      publish(accountChanged(link.uid))
      return link
    })
    await limits.giveBack('linksTriedPerAddress', address)
    return confirmed
  }

  return { readAccount, sendOwnVerificationMail, confirmEmail }
}
