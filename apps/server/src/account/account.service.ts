import type { Account } from '@covo/contract/account/account.routes'
import { parseEmail } from '@covo/contract/auth/auth.rules'
import { accountChanged } from '../auth/account.news.ts'
import type { BlockedAddresses } from '../auth/blocked-addresses.ts'
import type { RequireConfirmation } from '../auth/confirmation.ts'
import { padResponseTime } from '../auth/response-time.ts'
import type { PublishNotice } from '../auth/security-notices.ts'
import type { MailCounts } from '../auth/verification-mail.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { mailboxOf } from '../platform/mail/mailbox.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { createToken, hashToken } from '../platform/random-token.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { ownProfileChanged } from '../profiles/profiles.news.ts'
import type { AccountMails } from './account.mail.ts'
import {
  changeEmail,
  deletePendingChange,
  deleteSignIns,
  endMailLinks,
  endSessionsAndResets,
  findAccount,
  isEmailTaken,
  storeMailLink,
  useMailLink,
} from './account.store.ts'
import { type AddressConfirmation, type AddressState, isUnconfirmed } from './address-confirmation.ts'

/** Milliseconds after which a mail to a new address has been sent, or has failed. */
const longestSendingMs = 60_000

export type AccountService = ReturnType<typeof createAccountService>

type AccountDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  publishNotice: PublishNotice
  blockedAddresses: BlockedAddresses
  addressConfirmation: AddressConfirmation
  requireConfirmation: RequireConfirmation
  /** The external provider's label; empty where there is none. */
  providerLabel: string
  /** The member's passkeys, the oldest first. */
  listPasskeys: (uid: string) => Promise<Account['passkeys']>
  /** Whether the session began with a second factor, or its last sign-in or confirmation was by a passkey. */
  isByTwoFactors: (viewer: Viewer) => Promise<boolean>
  /** Each sends one mail; rejects with the mail server's words. */
  mails: AccountMails
  /** Resolves when this process knows the sessions that have ended by now. */
  catchUpEndings: () => Promise<void>
}

