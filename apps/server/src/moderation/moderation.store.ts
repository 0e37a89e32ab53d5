import type { DecisionAct, ModerationAction, RoomAct } from '@covo/contract/moderation/moderation.rules'
import type { ReportedKind } from '@covo/contract/reports/reports.rules'
import { sql } from 'kysely'
import { endTokens } from '../auth/end-tokens.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** The end of a suspension that has none. */
export const noEnd = new Date('9999-12-31T00:00:00.000Z')

/** The end of a suspension; null without one. */
export function endOf(suspendedUntil: Date | null): Date | null {
  return suspendedUntil && suspendedUntil < noEnd ? suspendedUntil : null
}

/** Months within which a decision may be appealed against. */
const appealMonths = 6

export type Decision = {
  id: string
  kind: ReportedKind
  subjectId: string
  memberId: string
  /** Null: the operator decided. */
  moderatorId: string | null
  action: ModerationAction
  rule: number | null
  facts: string
  suspendedUntil: Date | null
  /** The data that a reversal restores; null where nothing was removed, or it was deleted since. */
  removed: object | null
  decidedAt: Date
  revertedAt: Date | null
}

export const columns = [
  'decisions.id',
  'decisions.subject_kind as kind',
  'decisions.subject_id as subjectId',
  'decisions.member_id as memberId',
  'decisions.moderator_id as moderatorId',
  'decisions.action',
  'decisions.rule',
  'decisions.facts',
  'decisions.suspended_until as suspendedUntil',
  'decisions.removed',
  'decisions.decided_at as decidedAt',
  'decisions.reverted_at as revertedAt',
] as const

type NewDecision = Omit<Decision, 'id' | 'decidedAt' | 'revertedAt'> & { appealHash: string | null }

