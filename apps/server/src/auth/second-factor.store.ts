import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { EncryptedSeed } from './totp-encryption.ts'

/** Minutes in which a seed has to be confirmed, and a sign-in's second step taken. */
const minutes = 10
/** Wrong codes after which a challenge ends. */
const maximumWrongCodes = 5
/** The most sign-ins of an account that await their second step. */
const challengesOfAccount = 10

export type Challenge = { tokenHash: string; uid: string; method: 'password' | 'provider' }
export type SecondFactor = EncryptedSeed & { lastStep: number }

/** Whether a sign-in of the member has a second step. */
export async function hasSecondFactor(database: Database, uid: string): Promise<boolean> {
  const row = await database
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', uid)
    .where('is_on', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps a seed that is to be confirmed, in place of an earlier one. False where a second factor is on. */
export async function storeSeed(
  database: Database,
  uid: string,
  { encrypted, keyId }: EncryptedSeed,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into second_factors (user_id, sealed_seed, key_id) values (${uid}::uuid, ${encrypted}, ${keyId})
    on conflict (user_id) do update
      set sealed_seed = excluded.sealed_seed, key_id = excluded.key_id, created_at = now()
      where not second_factors.is_on
  `.execute(database)
  return numAffectedRows === 1n
}

/** The member's second factor, until the transaction ends its alone: of two equal codes one finds its step used. */
export async function lockSecondFactor(
  trx: DatabaseTransaction,
  uid: string,
  isOn: boolean,
): Promise<SecondFactor | undefined> {
  const { rows } = await sql<SecondFactor>`
    select sealed_seed as encrypted, key_id as "keyId", last_step as "lastStep" from second_factors
    where user_id = ${uid}::uuid and is_on = ${isOn}
      and (is_on or created_at > now() - ${minutes} * interval '1 minute')
    for update
  `.execute(trx)
  return rows[0]
}

/** Turns it on, as of now. */
export async function turnOn(trx: DatabaseTransaction, uid: string, step: number): Promise<void> {
  await trx
    .updateTable('second_factors')
    .set({ is_on: true, last_step: step, created_at: sql<Date>`now()` })
    .where('user_id', '=', uid)
    .execute()
}

export async function updateLastStep(trx: DatabaseTransaction, uid: string, step: number): Promise<void> {
  await trx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', uid).execute()
}

/** Removes seed and recovery codes. False where there are none. */
export async function deleteSecondFactor(database: Database, uid: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('second_factors')
    .where('user_id', '=', uid)
    .where('is_on', '=', true)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Keeps new recovery codes in place of the old ones. */
export async function replaceRecoveryCodes(
  trx: DatabaseTransaction,
  uid: string,
  hashes: string[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', uid).execute()
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: uid, code_hash })))
    .execute()
}

/** Uses a recovery code up. False where it is none of the member's. */
export async function takeRecoveryCode(
  trx: DatabaseTransaction,
  uid: string,
  hash: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', uid)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Keeps a sign-in that awaits its second step, and of all of the account the newest. */
export async function insertChallenge(database: Database, { tokenHash, uid, method }: Challenge) {
  await sql`
    insert into sign_in_challenges (token_hash, user_id, method, expires_at)
    values (${tokenHash}, ${uid}::uuid, ${method}, now() + ${minutes} * interval '1 minute')
  `.execute(database)
  await sql`
    delete from sign_in_challenges where token_hash in (
      select token_hash from sign_in_challenges where user_id = ${uid}::uuid
      order by expires_at desc, token_hash offset ${challengesOfAccount} limit 1000
    )`.execute(database)
}

export async function deleteChallenge(database: Database, tokenHash: string): Promise<void> {
  await database.deleteFrom('sign_in_challenges').where('token_hash', '=', tokenHash).execute()
}

/** The member and method of a challenge's sign-in; undefined where it is none, or is too old. */
export async function findChallenge(database: Database, tokenHash: string) {
  return await database
    .selectFrom('sign_in_challenges')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id as uid', 'method', 'email', 'blocked_at as blockedAt'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/**
 * Locks the member and the challenge: a reset or a change of the password, which ends it, and another use of it wait. False
 * where it has ended.
 */
export async function lockChallenge(trx: DatabaseTransaction, tokenHash: string, uid: string) {
  await sql`select from users where id = ${uid}::uuid for share`.execute(trx)
  const { rows } = await sql`
    select from sign_in_challenges
    where token_hash = ${tokenHash} and expires_at > now() and wrong_codes < ${maximumWrongCodes}
    for update
  `.execute(trx)
  return rows.length === 1
}

export async function countWrongCode(trx: DatabaseTransaction, tokenHash: string): Promise<void> {
  await sql`
    update sign_in_challenges set wrong_codes = wrong_codes + 1 where token_hash = ${tokenHash}
  `.execute(trx)
}

/** How many seeds none of the keys opens. */
export async function countEncryptedWithUnknownKeys(database: Database, keyIds: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from second_factors where is_on and key_id <> all(${keyIds}::text[])
  `.execute(database)
  return rows[0]?.count ?? 0
}
