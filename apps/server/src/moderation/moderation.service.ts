import { conversationKind } from '@covo/contract/chat/chat.rules'
import { isBot } from '@covo/contract/is-bot'
import type {
  ModerationAct,
  ReportedSubject,
  ReportToDecide,
  WaitingAppeal,
} from '@covo/contract/moderation/moderation.routes'
import { type ModerationAction, parseReasons } from '@covo/contract/moderation/moderation.rules'
import { isSeen } from '@covo/contract/names'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import type { Viewer } from '../platform/viewer.ts'
import { findResponsible, nameOfReported, type Snapshot } from '../reports/reports.store.ts'
import { answerAppealTo, decideOn, revertDecision } from './decisions.ts'
import { describePlace } from './moderated-subjects.ts'
import { type Decision, findDecisionsOn, noEnd } from './moderation.store.ts'
import {
  countWaiting,
  countWaitingAppeals,
  findActsPage,
  findAppeal,
  findAppealsPage,
  findDecision,
  findFirstReports,
  findReported,
  findReportedPage,
  findReportFile,
  isReporter,
  type LoggedAct,
} from './moderation-queue.store.ts'
import { findModerator } from './moderators.store.ts'

/** How many entries a page has. */
const pageSize = 20

/** How many reports of one subject are shown; the others are counted. */
const reportsShown = 50

/** Minutes for which a moderator who showed who they are needn't do it again. */
const confirmationMinutes = 8 * 60

export type ModerationService = ReturnType<typeof createModerationService>

type ModerationDependencies = {
  database: Database
  requireConfirmation: (viewer: Viewer, minutes: number) => Promise<void>
  /** Whether a passkey is what showed last whose the session is. */
  isByTwoFactors: (viewer: Viewer) => Promise<boolean>
}

type DecisionForm = {
  action: ModerationAction
  rule?: number | undefined
  facts: string
  days?: number | undefined
}

export function createModerationService(dependencies: ModerationDependencies) {
  const { database, requireConfirmation, isByTwoFactors } = dependencies

  /** Members who don't moderate are answered as if there were nothing. */
  async function requireModerator(viewer: Viewer): Promise<void> {
    if (!(await findModerator(database, viewer.uid))) throw new AppError('common.not_found')
    if (!(await isByTwoFactors(viewer))) throw new AppError('moderation.second_factor_needed')
  }

  /**
   * Refuses who doesn't moderate, and who hasn't shown within eight hours who they are.
   * @throws AppError `common.not_found`, `moderation.second_factor_needed`, `account.confirmation_needed`
   */
  async function requireFreshModerator(viewer: Viewer): Promise<void> {
    await requireModerator(viewer)
    await requireConfirmation(viewer, confirmationMinutes)
  }

  /** Nobody judges themselves, another moderator, or a bot of either. */
  async function mayJudge(viewer: Viewer, memberId: string): Promise<boolean> {
    const { uid = memberId } = (await findResponsible(database, memberId)) ?? {}
    return uid !== viewer.uid && !(await findModerator(database, uid))
  }

  /** Nobody decides on what they reported. */
  async function mayDecide(viewer: Viewer, report: NonNullable<Awaited<ReturnType<typeof findReported>>>) {
    return !(await isReporter(database, viewer.uid, report)) && (await mayJudge(viewer, report.memberId))
  }

  async function listReports(viewer: Viewer, cursor?: string) {
    await requireModerator(viewer)
    const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([cursorInstant, z.uuid()]))
    const rows = await findReportedPage(database, after, pageSize + 1)
    const { page, nextCursor } = pageOf(rows, pageSize, (row) => [row.place, row.id])
    return { reports: page.map(toSubject), waiting: await countWaiting(database), nextCursor }
  }

  async function readReport(viewer: Viewer, id: string): Promise<ReportToDecide> {
    await requireModerator(viewer)
    const row = await findReported(database, id)
    if (!row || row.closedAt) throw new AppError('common.not_found')
    const reports = await findFirstReports(database, row, reportsShown)
    const snapshot = row.snapshot as Snapshot
    const sentIn = snapshot.kind === 'message' && conversationKind(snapshot.conversationId)
    return {
      ...toSubject(row),
      mayDecide: await mayDecide(viewer, row),
      isPrivate: sentIn === 'private',
      where: snapshot.kind === 'message' ? await describePlace(database, snapshot.conversationId) : '',
      messages: snapshot.kind === 'message' ? messagesOf(snapshot) : [],
      fields: snapshot.kind === 'message' ? {} : fieldsOf(snapshot.fields),
      reports: reports.map(({ reportedAt, ...one }) => ({ ...one, reportedAt: reportedAt.toISOString() })),
      decisions: (await findDecisionsOn(database, row.memberId)).map(toDecision),
    }
  }

  /**
   * A file of the messages of a report, also of one that has gone.
   * @throws AppError `files.not_found`
   */
  async function findReportedFile(viewer: Viewer, reportId: string, fileId: string) {
    await requireModerator(viewer)
    const file = await findReportFile(database, reportId, fileId)
    if (!file) throw new AppError('files.not_found')
    return file
  }

  async function listAppeals(viewer: Viewer, cursor?: string) {
    await requireModerator(viewer)
    const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([cursorInstant, z.uuid()]))
    const rows = await findAppealsPage(database, after, pageSize + 1)
    const { page, nextCursor } = pageOf(rows, pageSize, (row) => [row.place, row.id])
    const appeals: WaitingAppeal[] = page.map(
      ({ text, appealedAt, memberName, responsibleId, isOfModerator, ...decision }) => ({
        decision: toDecision(decision),
        memberName,
        text,
        appealedAt: appealedAt.toISOString(),
        mayAnswer: !isOfModerator && responsibleId !== viewer.uid && decision.moderatorId !== viewer.uid,
      }),
    )
    return { appeals, waiting: await countWaitingAppeals(database), nextCursor }
  }

  async function listActs(viewer: Viewer, cursor?: string) {
    await requireModerator(viewer)
    const before =
      cursor === undefined ? null : Number(decodeCursor(cursor, z.tuple([z.string().regex(/^\d{1,15}$/)]))[0])
    const rows = await findActsPage(database, before, pageSize + 1)
    const { page, nextCursor } = pageOf(rows, pageSize, (row) => [String(row.id)])
    return { acts: page.map((logged) => toAct(logged, viewer.uid)), nextCursor }
  }

  /** Decides on the subject of a report that waits; see the contract's `decideRoute`. */
  async function decide(viewer: Viewer, id: string, form: DecisionForm): Promise<void> {
    await requireFreshModerator(viewer)
    const { action, rule = null, days } = form
    const facts = action === 'none' ? '' : reasonsOf(form.facts)
    if (action !== 'none' && rule === null) throw new AppError('common.invalid_request')
    if (action !== 'suspend' && days !== undefined) throw new AppError('common.invalid_request')
    const report = await findReported(database, id)
    if (!report) throw new AppError('common.not_found')
    if (report.closedAt) throw new AppError('moderation.already_decided')
    if (!(await mayDecide(viewer, report))) throw new AppError('moderation.not_allowed')
    const given = {
      action,
      rule: action === 'none' ? null : rule,
      facts,
      suspendedUntil: action === 'suspend' ? endAfter(days) : null,
      appealHash: null,
    }
    const isViolation = action !== 'none'
    await database.transaction().execute(async (trx) => {
      const { decision, reporters } = await decideOn(trx, report, given, viewer.uid)
      const decisionId = decision.id
      if (isViolation) await addJob(trx, 'moderation.statement', { decisionId })
      for (const uid of reporters) await addJob(trx, 'moderation.outcome', { decisionId, uid })
    })
  }

  async function revert(viewer: Viewer, id: string, typed: string): Promise<void> {
    await requireFreshModerator(viewer)
    const facts = reasonsOf(typed)
    const found = await findDecision(database, id)
    if (!found) throw new AppError('common.not_found')
    if (!(await mayJudge(viewer, found.memberId))) throw new AppError('moderation.not_allowed')
    await database.transaction().execute(async (trx) => {
      await revertDecision(trx, id, facts, viewer.uid)
      await addJob(trx, 'moderation.reverted', { decisionId: id })
    })
  }

  /** Answers an appeal, by another moderator than the one who decided. */
  async function answerAppeal(
    viewer: Viewer,
    id: string,
    { accept: isAccepted, facts }: { accept: boolean; facts: string },
  ): Promise<void> {
    await requireFreshModerator(viewer)
    const answer = isAccepted && !isSeen(facts) ? '' : reasonsOf(facts)
    const found = await findAppeal(database, id)
    if (!found) throw new AppError('common.not_found')
    if (found.answeredAt) throw new AppError('moderation.already_decided')
    const isOwnDecision = found.moderatorId === viewer.uid
    if (isOwnDecision || !(await mayJudge(viewer, found.memberId)))
      throw new AppError('moderation.not_allowed')
    await database.transaction().execute(async (trx) => {
      await answerAppealTo(trx, id, { isAccepted, answer }, viewer.uid)
      await addJob(trx, 'moderation.appeal-answered', { decisionId: id })
    })
  }

  return {
    requireFreshModerator,
    listReports,
    readReport,
    findReportedFile,
    listAppeals,
    listActs,
    decide,
    revert,
    answerAppeal,
  }
}

