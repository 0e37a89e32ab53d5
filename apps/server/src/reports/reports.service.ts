import type { ReportedKind, ReportReason } from '@covo/contract/reports/reports.rules'
import { parseReport } from '@covo/contract/reports/reports.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { type Publication, recordNews } from '../platform/realtime/newsroom.ts'
import type { FindHidden, Hidden } from '../platform/viewer.ts'
import { moderationChanged } from './reports.news.ts'
import { findReport, insertReport, type Snapshot } from './reports.store.ts'

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
  /** Notifies those who may decide on a report; answers the news of it. */
  notifyModerators: (
    trx: DatabaseTransaction,
    report: { reporterId: string; memberId: string },
  ) => Promise<Publication[]>
}

export function createReportsService(dependencies: ReportsDependencies) {
  const { database, limits, findHidden, findReported, notifyModerators } = dependencies

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
      return await database.transaction().execute(async (trx) => {
        const found = await findReported[subject.kind](trx, viewer, subject.id)
        if (!found) throw new AppError('reports.subject_not_found')
        if (found.isOwn) throw new AppError('reports.own_content')
        const { memberId, snapshot } = found
        const id = await insertReport(trx, { reporterId: viewerId, subject, memberId, ...value, snapshot })
        if (!id) return { id: (await findReport(trx, viewerId, subject)) ?? '', isNew: false }
        const notified = await notifyModerators(trx, { reporterId: viewerId, memberId })
        await recordNews(trx, [moderationChanged(), ...notified])
        await addJob(trx, 'reports.receipt', { reportId: id })
        await addJob(trx, 'reports.received', { reportId: id })
        return { id, isNew: true }
      })
    },
  }
}