export function createAccountService(dependencies: AccountDependencies) {
  const { database, limits, newsroom, publishNotice, blockedAddresses } = dependencies
  const { sendCounted, sendCountedVerificationMail, asksForConfirmation } = dependencies.addressConfirmation
  const { requireConfirmation, mails, catchUpEndings } = dependencies

  /** The member's own account. A session whose account is gone is not valid. */
  async function readAccount(viewer: Viewer): Promise<Account> {
    const account = await findAccount(database, viewer.uid)
    if (!account) throw new AppError('common.unauthenticated')
    const email = emailOrEmpty(account.email)
    const { askedAt, hasProvider, ...shown } = account
    return {
      ...shown,
      email,
      emailVerified: email !== '' && account.emailVerified,
      awaitsConfirmation: asksForConfirmation && isUnconfirmed(account),
      pendingEmail: account.pendingEmail ?? '',
      provider: hasProvider ? dependencies.providerLabel : '',
      passkeys: await dependencies.listPasskeys(viewer.uid),
      mayModerate: account.isModerator && (await dependencies.isByTwoFactors(viewer)),
    }
  }

  /** Mails the member a link that confirms their own address. */
  async function sendOwnVerificationMail(viewer: Viewer): Promise<void> {
    const { email, emailVerified } = await readAccount(viewer)
    if (!email) throw new AppError('settings.email_not_found')
    if (emailVerified) throw new AppError('account.already_verified')
    await sendCountedVerificationMail(viewer.uid, email)
  }

  /**
   * Mails the new address a link that makes it the member's, and notifies the present one. Neither the answer nor its time shows whether the new
   * address is taken: its owner gets a mail in place of the link, which nobody knows then.
   */
  async function requestEmailChange(viewer: Viewer, typedEmail: string, device: string): Promise<string> {
    const { uid } = viewer
    const { value: email, problem } = parseEmail(typedEmail)
    if (problem) throw AppError.of(problem)
    await requireConfirmation(viewer)
    const startedAt = performance.now()
    const account = await findAccount(database, uid)
    if (!account) throw new AppError('common.unauthenticated')
    if (email === account.email) throw new AppError('account.email_unchanged')
    const mailPresentAddress = (trx: Database, runAt: Date | null) =>
      addJob(trx, 'account.email-change-asked', { uid, device }, { key: uid, runAt })
    const counts: MailCounts = [
      ['emailChanges', uid],
      ['changeMailsPerRecipient', mailboxOf(email)],
    ]
    await sendCounted(counts, async () => {
      const token = createToken()
      const tokenHash = hashToken(token)
      const isTaken = await isEmailTaken(database, email, uid)
      const isBlocked = await blockedAddresses.has(database, email)
      await newsroom.transact(async (trx, publish) => {
        await storeMailLink(trx, { kind: 'change', tokenHash, uid, email })
        // Should the process end before it knows whether the link was mailed.
        if (isOwned(account)) await mailPresentAddress(trx, new Date(Date.now() + longestSendingMs))
        publish(accountChanged(uid))
      })
      return {
        send: async () => {
          // An address that may not register becomes no other account's either, and no mail says so.
          if (isBlocked) return
          await (isTaken ? mails.taken(email) : mails.change(email, token))
        },
        undo: () => endEmailChange(uid),
      }
    })
    if (isOwned(account)) await mailPresentAddress(database, null)
    await padResponseTime(startedAt)
    return email
  }

  async function cancelEmailChange(viewer: Viewer): Promise<void> {
    await requireConfirmation(viewer)
    await endEmailChange(viewer.uid)
  }

  async function endEmailChange(uid: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await deletePendingChange(trx, uid)
      publish(accountChanged(uid))
    })
  }

  /**
   * Confirms the address of a link by its token, which works once, and makes it the member's where the link is of a change; then
   * their other sessions end, and the address before gets a link that takes it back. Answers whose address and which.
   *
   * @param address the caller's network: wrong tokens are counted by it
   * @param sessionId the caller's session, if any, which is kept
   * @param device the caller's, as the mail names it
   */
  async function confirmEmail(
    token: string,
    address: string,
    sessionId: string | null,
    device: string,
  ): Promise<{ uid: string; email: string; isNew: boolean }> {
    return await tryLink(address, async () => {
      const { uid, email, kind } = await newsroom.transact(async (trx, publish) => {
        const link = await useMailLink(trx, hashToken(token), ['verify', 'change'])
        if (!link || (link.kind === 'verify' && link.account.email !== link.email))
          throw new AppError('auth.reset_link_invalid')
        const isBlocked = link.kind === 'change' && (await blockedAddresses.has(trx, link.email))
        if (isBlocked || !(await changeEmail(trx, link.uid, link.email)))
          throw new AppError('auth.reset_link_invalid')
        publish(accountChanged(link.uid))
        if (link.kind === 'verify') return link
        await endSessionsAndResets(trx, link.uid, sessionId)
        await endMailLinks(trx, link.uid, null)
        if (isOwned(link.account)) {
          const { uid, account } = link
          // Nobody has its token: the mail's link is a copy with another.
          const linkHash = hashToken(createToken())
          await storeMailLink(trx, { kind: 'revert', tokenHash: linkHash, uid, email: account.email })
          await addJob(trx, 'account.email-changed', { uid, linkHash, device })
        }
        await publishNotice(trx, publish, { kind: 'email_changed', uids: [link.uid], device })
        publish(ownProfileChanged(link.uid))
        return link
      })
      const isNew = kind === 'change'
      if (isNew) await catchUpEndings()
      return { uid, email, isNew }
    })
  }

  /**
   * Gives a member the address back that somebody changed, by the token that was mailed there: all sessions end, and so do
   * the password, for a new one of which a link is mailed, all passkeys and a second factor of these days. `address` is the caller's network, `device` theirs.
   */
  async function revertEmailChange(token: string, address: string, device: string): Promise<string> {
    return await tryLink(address, async () => {
      const { uid } = await newsroom.transact(async (trx, publish) => {
        const link = await useMailLink(trx, hashToken(token), ['revert'])
        if (!link || !(await changeEmail(trx, link.uid, link.email)))
          throw new AppError('auth.reset_link_invalid')
        await endSessionsAndResets(trx, link.uid, null)
        if (await deleteSignIns(trx, link.uid, link.expiresAt))
          await publishNotice(trx, publish, { kind: 'factor_off', uids: [link.uid], device })
        // The addresses since can't take it back in their turn; one from before still can.
        await endMailLinks(trx, link.uid, link.expiresAt)
        await publishNotice(trx, publish, { kind: 'email_changed', uids: [link.uid], device })
        publish(accountChanged(link.uid), ownProfileChanged(link.uid))
        await addJob(trx, 'auth.reset-password', { uid: link.uid })
        return link
      })
      await catchUpEndings()
      return uid
    })
  }

  /** Tries a token; one that works doesn't count. */
  async function tryLink<Result>(address: string, use: () => Promise<Result>): Promise<Result> {
    const seconds = await limits.take('linksTriedPerAddress', address)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    const result = await use()
    await limits.giveBack('linksTriedPerAddress', address)
    return result
  }

  return {
    readAccount,
    sendOwnVerificationMail,
    requestEmailChange,
    cancelEmailChange,
    confirmEmail,
    revertEmailChange,
  }
}

/**
 * Whether the address is there and counts as the member's: somebody who reads the mail of one that was mistyped must not get
 * a link to the account.
 */
function isOwned(account: AddressState): boolean {
  return emailOrEmpty(account.email) !== '' && !isUnconfirmed(account)
}
