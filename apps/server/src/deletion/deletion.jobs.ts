import type { Database } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { mailJob } from '../platform/mail/mail-job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { deletionAskedMail, deletionCancelledMail } from './deletion.mail.ts'
import { findDeletionToMail } from './deletion.store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** `device` is browser and system by name; empty: not known. */
    'deletion.asked': { uid: string; device: string }
    'deletion.cancelled': { uid: string; device: string }
  }
}

type DeletionJobsDependencies = {
  database: Database
  mailer: Pick<Mailer, 'send'>
  origin: string
  /** The instance's name. */
  name: string
}

/** The mails of a deletion that was asked for or cancelled. */
export function deletionJobs({ database, mailer, origin, name }: DeletionJobsDependencies): Jobs {
  return {
    'deletion.asked': mailJob(mailer, async ({ uid, device }, { addedAt }) => {
      const member = await findDeletionToMail(database, uid)
      const email = emailOrEmpty(member?.email)
      // Cancelled meanwhile: that has a mail of its own.
      if (!member?.deletionAt || !email) return null
      const { deletionAt, eraseTexts } = member
      return deletionAskedMail({ email, origin, name }, deletionAt, eraseTexts, { at: addedAt, device })
    }),
    'deletion.cancelled': mailJob(mailer, async ({ uid, device }, { addedAt }) => {
      const email = emailOrEmpty((await findDeletionToMail(database, uid))?.email)
      return email ? deletionCancelledMail({ email, origin, name }, { at: addedAt, device }) : null
    }),
  }
}
