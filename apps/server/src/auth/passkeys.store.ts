import { type SqlBool, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { challengeLifeMs } from './passkey-challenges.ts'
import type { NewCredential } from './webauthn.ts'

export async function findPasskeys(database: Database, uid: string) {
  return await database
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'credential_id as credentialId', 'transports'])
    .where('user_id', '=', uid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A passkey by its credential id, with its member, public key and counter. */
export async function findCredential(database: Database, credentialId: string) {
  return await database
    .selectFrom('passkeys')
    .select(['id', 'user_id as uid', 'credential_id as credentialId', 'public_key as publicKey'])
    .select(['counter', 'is_backed_up as isBackedUp'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** The member's data on which a sign-in by a passkey depends. */
export async function findPasskeyMember(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select(['email', 'email_verified as emailVerified', 'verification_asked_at as askedAt'])
    .select('blocked_at as blockedAt')
    .where('id', '=', uid)
    .executeTakeFirst()
}

/** Notes a use. False where the passkey is gone, or its counter has gone on meanwhile. */
export async function noteUse(
  trx: DatabaseTransaction,
  { id, counter, isBackedUp }: { id: string; counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkeys set counter = ${counter}, is_backed_up = ${isBackedUp}
    where id = ${id}::uuid and (is_backed_up or counter < ${counter} or (counter = 0 and ${counter} = 0))
  `.execute(trx)
  return numAffectedRows === 1n
}

/** Stores a challenge as used. False if it was used before. */
export async function redeemChallenge(trx: DatabaseTransaction, challengeHash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into used_passkey_challenges (challenge_hash, expires_at)
    values (${challengeHash}, now() + ${challengeLifeMs} * interval '1 millisecond')
    on conflict do nothing
  `.execute(trx)
  return numAffectedRows === 1n
}

/** Locks the member's row, as a reset of the password does; `share`: others may too. */
export async function lockPasskeysOf(trx: DatabaseTransaction, uid: string, share = false): Promise<void> {
  if (share) await sql`select from users where id = ${uid}::uuid for share`.execute(trx)
  else await sql`select from users where id = ${uid}::uuid for no key update`.execute(trx)
}

/** False where somebody has it already. */
export async function insertPasskey(
  trx: DatabaseTransaction,
  uid: string,
  { credentialId, publicKey, counter, isBackedUp, transports }: NewCredential,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values({
      user_id: uid,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      is_backed_up: isBackedUp,
      transports,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False where the member has none with the id. */
export async function renamePasskey(
  trx: DatabaseTransaction,
  uid: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where the member has none with the id. */
export async function deletePasskey(trx: DatabaseTransaction, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Whether the member can sign in: by a password, a passkey, or at one of these providers. */
export async function canSignIn(
  trx: DatabaseTransaction,
  uid: string,
  providers: string[],
): Promise<boolean> {
  const { rows } = await sql<{ canSignIn: boolean }>`
    select exists (
        select from accounts where user_id = ${uid}::uuid
          and (provider_id = 'credential' and password is not null or provider_id = any(${providers}::text[]))
      ) or exists (select from passkeys where user_id = ${uid}::uuid) as "canSignIn"
  `.execute(trx)
  return rows[0]?.canSignIn ?? false
}

/**
 * Whether the session began with a second factor, or its last sign-in or confirmation was by a passkey. A second factor that was
 * turned on since shows nothing: a thief of the password has an app too.
 */
export async function isSessionByTwoFactors(database: Database, sessionId: string): Promise<boolean> {
  const row = await database
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(
      sql<SqlBool>`(
        by_passkey or exists (
          select from second_factors factor
          where factor.user_id = sessions.user_id and is_on and factor.created_at < sessions.created_at
        )
      )`,
    )
    .executeTakeFirst()
  return row !== undefined
}
