import { sql } from 'kysely'
import { endTokens } from '../auth/end-tokens.ts'
import { providerId } from '../auth/external-provider-identity.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** Hours for which a link is good. */
const hoursOf = { verify: 24, change: 24, revert: 7 * 24 }

export async function findAccount(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select([
      'email',
      'email_verified as emailVerified',
      'verification_asked_at as askedAt',
      hasAccount('credential').as('hasPassword'),
      hasAccount(providerId).as('hasProvider'),
      sql<boolean>`exists (select from second_factors where user_id = users.id and is_on)`.as('secondFactor'),
      'is_moderator as isModerator',
      sql<number>`(select count(*) from blocks where user_id = users.id)`.as('blockedCount'),
      sql<number>`(select count(*) from recovery_codes where user_id = users.id)`.as('recoveryCodesLeft'),
      sql<string | null>`(
        select email from mail_links where user_id = users.id and kind = 'change' and expires_at > now()
      )`.as('pendingEmail'),
    ])
    .where('id', '=', uid)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** Whether the account was made in the last 24 hours. */
export async function isNewMember(database: Database, uid: string): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', uid)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the member can sign in so. */
function hasAccount(provider: string) {
  return sql<boolean>`exists (select from accounts where user_id = users.id and provider_id = ${provider})`
}

type LinkKind = keyof typeof hoursOf
type MailLink = { kind: LinkKind; tokenHash: string; uid: string; email: string }

/** Stores a link; one that changes the address replaces the member's other such one. */
export async function storeMailLink(database: Database, link: MailLink): Promise<void> {
  const values = {
    token_hash: link.tokenHash,
    email: link.email,
    expires_at: sql<Date>`now() + ${hoursOf[link.kind]} * interval '1 hour'`,
  }
  await database
    .insertInto('mail_links')
    .values({ ...values, kind: link.kind, user_id: link.uid })
    .onConflict((conflict) =>
      conflict.column('user_id').where('kind', '=', sql<'change'>`'change'`).doUpdateSet(values),
    )
    .execute()
}

/** Stores a copy of a link under another token; answers the address of both, undefined where the link is gone or too old. */
export async function copyMailLink(
  database: Database,
  linkHash: string,
  tokenHash: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    insert into mail_links (token_hash, kind, user_id, email, expires_at)
    select ${tokenHash}, kind, user_id, email, expires_at from mail_links
    where token_hash = ${linkHash} and expires_at > now()
    returning email`.execute(database)
  return rows[0]?.email
}

/** Deletes a link; answers whether it was there. */
export async function deleteMailLink(database: Database, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('mail_links')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the link that would change the member's address. */
export async function deletePendingChange(database: Database, uid: string): Promise<void> {
  await database.deleteFrom('mail_links').where('user_id', '=', uid).where('kind', '=', 'change').execute()
}

/**
 * Uses up a link of one of these kinds, and locks its member's row. Undefined where there is none, it was used, it is too old,
 * or the member is gone; the transaction has to be rolled back then.
 */
export async function useMailLink(trx: DatabaseTransaction, tokenHash: string, kinds: LinkKind[]) {
  const link = await trx
    .selectFrom('mail_links')
    .select(['kind', 'user_id as uid', 'email', 'expires_at as expiresAt'])
    .where('token_hash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!link) return undefined
  // The member's row before the link's, as everywhere; its lock lets one of two uses find the link.
  const account = await trx
    .selectFrom('users')
    .select(['email', 'email_verified as emailVerified', 'verification_asked_at as askedAt'])
    .where('id', '=', link.uid)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const isUsed = await deleteMailLink(trx, tokenHash)
  return account && isUsed ? { ...link, account } : undefined
}

/** Whether somebody else has the address, or may take it back. */
export async function isEmailTaken(database: Database, email: string, uid: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select
      exists (select from users where email = ${email} and id <> ${uid})
      or exists (
        select from mail_links
        where kind = 'revert' and email = ${email} and user_id <> ${uid} and expires_at > now()
      ) as "isTaken"
  `.execute(database)
  return rows[0]?.isTaken ?? false
}

/** Gives a member the address, as confirmed. False where somebody else has it: the transaction has to be rolled back. */
export async function changeEmail(trx: DatabaseTransaction, uid: string, email: string): Promise<boolean> {
  if (await isEmailTaken(trx, email, uid)) return false
  try {
    await trx.updateTable('users').set({ email, email_verified: true }).where('id', '=', uid).execute()
    return true
  } catch (error) {
    // SQLSTATE unique_violation: of two at the same instant.
    if ((error as { code?: string }).code === '23505') return false
    throw error
  }
}

/** Ends the member's sessions but one, if any, their tokens, and their links to set a password. */
export async function endSessionsAndResets(
  trx: DatabaseTransaction,
  uid: string,
  keptSessionId: string | null,
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', uid)
    .$if(keptSessionId !== null, (query) => query.where('id', '<>', keptSessionId))
    .execute()
  await endTokens(trx, uid)
  await sql`delete from verifications where value = ${uid}`.execute(trx)
}

/** Deletes the member's links, except revert links from before an instant. */
export async function endMailLinks(
  trx: DatabaseTransaction,
  uid: string,
  before: Date | null,
): Promise<void> {
  await sql`
    delete from mail_links
    where user_id = ${uid} and (kind <> 'revert' or expires_at >= ${before})
  `.execute(trx)
}

/**
 * Removes the member's password and passkeys, and a second factor that was turned on within the lifetime of the link that reverts
 * the change of address, before or after the change. An older second factor stays: it protects its owner from whoever reads the
 * mail of an old address.
 *
 * @param expiresAt when that link does
 * @returns whether a second factor ended that was on
 */
export async function deleteSignIns(
  trx: DatabaseTransaction,
  uid: string,
  expiresAt: Date,
): Promise<boolean> {
  await trx.deleteFrom('passkeys').where('user_id', '=', uid).execute()
  await sql`delete from accounts where user_id = ${uid} and provider_id = 'credential'`.execute(trx)
  await trx.deleteFrom('sign_in_challenges').where('user_id', '=', uid).execute()
  const { rows } = await sql<{ wasOn: boolean }>`
    delete from second_factors
    where user_id = ${uid}
      and (not is_on or created_at > ${expiresAt}::timestamptz - ${2 * hoursOf.revert} * interval '1 hour')
    returning is_on as "wasOn"
  `.execute(trx)
  return rows[0]?.wasOn ?? false
}
