import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { hour, type Jobs, type NoPayload } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log/log.ts'
import { sendingJob } from '../platform/mail/mail-job.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { createToken, hashToken } from '../platform/random-token.ts'
import type { AccountMails } from './account.mail.ts'
import { copyMailLink, deleteMailLink, findAccount } from './account.store.ts'
import { type EraseAccount, removeUnclaimed } from './unclaimed-accounts.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'account.verify-email': { uid: string }
    /** `device` is browser and system by name; empty: not known. */
    'account.email-change-asked': { uid: string; device: string }
    /** `linkHash` is of the link that takes the change back. */
    'account.email-changed': { uid: string; linkHash: string; device: string }
    'account.remove-unclaimed': NoPayload
  }
}

type AccountJobsDependencies = {
  database: Database
  log: Log
  eraseAccount: EraseAccount
  mails: AccountMails
  /** Mails a member a link that confirms their address; see the service. */
  sendVerificationMail: (uid: string, email: string) => Promise<void>
  /** Whether registration asks to confirm the address. */
  asksForConfirmation: boolean
}

/** The mails about a member's address, and the removal of accounts that nobody confirmed. */
export function accountJobs(dependencies: AccountJobsDependencies): Jobs {
  const { database, log, eraseAccount, mails, sendVerificationMail, asksForConfirmation } = dependencies
  return {
    'account.verify-email': sendingJob(async ({ uid }) => {
      const account = await findAccount(database, uid)
      const email = emailOrEmpty(account?.email)
      if (!email || account?.emailVerified) return
      try {
        await sendVerificationMail(uid, email)
      } catch (error) {
        throw error instanceof AppError ? (error.cause ?? error) : error
      }
    }),
    'account.email-change-asked': sendingJob(async ({ uid, device }, { addedAt }) => {
      const account = await findAccount(database, uid)
      if (!account?.pendingEmail) return
      await mails.changeAsked(account.email, account.pendingEmail, { at: addedAt, device })
    }),
    'account.email-changed': sendingJob(async ({ uid, linkHash, device }, { addedAt }) => {
      const account = await findAccount(database, uid)
      const token = createToken()
      const email = account && (await copyMailLink(database, linkHash, hashToken(token)))
      if (!email) return
      try {
        await mails.changed(email, account.email, token, { at: addedAt, device })
      } catch (error) {
        await deleteMailLink(database, hashToken(token))
        throw error
      }
    }),
    ...(asksForConfirmation && {
      'account.remove-unclaimed': {
        every: hour,
        run: (_nothing: NoPayload, { signal }: { signal: AbortSignal }) =>
          removeUnclaimed({ database, eraseAccount, log }, signal),
      },
    }),
  }
}
