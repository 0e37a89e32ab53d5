import type { ModerationAction } from '@covo/contract/moderation/moderation.rules'
import type { ModerationNoticeKind } from '@covo/contract/notifications/notifications.rules'
import type { ReportedKind } from '@covo/contract/reports/reports.rules'
import { accountChanged } from '../auth/account.news.ts'
import { storeNotice } from '../notifications/notify.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { lockMember, lockMembers } from '../profiles/profiles.store.ts'
import { moderationChanged } from '../reports/reports.news.ts'
import { closeReports, findResponsible } from '../reports/reports.store.ts'
import { lockTeamNames } from '../teams/teams.store.ts'
import { DecisionRefused } from './decision-refused.ts'
import { actOn, undoOn } from './moderated-subjects.ts'
import {
  answerAppeal,
  type Decision,
  insertDecision,
  lockDecision,
  logAct,
  markReverted,
  suspendByDecisions,
} from './moderation.store.ts'

type Reported = { kind: ReportedKind; subjectId: string; memberId: string }

type Given = {
  action: ModerationAction
  rule: number | null
  facts: string
  suspendedUntil: Date | null
  /** Of the token with which it may be appealed against; null: none is made yet. */
  appealHash: string | null
}

/**
 * Decides on a subject, which closes all reports of it that wait; answers their authors too.
 *
 * @param moderatorId null: the operator decides
 */
export async function decideOn(
  trx: DatabaseTransaction,
  { kind, subjectId, memberId }: Reported,
  { appealHash, ...given }: Given,
  moderatorId: string | null,
) {
  const reporters = await closeReports(trx, { kind, id: subjectId })
  if (reporters.length === 0)
    throw new DecisionRefused('Somebody has decided on it already.', 'moderation.already_decided')
  const { action, facts } = given
  // Before the rows that an action locks, but for a message's conversation, which comes first; reporters too, since two members may
  // have reported each other.
  const responsibleId = await responsibleFor(trx, memberId)
  if (kind === 'team') await lockTeamNames(trx)
  if (kind !== 'message' || action !== 'remove')
    await lockMembers(trx, [memberId, responsibleId, ...reporters])
  if (action === 'suspend') await lockPresent(trx, memberId)
  const { removed, news } = await actOn(trx, action, { kind, subjectId })
  const decision = await insertDecision(trx, {
    ...given,
    kind,
    subjectId,
    memberId,
    moderatorId,
    removed,
    appealHash: action === 'none' ? null : appealHash,
  })
  if (action === 'suspend') await suspendByDecisions(trx, memberId)
  await logAct(trx, 'decided', decision, { facts, moderatorId })
  const notices = await storeNotice(trx, {
    kind: action === 'none' ? 'report_rejected' : 'report_upheld',
    uids: reporters,
  })
  const notice = noticeOf(action, kind)
  if (notice) {
    const isOfBot = responsibleId !== memberId
    const kind = isOfBot ? ('bot_moderated' as const) : notice
    notices.push(...(await storeNotice(trx, { kind, uids: [responsibleId] })))
    // The list of the owner's bots shows its suspension.
    if (isOfBot) notices.push(accountChanged(responsibleId))
  }
  await recordNews(trx, [...news, ...notices, moderationChanged()])
  return { decision, reporters }
}

/** Undoes a decision, once; answers it. */
export async function revertDecision(
  trx: DatabaseTransaction,
  id: string,
  facts: string,
  moderatorId: string | null,
): Promise<Decision> {
  const decision = await lockById(trx, id)
  await undo(trx, decision)
  const uid = await responsibleFor(trx, decision.memberId)
  const notices = await storeNotice(trx, { kind: 'decision_reverted', uids: [uid] })
  await recordNews(trx, [...notices, accountChanged(uid)])
  await logAct(trx, 'reverted', decision, { facts, moderatorId })
  return decision
}

/** Answers the appeal against a decision, once, and undoes it where that is accepted; answers the decision. */
export async function answerAppealTo(
  trx: DatabaseTransaction,
  id: string,
  { isAccepted, answer }: { isAccepted: boolean; answer: string },
  moderatorId: string | null,
): Promise<Decision> {
  const decision = await lockById(trx, id)
  if (!(await answerAppeal(trx, decision.id, { isAccepted, answer })))
    throw new DecisionRefused('No appeal against it waits for an answer.', 'moderation.already_decided')
  if (isAccepted && !decision.revertedAt) await undo(trx, decision)
  const act = isAccepted ? 'appeal_accepted' : 'appeal_rejected'
  await logAct(trx, act, decision, { facts: answer, moderatorId })
  const uid = await responsibleFor(trx, decision.memberId)
  const notices = await storeNotice(trx, { kind: act, uids: [uid] })
  await recordNews(trx, [...notices, accountChanged(uid), moderationChanged()])
  return decision
}

/** The notice to a member of a decision on them; null of one that changed nothing. */
function noticeOf(action: ModerationAction, kind: ReportedKind): ModerationNoticeKind | null {
  if (action === 'none') return null
  if (action === 'empty') return kind === 'team' ? 'team_emptied' : 'profile_emptied'
  if (action === 'suspend') return 'account_suspended'
  return kind === 'event' ? 'event_removed' : 'message_removed'
}

async function lockById(trx: DatabaseTransaction, id: string): Promise<Decision> {
  const decision = await lockDecision(trx, id)
  if (!decision) throw new DecisionRefused(`There is no decision with the id ${id}.`, 'common.not_found')
  return decision
}

async function undo(trx: DatabaseTransaction, decision: Decision): Promise<void> {
  if (decision.action === 'none') throw new DecisionRefused('It changed nothing that could be undone.')
  if (decision.revertedAt) throw new DecisionRefused('It is reverted already.', 'moderation.already_decided')
  if (decision.kind === 'team') {
    await lockTeamNames(trx)
    // To be notified of it: their row comes before the team's.
    await lockMembers(trx, [decision.memberId])
  }
  const news = await undoOn(trx, decision)
  await markReverted(trx, decision.id)
  if (decision.action === 'suspend') {
    await lockMember(trx, decision.memberId)
    await suspendByDecisions(trx, decision.memberId)
  }
  await recordNews(trx, [...news, moderationChanged()])
}

/** The member who is notified of a decision: the owner, where it is about a bot. */
async function responsibleFor(trx: DatabaseTransaction, memberId: string): Promise<string> {
  return (await findResponsible(trx, memberId))?.uid ?? memberId
}

/** Locks the member whom a suspension concerns. */
async function lockPresent(trx: DatabaseTransaction, uid: string): Promise<void> {
  if (!(await lockMember(trx, uid))) throw new DecisionRefused(`The account of ${uid} was removed.`)
}
