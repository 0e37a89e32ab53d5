import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { deleteMemberRows, hasOtherRows } from '../platform/database/member-data.ts'
import type { Log } from '../platform/log/log.ts'

/** Days that the confirmation of an address is waited for. */
const daysToConfirm = 7
/** Accounts that one look removes at most. */
const removedAtOnce = 1000

/** Erases an account at once, as its deletion does. */
export type EraseAccount = (trx: DatabaseTransaction, uid: string) => Promise<void>

type Dependencies = { database: Database; eraseAccount: EraseAccount; log: Log }

/** Removes accounts that nobody confirmed or used: their addresses may be others'. One that fails keeps no other back. */
export async function removeUnclaimed(
  { database, eraseAccount, log }: Dependencies,
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ uid: string }>`
    select id as uid from users where ${isUnclaimed} order by verification_asked_at limit ${removedAtOnce}
  `.execute(database)
  for (const { uid } of rows) {
    if (signal?.aborted) return
    try {
      await database.transaction().execute((trx) => removeAccount(trx, uid, eraseAccount))
    } catch (error) {
      log.warn({ err: error, uid }, 'account that nobody confirmed not removed')
    }
  }
}

/** Registration asked to confirm the address and nobody did, and the account has left no trace that others may see. */
const isUnclaimed = sql<boolean>`
  verification_asked_at < now() - ${daysToConfirm} * interval '1 day' and not email_verified
  and erased_at is null and blocked_at is null
  and not exists (select from conversation_authors where user_id = users.id)
  and not exists (select from conversation_members where users.id in (user_id, partner_id))
  and not exists (select from message_reactions where user_id = users.id)
  and not exists (select from message_mentions where user_id = users.id)
  and not exists (select from friendships where user_id = users.id)
  and not exists (select from friend_requests where users.id in (sender_id, recipient_id))
  and not exists (select from events where organizer_id = users.id)
  and not exists (select from event_organizers where user_id = users.id)
  and not exists (select from event_participants where user_id = users.id)
  and not exists (select from memberships where user_id = users.id and conversation_id like 'squadra-%')
  and not exists (select from team_candidates where user_id = users.id)
`

/**
 * Deletes the account, or erases it where something that stays refers to it, such as a report: either frees its address. The
 * row's lock lets nothing that refers to the account be stored meanwhile.
 */
async function removeAccount(
  trx: DatabaseTransaction,
  uid: string,
  eraseAccount: EraseAccount,
): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${uid} and ${isUnclaimed} for update skip locked
  `.execute(trx)
  if (rows.length === 0) return
  if (await hasOtherRows(trx, uid)) return await eraseAccount(trx, uid)
  await sql`delete from verifications where value = ${uid}`.execute(trx)
  await deleteMemberRows(trx, uid)
  await trx.deleteFrom('users').where('id', '=', uid).execute()
}
