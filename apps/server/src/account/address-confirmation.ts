import { countsOfVerificationMail, type MailCounts, takeMail } from '../auth/verification-mail.ts'
import type { EmailVerification } from '../environment.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { createToken, hashToken } from '../platform/random-token.ts'
import { mailNotSent } from '../settings/mail-not-sent.ts'
import type { AccountMails } from './account.mail.ts'
import { deleteMailLink, findAccount, isNewMember, storeMailLink } from './account.store.ts'

export type AddressConfirmation = ReturnType<typeof createAddressConfirmation>

type AddressConfirmationDependencies = {
  database: Database
  limits: Limits
  emailVerification: EmailVerification
  mails: Pick<AccountMails, 'verify'>
}

type PreparedMail = { send: () => Promise<void>; undo: () => Promise<unknown> }

/** The confirmation of a registration's address, and what is withheld before it. */
export function createAddressConfirmation({
  database,
  limits,
  emailVerification,
  mails,
}: AddressConfirmationDependencies) {
  /** Mails a member a link that confirms their address. */
  async function sendVerificationMail(uid: string, email: string): Promise<void> {
    await sendCounted([], () => prepareVerificationMail(uid, email))
  }

  /** The same, where they ask for it. */
  async function sendCountedVerificationMail(uid: string, email: string): Promise<void> {
    await sendCounted(countsOfVerificationMail(uid, email), () => prepareVerificationMail(uid, email))
  }

  async function prepareVerificationMail(uid: string, email: string): Promise<PreparedMail> {
    const token = createToken()
    const tokenHash = hashToken(token)
    await storeMailLink(database, { kind: 'verify', tokenHash, uid, email })
    return { send: () => mails.verify(email, token), undo: () => deleteMailLink(database, tokenHash) }
  }

  /**
   * Prepares and sends a mail that counts. One that doesn't reach the mail server doesn't count; one that it refuses does, so that
   * nobody makes it refuse thousands.
   */
  async function sendCounted(counts: MailCounts, prepare: () => Promise<PreparedMail>): Promise<void> {
    await takeMail(limits, counts)
    const { send, undo } = await prepare()
    try {
      await send()
    } catch (cause) {
      await undo()
      const refusal = mailNotSent(cause)
      if (refusal.params?.reason === 'unreachable')
        await Promise.all(counts.map(([limit, key]) => limits.giveBack(limit, key)))
      throw refusal
    }
  }

  /**
   * Counts what a member may do a few times a day before their address is confirmed; answers whether it awaits that.
   * @throws AppError `account.email_unverified` for more
   */
  async function limitUnconfirmed(limit: UnconfirmedLimit, uid: string): Promise<boolean> {
    if (!(await awaitsConfirmation(uid))) return false
    const seconds = await limits.take(limit, uid)
    if (seconds) throw new AppError('account.email_unverified', { seconds })
    return true
  }

  /**
   * Counts what a member may do a few times in their first 24 hours, where addresses are confirmed. Answers 0, or the seconds
   * to wait when none is left.
   */
  async function limitNew(limit: NewMemberLimit, uid: string): Promise<number> {
    if (emailVerification === 'off') return 0
    return (await isNewMember(database, uid)) ? await limits.take(limit, uid) : 0
  }

  /**
   * Refuses what a member may not do before their address is confirmed.
   * @throws AppError `account.email_unverified`
   */
  async function refuseUnconfirmed(uid: string): Promise<void> {
    if (await awaitsConfirmation(uid)) throw new AppError('account.email_unverified')
  }

  async function awaitsConfirmation(uid: string): Promise<boolean> {
    if (emailVerification === 'off') return false
    const account = await findAccount(database, uid)
    return account !== undefined && isUnconfirmed(account)
  }

  return {
    /** Whether registration asks for it at all. */
    asksForConfirmation: emailVerification !== 'off',
    sendCounted,
    sendVerificationMail,
    sendCountedVerificationMail,
    limitUnconfirmed,
    limitNew,
    refuseUnconfirmed,
  }
}

export type UnconfirmedLimit =
  | 'unconfirmedFriendRequests'
  | 'unconfirmedEvents'
  | 'unconfirmedTeams'
  | 'unconfirmedTeamRequests'

export type NewMemberLimit =
  | 'newMemberFriendRequests'
  | 'newMemberLinks'
  | 'newMemberFiles'
  | 'newMemberTeams'
  | 'newMemberTeamRequests'

export type AddressState = { email: string; emailVerified: boolean; askedAt: Date | null }

/** Whether registration asked to confirm the address, and nobody did. */
export function isUnconfirmed({
  emailVerified,
  askedAt,
}: Pick<AddressState, 'emailVerified' | 'askedAt'>): boolean {
  return askedAt !== null && !emailVerified
}
