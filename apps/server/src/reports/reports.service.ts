import type { ReportedKind, ReportReason } from '@covo/contract/reports/reports.rules'
import { parseReport } from '@covo/contract/reports/reports.rules'
import { visibleEmail } from '../platform/absent-email.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import type { FindHidden, Hidden } from '../platform/viewer.ts'
import { newReportMail, receiptMail } from './reports.mail.ts'
import { moderationChanged } from './reports.news.ts'
import { findReport, findResponsible, insertReport, type Snapshot } from './reports.store.ts'

export type ReportsService = ReturnType<typeof createReportsService>

/** Finds a subject as a member sees it; null where they don't. `memberId` answers for it. */
type FindReported = (
  trx: Database,
  viewer: { uid: string; hidden: Hidden },
  id: string,
) => Promise<{ memberId: string; isOwn: boolean; snapshot: Snapshot } | null>

type ReportsDependencies = {
  database: Database
  limits: Limits
  findHidden: FindHidden
  findReported: Record<ReportedKind, FindReported>
  mailer: Pick<Mailer, 'send' | 'sendLater'>
  /** The instance's name, and the operator's address, where it is set. */
  instance: { name: string; contact: string | null }
}

export function createReportsService(dependencies: ReportsDependencies) {
  const { database, limits, findHidden, findReported, mailer, instance } = dependencies

  /** Mails the member that the report is here, and the operator that there is one; after the answer. */
  function sendMails(reporterId: string, report: { id: string; kind: ReportedKind; reason: ReportReason }) {
    mailer.sendLater(async () => {
      const address = visibleEmail((await findResponsible(database, reporterId))?.email ?? '')
      if (address) await mailer.send(receiptMail(address, instance.name, report))
    })
    const { contact } = instance
    if (!contact) return
    mailer.sendLater(async () => {
      if (await limits.take('reportMails', contact)) return
      await mailer.send(newReportMail(contact, instance.name, report))
    })
  }

  return {
    /** Stores a report with what its member sees of the subject now, once; see the contract's `reportRoute`. */
    async report(
      viewerId: string,
      subject: { kind: ReportedKind; id: string },
      form: { reason: ReportReason | ''; details: string },
    ): Promise<{ id: string; isNew: boolean }> {
      const { value, problem } = parseReport(form)
      if (problem) throw AppError.of(problem)
      const known = await findReport(database, viewerId, subject)
      if (known) return { id: known, isNew: false }
      const seconds = await limits.take('reports', viewerId)
      if (seconds) throw new AppError('reports.too_many', { seconds })
      const viewer = { uid: viewerId, hidden: await findHidden(viewerId) }
      const stored = await database.transaction().execute(async (trx) => {
        const found = await findReported[subject.kind](trx, viewer, subject.id)
        if (!found) throw new AppError('reports.subject_not_found')
        if (found.isOwn) throw new AppError('reports.own_content')
        const { memberId, snapshot } = found
        const id = await insertReport(trx, { reporterId: viewerId, subject, memberId, ...value, snapshot })
        if (id) await recordNews(trx, [moderationChanged()])
        return id
          ? { id, isNew: true }
          : { id: (await findReport(trx, viewerId, subject)) ?? '', isNew: false }
      })
      if (stored.isNew) sendMails(viewerId, { id: stored.id, kind: subject.kind, reason: value.reason })
      return stored
    },
  }
}
