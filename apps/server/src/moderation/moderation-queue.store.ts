import type { DecisionAct, ModerationAction, RoomAct } from '@covo/contract/moderation/moderation.rules'
import type { ReportedKind } from '@covo/contract/reports/reports.rules'
import { type RawBuilder, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { columns } from './moderation.store.ts'

/** Beyond it, those who wait are not counted. */
const maximumCounted = 100

const reported = (database: Database) =>
  database.selectFrom('reports as r').select([
    'r.id',
    'subject_kind as kind',
    'subject_id as subjectId',
    'r.member_id as memberId',
    'reason',
    'snapshot',
    'reported_at as reportedAt',
    sql<number>`(
        select count(*) from reports o
        where o.subject_kind = r.subject_kind and o.subject_id = r.subject_id and o.closed_at is null
      )`.as('count'),
  ])

/** Whether `p` is who answers for the member `m`: the owner of a bot, or the member. */
const isResponsible = sql<boolean>`p.id = coalesce(m.bot_owner, m.id)`

/** An instant as a cursor names it, to the microsecond. */
const exactly = (instant: RawBuilder<Date>) =>
  sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('place')

/** A page of the subjects that wait for a decision: of each its first report. */
export async function findReportedPage(database: Database, after: [string, string] | null, limit: number) {
  return await reported(database)
    .select(exactly(sql`r.reported_at`))
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from reports e
        where e.subject_kind = r.subject_kind and e.subject_id = r.subject_id and e.closed_at is null
          and (e.reported_at, e.id) < (r.reported_at, r.id)
      )`,
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(r.reported_at, r.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('r.reported_at')
    .orderBy('r.id')
    .limit(literalLimit(limit))
    .execute()
}

/** How many subjects wait for a decision. */
export async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from reports where closed_at is null group by subject_kind, subject_id limit ${maximumCounted}
    ) as subjects`.execute(database)
  return rows[0]?.count ?? 0
}

/** A report, and how many others of its subject wait; `closedAt` is null while it waits itself. */
export async function findReported(database: Database, id: string) {
  return await reported(database).select('closed_at as closedAt').where('r.id', '=', id).executeTakeFirst()
}

type Subject = { kind: ReportedKind; subjectId: string }

/** Whether a report of a subject that waits is a member's. */
export async function isReporter(
  database: Database,
  uid: string,
  { kind, subjectId }: Subject,
): Promise<boolean> {
  const row = await database
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', uid)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The first reports of a subject that wait, with their reporters' names. */
export async function findFirstReports(database: Database, { kind, subjectId }: Subject, limit: number) {
  return await database
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reporter_id')
    .select(['display_name as reporterName', 'reason', 'details', 'reported_at as reportedAt'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .orderBy('reported_at')
    .orderBy('reports.id')
    .limit(literalLimit(limit))
    .execute()
}

/** A page of appeals that wait, with their decision. */
export async function findAppealsPage(database: Database, after: [string, string] | null, limit: number) {
  return await database
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'decision_id')
    .innerJoin('users as m', 'm.id', 'decisions.member_id')
    .innerJoin('users as p', (join) => join.on(isResponsible))
    .select([
      ...columns,
      'appeals.text',
      'appealed_at as appealedAt',
      'm.display_name as memberName',
      'p.id as responsibleId',
      'p.is_moderator as isOfModerator',
      exactly(sql`appealed_at`),
    ])
    .where('answered_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(appealed_at, decision_id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('appealed_at')
    .orderBy('decision_id')
    .limit(literalLimit(limit))
    .execute()
}

/** How many appeals wait for an answer. The order lets PostgreSQL count by the index of waiting appeals. */
export async function countWaitingAppeals(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from appeals where answered_at is null order by appealed_at limit ${maximumCounted}
    ) as waiting`.execute(database)
  return rows[0]?.count ?? 0
}

/** The decision that is appealed against; `answeredAt` is null while the appeal waits. */
export async function findAppeal(database: Database, decisionId: string) {
  return await database
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'decision_id')
    .select(['member_id as memberId', 'moderator_id as moderatorId', 'answered_at as answeredAt'])
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()
}

export async function findDecision(database: Database, id: string) {
  return await database
    .selectFrom('decisions')
    .select('member_id as memberId')
    .where('id', '=', id)
    .executeTakeFirst()
}

export type LoggedAct = {
  id: number
  moderatorName: string | null
  memberName: string | null
  facts: string
  actedAt: Date
  responsibleId: string | null
  canBeReverted: boolean
  isForgotten: boolean
} & (
  | { act: DecisionAct; decisionId: string; action: ModerationAction; kind: ReportedKind }
  | { act: RoomAct; decisionId: null; action: null; kind: null }
)

/** A page of the log, the latest acts first. */
export async function findActsPage(database: Database, before: number | null, limit: number) {
  return await database
    .selectFrom('moderation_log as l')
    .leftJoin('users as m', 'm.id', 'l.member_id')
    .leftJoin('users as p', (join) => join.on(isResponsible))
    .leftJoin('users as d', 'd.id', 'l.moderator_id')
    .leftJoin('decisions', 'decisions.id', 'l.decision_id')
    .select([
      'l.id',
      'l.act',
      'l.decision_id as decisionId',
      'l.action',
      'l.subject_kind as kind',
      'p.id as responsibleId',
      'd.display_name as moderatorName',
      'm.display_name as memberName',
      'l.facts',
      'acted_at as actedAt',
      // Removed content is kept for a while only.
      sql<boolean>`
        (decisions.action = 'suspend' or decisions.removed is not null) is true and reverted_at is null
        and not coalesce(p.is_moderator, false)`.as('canBeReverted'),
      sql<boolean>`acted_at < now() - interval '24 months'`.as('isForgotten'),
    ])
    .$if(before !== null, (query) => query.where('l.id', '<', before ?? 0))
    .orderBy('l.id', 'desc')
    .limit(literalLimit(limit))
    .$castTo<LoggedAct>()
    .execute()
}

/** A file of the messages of a report. */
export async function findReportFile(database: Database, reportId: string, id: string) {
  return await database
    .selectFrom('report_files')
    .select(['id', 'name', 'size', 'sha256', 'picture'])
    .where('report_id', '=', reportId)
    .where('id', '=', id)
    .executeTakeFirst()
}
