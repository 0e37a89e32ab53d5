import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** Hours for which a link that confirms an address is good. */
const linkHours = 24

export async function findAccount(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select(['email', 'email_verified as emailVerified'])
    .where('id', '=', uid)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

type MailLink = { tokenHash: string; uid: string; email: string }

/** Stores a link that confirms the address, in place of all that are too old. */
export async function storeMailLink(database: Database, { tokenHash, uid, email }: MailLink): Promise<void> {
  await sql`
    delete from mail_links where token_hash in (
      select token_hash from mail_links where expires_at < now() limit 1000 for update skip locked
    )`.execute(database)
  await database
    .insertInto('mail_links')
    .values({
      token_hash: tokenHash,
      kind: 'verify',
      user_id: uid,
      email,
      expires_at: sql<Date>`now() + ${linkHours} * interval '1 hour'`,
    })
    .execute()
}

export async function deleteMailLink(database: Database, tokenHash: string): Promise<void> {
  await database.deleteFrom('mail_links').where('token_hash', '=', tokenHash).execute()
}

/**
 * Uses up a link, and confirms its address. Undefined where there is none, it was used, it is too old, or the member has
 * another address by now; the transaction has to be rolled back then.
 */
export async function confirmByLink(trx: DatabaseTransaction, tokenHash: string) {
  const link = await trx
    .selectFrom('mail_links')
    .select(['user_id as uid', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!link) return undefined
  // The member's row before the link's, as everywhere; its lock lets one of two uses find the link.
  const confirmed = await trx
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', link.uid)
    .where('email', '=', link.email)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  const used = await trx.deleteFrom('mail_links').where('token_hash', '=', tokenHash).executeTakeFirst()
  return confirmed.numUpdatedRows === 1n && used.numDeletedRows === 1n ? link : undefined
}
