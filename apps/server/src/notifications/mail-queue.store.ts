import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** A table whose rows are mails to be sent: it has `due_at`, `tries` and `sent_at`, and an index of what is due. */
export type MailTable = 'event_mails' | 'digests'

/** The row of a mail. */
export type MailRow = { table: MailTable; condition: RawBuilder<unknown> }

/** So often a mail is tried; the indexes have it too. */
const maximumTries = 5

/** Seconds for which nobody else tries a mail: longer than the mail server is waited for. */
const leaseSeconds = 120

/** Whether a mail is to be sent: `event_mails_due` and `digests_due` find it. */
export const isDue = sql`sent_at is null and tries < 5 and due_at <= now()`

/**
 * The lease of a process that takes a mail. Where it is killed before the outcome is stored, the mail is taken again after
 * two minutes.
 */
export const lease = sql`due_at = now() + ${leaseSeconds} * interval '1 second'`

export async function isMailDue(database: Database, table: MailTable): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where ${isDue} limit 1`.execute(database)
  return rows.length > 0
}

export async function markSent(database: Database, row: MailRow): Promise<void> {
  await update(database, row, sql`sent_at = now()`)
}

/** Never sends the mail. */
export async function giveUp(database: Database, row: MailRow): Promise<void> {
  await update(database, row, sql`tries = ${maximumTries}`)
}

/** Lets the mail be tried again, later after each try: after one minute, then two, four and eight. */
export async function postpone(database: Database, row: MailRow): Promise<void> {
  await update(database, row, sql`due_at = now() + 2 ^ (tries - 1) * interval '1 minute'`)
}

async function update(database: Database, { table, condition }: MailRow, change: RawBuilder<unknown>) {
  await sql`update ${sql.table(table)} set ${change} where ${condition}`.execute(database)
}