export async function insertDecision(trx: DatabaseTransaction, decision: NewDecision): Promise<Decision> {
  return await trx
    .insertInto('decisions')
    .values({
      subject_kind: decision.kind,
      subject_id: decision.subjectId,
      member_id: decision.memberId,
      moderator_id: decision.moderatorId,
      action: decision.action,
      rule: decision.rule,
      facts: decision.facts,
      suspended_until: decision.suspendedUntil,
      removed: decision.removed && JSON.stringify(decision.removed),
      appeal_hash: decision.appealHash,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Locks a decision until the transaction ends: of two who revert it, or answer its appeal, one comes first. */
export async function lockDecision(trx: DatabaseTransaction, id: string): Promise<Decision | undefined> {
  return await trx
    .selectFrom('decisions')
    .select(columns)
    .where(sql<string>`decisions.id::text`, '=', id.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
}

export async function findDecisionById(database: Database, id: string): Promise<Decision | undefined> {
  return await database.selectFrom('decisions').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Replaces the token, by its hash, with which a decision may be appealed against. */
export async function storeAppealHash(database: Database, id: string, appealHash: string): Promise<void> {
  await database.updateTable('decisions').set({ appeal_hash: appealHash }).where('id', '=', id).execute()
}

/** The reasons for which a decision was reverted without an appeal. */
export async function findReversalReasons(database: Database, id: string): Promise<string> {
  const row = await database
    .selectFrom('moderation_log')
    .select('facts')
    .where('decision_id', '=', id)
    .where('act', '=', 'reverted')
    .executeTakeFirst()
  return row?.facts ?? ''
}

/** The answer to the appeal against a decision; undefined while there is none. */
export async function findAppealAnswer(database: Database, id: string) {
  return await database
    .selectFrom('appeals')
    .select(['is_accepted as isAccepted', 'answer'])
    .where('decision_id', '=', id)
    .where('answered_at', 'is not', null)
    .executeTakeFirst()
}

export async function markReverted(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx
    .updateTable('decisions')
    .set({ reverted_at: sql<Date>`now()`, removed: null })
    .where('id', '=', id)
    .execute()
}

/** The decisions on a member, the latest first. */
export async function findDecisionsOn(database: Database, memberId: string): Promise<Decision[]> {
  return await database
    .selectFrom('decisions')
    .select(columns)
    .where('member_id', '=', memberId)
    .orderBy('decided_at', 'desc')
    .limit(20)
    .execute()
}

/** Sets a member's suspension to the latest end of all decisions in force, and ends their sessions and tokens while one is in force. */
export async function suspendByDecisions(trx: DatabaseTransaction, memberId: string): Promise<void> {
  const { rows } = await sql<{ isSuspended: boolean }>`
    update users set suspended_until = (
      select max(suspended_until) from decisions
      where member_id = ${memberId} and suspended_until > now() and reverted_at is null
    )
    where id = ${memberId}
    returning suspended_until is not null as "isSuspended"`.execute(trx)
  // A trigger notifies every server of each.
  if (!rows[0]?.isSuspended) return
  await trx.deleteFrom('sessions').where('user_id', '=', memberId).execute()
  await endTokens(trx, memberId)
}

export async function logAct(
  trx: DatabaseTransaction,
  act: DecisionAct,
  decision: Decision,
  { facts, moderatorId }: { facts: string; moderatorId: string | null },
): Promise<void> {
  await trx
    .insertInto('moderation_log')
    .values({
      act,
      decision_id: decision.id,
      action: decision.action,
      subject_kind: decision.kind,
      subject_id: decision.subjectId,
      member_id: decision.memberId,
      moderator_id: moderatorId,
      facts,
    })
    .execute()
}

/** @param roomName empty of an act on all rooms */
export async function logRoomAct(
  trx: DatabaseTransaction,
  act: RoomAct,
  { roomName, moderatorId }: { roomName: string; moderatorId: string | null },
): Promise<void> {
  await trx.insertInto('moderation_log').values({ act, moderator_id: moderatorId, facts: roomName }).execute()
}

/** The acts of moderation, the latest first. */
export async function findActs(database: Database, limit: number) {
  return await database.selectFrom('moderation_log').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** The decision that an appeal with this token, by its hash, would be stored against; `insertAppeal` has the same conditions. */
export async function findAppealable(database: Database, appealHash: string) {
  const appealableUntil = sql<Date>`decided_at + ${appealMonths} * interval '1 month'`
  return await database
    .selectFrom('decisions')
    .select([...columns, appealableUntil.as('appealableUntil')])
    .where('appeal_hash', '=', appealHash)
    .where(appealableUntil, '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('appeals').whereRef('decision_id', '=', 'decisions.id'))),
    )
    .executeTakeFirst()
}

/**
 * Stores an appeal by the hash of its token. Undefined where no decision has it, it is too old, or it was used; else the
 * decision's id.
 */
export async function insertAppeal(
  database: Database,
  appealHash: string,
  text: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into appeals (decision_id, text)
    select id, ${text} from decisions
    where appeal_hash = ${appealHash} and decided_at > now() - ${appealMonths} * interval '1 month'
    on conflict (decision_id) do nothing
    returning decision_id as id`.execute(database)
  return rows[0]?.id
}

/** Appeals that wait for an answer, the oldest first. */
export async function findOpenAppeals(database: Database) {
  return await database
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'decision_id')
    .select([...columns, 'appeals.text', 'appealed_at as appealedAt'])
    .where('answered_at', 'is', null)
    .orderBy('appealed_at')
    .limit(100)
    .execute()
}

/** Whether an appeal waited for this answer. */
export async function answerAppeal(
  trx: DatabaseTransaction,
  decisionId: string,
  { isAccepted, answer }: { isAccepted: boolean; answer: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('appeals')
    .set({ is_accepted: isAccepted, answer, answered_at: sql<Date>`now()` })
    .where('decision_id', '=', decisionId)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Rows that one run of a purge deletes of a table at most. */
const batch = 1000

/**
 * Deletes data that has been kept long enough (docs/security.md): removed content after 30 days, unless an appeal waits; reports
 * 90 days after their decision; decisions with their appeals, and addresses that nobody may register with, after a year; the
 * names in the log after two. Answers whether a batch was full, and more may be left.
 */
export async function purgeModeration(database: Database): Promise<boolean> {
  const runs = [
    sql`
      update decisions set removed = null where id in (
        select id from decisions
        where removed is not null and decided_at < now() - interval '30 days'
          and not exists (select from appeals where decision_id = decisions.id and answered_at is null)
        limit ${batch} for update skip locked
      )`,
    sql`
      delete from reports where id in (
        select id from reports where closed_at < now() - interval '90 days' limit ${batch} for update skip locked
      )`,
    sql`
      delete from decisions where id in (
        select id from decisions
        where decided_at < now() - interval '12 months'
          and (suspended_until is null or suspended_until < now() or reverted_at is not null)
        limit ${batch} for update skip locked
      )`,
    sql`
      update moderation_log set member_id = null, subject_id = null, moderator_id = null, facts = '' where id in (
        select id from moderation_log
        where (member_id is not null or moderator_id is not null) and acted_at < now() - interval '24 months'
        limit ${batch} for update skip locked
      )`,
    sql`
      delete from blocked_addresses where address_hash in (
        select address_hash from blocked_addresses
        where kept_since < now() - interval '12 months'
        limit ${batch} for update skip locked
      )`,
  ]
  let isFull = false
  for (const run of runs) {
    const { numAffectedRows = 0n } = await run.execute(database)
    isFull ||= numAffectedRows === BigInt(batch)
  }
  return isFull
}
