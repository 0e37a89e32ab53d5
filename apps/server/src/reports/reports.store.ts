import type { MessageFile } from '@covo/contract/files/message-files'
import type { ReportedKind, ReportReason } from '@covo/contract/reports/reports.rules'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** A reported subject as its reporter saw it, with the names of then. Times are ISO 8601. */
export type Snapshot =
  | {
      kind: 'message'
      conversationId: string
      /** Of the reported one. */
      sequence: number
      /** In their order. */
      messages: {
        sequence: number
        uid: string
        name: string
        at: string
        text: string
        files?: MessageFile[]
      }[]
    }
  | { kind: 'member' | 'event' | 'team'; name: string; fields: Record<string, string | undefined> }

/** The name of the message's author, or of the member, the event or the team. */
export function nameOfReported(snapshot: Snapshot): string {
  if (snapshot.kind !== 'message') return snapshot.name
  return snapshot.messages.find(({ sequence }) => sequence === snapshot.sequence)?.name ?? ''
}

type Subject = { kind: ReportedKind; id: string }

/** The id of a member's report of a subject. */
export async function findReport(
  database: Database,
  reporterId: string,
  { kind, id }: Subject,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', reporterId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return row?.id
}

type Report = {
  reporterId: string
  subject: Subject
  memberId: string
  reason: ReportReason
  details: string
  snapshot: Snapshot
}

/** Answers the new report's id; undefined where the member has reported the subject before. */
export async function insertReport(
  trx: DatabaseTransaction,
  { reporterId, subject, memberId, reason, details, snapshot }: Report,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('reports')
    .values({
      reporter_id: reporterId,
      subject_kind: subject.kind,
      subject_id: subject.id,
      member_id: memberId,
      reason,
      details,
      snapshot: JSON.stringify(snapshot),
    })
    .onConflict((conflict) => conflict.constraint('reports_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await keepFiles(trx, row.id, snapshot)
  return row?.id
}

/** Keeps the files of a report's messages, also after those have gone. */
async function keepFiles(trx: DatabaseTransaction, reportId: string, snapshot: Snapshot): Promise<void> {
  const files = snapshot.kind === 'message' ? snapshot.messages.flatMap(({ files = [] }) => files) : []
  if (files.length === 0) return
  await sql`
    insert into report_files (report_id, id, name, size, sha256, picture)
    select ${reportId}, id, name, size, sha256, picture from files
    where id = any(${files.map(({ id }) => id)}::uuid[])`.execute(trx)
}

/** The files of a report's messages. */
export async function findReportFiles(database: Database, reportId: string) {
  return await database
    .selectFrom('report_files')
    .select(['id', 'name', 'picture'])
    .where('report_id', '=', reportId)
    .orderBy('id')
    .execute()
}

const columns = [
  'id',
  'reporter_id as reporterId',
  'subject_kind as kind',
  'subject_id as subjectId',
  'member_id as memberId',
  'reason',
  'details',
  'snapshot',
  'reported_at as reportedAt',
  'closed_at as closedAt',
] as const

/** Reports that wait for a decision, the oldest first. */
export async function findOpenReports(database: Database, limit: number) {
  return await database
    .selectFrom('reports')
    .select(columns)
    .where('closed_at', 'is', null)
    .orderBy('reported_at')
    .limit(limit)
    .execute()
}

/** A report by its id as it was typed. */
export async function findReportById(database: Database, typedId: string) {
  return await database
    .selectFrom('reports')
    .select(columns)
    .where(sql<string>`id::text`, '=', typedId.toLowerCase())
    .executeTakeFirst()
}

/** Closes all reports of a subject that wait; answers who sent them, none where somebody else has just decided on it. */
export async function closeReports(trx: DatabaseTransaction, { kind, id }: Subject): Promise<string[]> {
  // In one order: of two decisions the one waits for the other, and then finds nothing that waits.
  await trx
    .selectFrom('reports')
    .select('id')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const closed = await trx
    .updateTable('reports')
    .set({ closed_at: sql<Date>`now()` })
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .returning('reporter_id as reporterId')
    .execute()
  return closed.map(({ reporterId }) => reporterId)
}

/** The person responsible for a member: the owner of a bot, which is `botName`, or the member. Undefined for removed accounts. */
export async function findResponsible(database: Database, uid: string) {
  return await database
    .selectFrom('users as member')
    .innerJoin('users as person', (join) =>
      join.on((has) => has('person.id', '=', has.fn.coalesce('member.bot_owner', 'member.id'))),
    )
    .select(['person.id as uid', 'person.email'])
    .select((has) =>
      has
        .case()
        .when('member.bot_owner', 'is not', null)
        .then(has.ref('member.display_name'))
        .else(null)
        .end()
        .as('botName'),
    )
    .where('member.id', '=', uid)
    .where('person.erased_at', 'is', null)
    .executeTakeFirst()
}