function reasonsOf(typed: string): string {
  const { value, problem } = parseReasons(typed)
  if (problem) throw AppError.of(problem)
  return value
}

function endAfter(days: number | undefined): Date {
  return days === undefined ? noEnd : new Date(Date.now() + days * 86_400_000)
}

type ReportedRow = Pick<ReportedSubject, 'id' | 'kind' | 'reason' | 'count'> & {
  reportedAt: Date
  memberId: string
  snapshot: object
}

function toSubject({
  id,
  kind,
  reason,
  count,
  reportedAt,
  memberId,
  snapshot,
}: ReportedRow): ReportedSubject {
  return {
    id,
    kind,
    reason,
    count,
    name: nameOfReported(snapshot as Snapshot),
    isBot: isBot(memberId),
    reportedAt: reportedAt.toISOString(),
  }
}

function toAct(
  { responsibleId, canBeReverted, isForgotten, ...logged }: LoggedAct,
  ownId: string,
): ModerationAct {
  const actedAt = logged.actedAt.toISOString()
  if (logged.decisionId === null) {
    const { id, act, moderatorName, facts: roomName } = logged
    return { id, act, moderatorName, roomName, actedAt, isForgotten }
  }
  const mayRevert = logged.act === 'decided' && canBeReverted && responsibleId !== ownId
  return { ...logged, actedAt, mayRevert }
}

function messagesOf({ messages, sequence }: Extract<Snapshot, { kind: 'message' }>) {
  return messages.map(({ uid, name, at, text, files, ...one }) => ({
    name,
    isBot: isBot(uid),
    at,
    text,
    ...(files ? { files } : {}),
    isReported: one.sequence === sequence,
  }))
}

function fieldsOf(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).flatMap(([field, text]) => (text ? [[field, text]] : [])))
}

function toDecision({ id, kind, action, rule, facts, decidedAt, revertedAt }: Decision) {
  return {
    id,
    kind,
    action,
    rule,
    facts,
    decidedAt: decidedAt.toISOString(),
    isReverted: revertedAt !== null,
  }
}
