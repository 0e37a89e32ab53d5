import type { Database } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { mailJob } from '../platform/mail/mail-job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { newReportMail, receiptMail } from './reports.mail.ts'
import { findReportById, findResponsible } from './reports.store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'reports.receipt': { reportId: string }
    'reports.received': { reportId: string }
  }
}

type ReportsJobsDependencies = {
  database: Database
  limits: Pick<Limits, 'take' | 'giveBack'>
  mailer: Pick<Mailer, 'send'>
  /** The instance's name, and the operator's address, where it is set. */
  name: string
  contact: string | null
}

/** The mails of a report: to the member who sent it, and to the operator. */
export function reportsJobs(dependencies: ReportsJobsDependencies): Jobs {
  const { database, limits, mailer, name, contact } = dependencies
  return {
    'reports.receipt': mailJob(mailer, async ({ reportId }) => {
      const report = await findReportById(database, reportId)
      const reporter = report && (await findResponsible(database, report.reporterId))
      const address = emailOrEmpty(reporter?.email)
      return report && address ? receiptMail(address, name, report) : null
    }),
    'reports.received': mailJob(
      mailer,
      async ({ reportId }) => {
        const report = contact ? await findReportById(database, reportId) : undefined
        if (!contact || !report || (await limits.take('reportMails', contact))) return null
        return newReportMail(contact, name, report)
      },
      async () => contact && (await limits.giveBack('reportMails', contact)),
    ),
  }
}
