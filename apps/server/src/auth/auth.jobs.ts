import type { Database } from '../platform/database/database.ts'
import { hour, type Jobs, type NoPayload } from '../platform/jobs/jobs.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { mailJob, sendingJob } from '../platform/mail/mail-job.ts'
import { mailboxOf } from '../platform/mail/mailbox.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { securityNoticeMail } from './auth.mail.ts'
import { findUserNames } from './auth.store.ts'
import { purgeSignIns } from './purge.ts'
import type { SecurityNotice } from './security-notices.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** Null: nobody has the address for which the link was asked for. */
    'auth.reset-password': { uid: string | null }
    /** `device` is browser and system by name; empty: not known. */
    'auth.security-notice': { uid: string; notice: SecurityNotice; device: string }
    'auth.purge': NoPayload
  }
}

type AuthJobsDependencies = {
  database: Database
  limits: Pick<Limits, 'take' | 'giveBack'>
  mailer: Pick<Mailer, 'send'>
  /** Mails a member the link to set a new password; rejects with the mail server's words. */
  sendPasswordReset: (uid: string, email: string) => Promise<void>
  origin: string
  /** The instance's name. */
  name: string
}

/** The mails about a member's ways to sign in, and the purge of what sign-ins have kept long enough. */
export function authJobs(dependencies: AuthJobsDependencies): Jobs {
  const { database, limits, mailer, sendPasswordReset, origin, name } = dependencies

  async function findEmail(uid: string): Promise<string> {
    return emailOrEmpty((await findUserNames(database, uid))?.email)
  }

  return {
    'auth.reset-password': sendingJob(async ({ uid }) => {
      const user = uid === null ? undefined : await findUserNames(database, uid)
      const email = emailOrEmpty(user?.email)
      if (uid === null || !user || !email) return
      // Strangers can register many addresses that lead to one mailbox, and confirm none of them.
      if (!user.emailVerified && (await limits.take('resetMailsPerMailbox', mailboxOf(email)))) return
      try {
        await sendPasswordReset(uid, email)
      } catch (error) {
        if (!user.emailVerified) await limits.giveBack('resetMailsPerMailbox', mailboxOf(email))
        throw error
      }
    }),
    'auth.security-notice': mailJob(
      mailer,
      async ({ uid, notice, device }, { addedAt }) => {
        // A client chooses the name of its browser, and the address may be somebody else's.
        if (notice === 'signed_in' && (await limits.take('signInMails', uid))) return null
        const email = await findEmail(uid)
        return email ? securityNoticeMail(email, { origin, name, notice, at: addedAt, device }) : null
      },
      async ({ uid, notice }) => notice === 'signed_in' && (await limits.giveBack('signInMails', uid)),
    ),
    'auth.purge': {
      every: hour,
      async run(_nothing, { signal }) {
        while (!signal.aborted && (await purgeSignIns(database)));
      },
    },
  }
}
