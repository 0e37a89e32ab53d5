import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Viewer } from '../platform/viewer.ts'
import { longestSessionLife, sessionLife } from './authentication.ts'
import { endTokens } from './end-tokens.ts'

/** Whether somebody is called so, or in a way that looks alike (UTS #39), or nobody may be: the name is reserved. */
export async function isDisplayNameHeld(database: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`select name_is_held(${name}) as "isHeld"`.execute(database)
  return rows[0]?.isHeld ?? false
}

/** Reserves the instance's name: no member takes it from now on; one who has it already keeps it. */
export async function reserveInstanceName(database: Database, name: string): Promise<void> {
  await sql`delete from reserved_names where is_instance and name <> ${name}`.execute(database)
  await sql`
    insert into reserved_names (name, is_instance) values (${name}, true) on conflict do nothing
  `.execute(database)
}

/** Those of the given sessions that are still valid. */
export async function findLiveSessionIds(database: Database, ids: string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', sql<Date>`now() - ${longestSessionLife} * interval '1 second'`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Minutes for which a member who showed who they are needn't do it again. */
const confirmationMinutes = 10

/** Whether the member of a session showed within so many minutes who they are. */
export async function isSessionConfirmed(
  database: Database,
  sessionId: string,
  minutes = confirmationMinutes,
): Promise<boolean> {
  const row = await database
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('confirmed_at', '>', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a session another token, as confirmed now. False where it has ended. */
export async function renewSession(
  database: Database,
  sessionId: string,
  { token, byPasskey }: { token: string; byPasskey: boolean },
): Promise<boolean> {
  const renewed = await database
    .updateTable('sessions')
    .set({ token, confirmed_at: sql<Date>`now()`, by_passkey: byPasskey })
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return renewed.numUpdatedRows === 1n
}

/** Begins a session, as the library does. */
export async function insertSession(trx: DatabaseTransaction, uid: string, token: string): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({ user_id: uid, token, expires_at: sql<Date>`now() + ${sessionLife} * interval '1 second'` })
    .execute()
}

export type SignInMethod = 'password' | 'provider' | 'passkey'

/** Stores the device and the method of a session that begins, by which its member recognises it. */
export async function describeSession(
  database: Database,
  token: string,
  { device, method }: { device: string; method: SignInMethod },
): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ device, method, by_passkey: method === 'passkey' })
    .where('token', '=', token)
    .execute()
}

/** Notes that a session is used today, in UTC. */
export async function noteSessionUse(database: Database, sessionId: string): Promise<void> {
  await sql`
    update sessions set last_used_on = (now() at time zone 'utc')::date where id = ${sessionId}::uuid
  `.execute(database)
}

/** The valid sessions of a member: the given one first, then the one that was used last. */
export async function findSessions(database: Database, { uid, sessionId }: Viewer) {
  return await database
    .selectFrom('sessions')
    .select(['id', 'device', 'method', 'created_at as startedAt', 'last_used_on as lastUsedOn'])
    .select(
      sql<boolean>`exists (select from push_subscriptions where session_id = sessions.id)`.as('hasPush'),
    )
    .where('user_id', '=', uid)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', sql<Date>`now() - ${longestSessionLife} * interval '1 second'`)
    .orderBy(sql`id <> ${sessionId}::uuid`)
    .orderBy('last_used_on', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends the sessions of a member but the given one, or of them the one with the id; answers how many. */
export async function endOtherSessions(
  database: Database,
  { uid, sessionId }: Viewer,
  id?: string,
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('sessions')
    .where('user_id', '=', uid)
    .where('id', '<>', sessionId)
    .$if(id !== undefined, (others) => others.where('id', '=', id ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** `email` in its normal form. */
export async function findUserByEmail(database: Database, email: string) {
  return await database
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function findUserNames(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select(['email', 'email_verified as emailVerified', 'display_name as displayName'])
    .where('id', '=', uid)
    .executeTakeFirst()
}

/** The address of a member, after every transaction that is changing it has ended. */
export async function findSettledEmail(database: Database, uid: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('users')
    .select('email')
    .where('id', '=', uid)
    .forShare()
    .executeTakeFirst()
  return row?.email
}

/** Whether a member whose address was changed may take this one back. */
export async function isEmailHeld(database: Database, email: string): Promise<boolean> {
  const row = await database
    .selectFrom('mail_links')
    .select('token_hash')
    .where('kind', '=', 'revert')
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** The hash of the password of the member with the address; undefined where there is none. */
export async function findPasswordHash(database: Database, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from accounts join users on users.id = user_id
    where email = ${email} and provider_id = 'credential'
  `.execute(database)
  return rows[0]?.password
}

/** The same, after every transaction that is replacing it has ended. */
export async function findSettledPasswordHash(
  database: Database,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from accounts join users on users.id = user_id
    where email = ${email} and provider_id = 'credential'
    for share of accounts
  `.execute(database)
  return rows[0]?.password
}

/** The member's own address and the hash of their password; undefined where they have none. */
export async function findOwnPassword(database: Database, uid: string) {
  const { rows } = await sql<{ email: string; passwordHash: string }>`
    select email, password as "passwordHash" from accounts join users on users.id = user_id
    where user_id = ${uid}::uuid and provider_id = 'credential' and password is not null
  `.execute(database)
  return rows[0]
}

/** The most sessions of an account: a transaction that ends all of them has to end soon. */
const sessionsOfAccount = 50

/** Ends the sessions beyond the newest of an account. */
export async function endOldestSessions(database: Database, uid: string): Promise<void> {
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${uid}::uuid
      order by created_at desc, id offset ${sessionsOfAccount} limit 1000
    )`.execute(database)
}

type Reset = {
  uid: string
  linkId: string
  passwordHash: string
  /** Whether the link was mailed to the account's address: using it confirms that address. */
  confirmsEmail: boolean
  /** Whether an address belongs to the reader of its mail rather than to the member who registered it. */
  claimsEmail: boolean
}

/**
 * Uses up a link: its account gets the password, a mailed link confirms the address, and the account loses every session, token and other link, all of it or nothing. Where it claims an address that registration
 * asked to confirm, and nobody did, all other access ends too: it is a stranger's. False where the link is used up or too old.
 */
export async function replacePassword(trx: DatabaseTransaction, reset: Reset): Promise<boolean> {
  const { uid, linkId, passwordHash, confirmsEmail, claimsEmail } = reset
  // Two links of one account would each wait for the other's row.
  const { rows: members } = await sql<{ isUnconfirmed: boolean }>`
    select verification_asked_at is not null and not email_verified as "isUnconfirmed"
    from users where id = ${uid}::uuid for no key update
  `.execute(trx)
  const { rows } = await sql`
    select from verifications where id = ${linkId}::uuid and expires_at > now()
  `.execute(trx)
  if (rows.length === 0) return false
  await sql`
    insert into accounts (user_id, account_id, provider_id, password)
    values (${uid}::uuid, ${uid}, 'credential', ${passwordHash})
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()
  `.execute(trx)
  if (confirmsEmail)
    await trx.updateTable('users').set({ email_verified: true }).where('id', '=', uid).execute()
  await trx.deleteFrom('sessions').where('user_id', '=', uid).execute()
  await endTokens(trx, uid)
  // On a known device a stranger whom the reset locks out would sign in again without a mail.
  await trx.deleteFrom('known_devices').where('user_id', '=', uid).execute()
  await endPendingSignIns(trx, uid)
  // An address from before a change may still take it back: a stranger who changed it can set a password too.
  await sql`delete from mail_links where user_id = ${uid} and kind <> 'revert'`.execute(trx)
  if (claimsEmail && members[0]?.isUnconfirmed) {
    await sql`delete from accounts where user_id = ${uid} and provider_id <> 'credential'`.execute(trx)
    await trx.deleteFrom('second_factors').where('user_id', '=', uid).execute()
    await trx.deleteFrom('recovery_codes').where('user_id', '=', uid).execute()
    await trx.deleteFrom('passkeys').where('user_id', '=', uid).execute()
    await trx.deleteFrom('calendar_feeds').where('user_id', '=', uid).execute()
  }
  return true
}

/** Until when a member is suspended, as of now; read after a session began, it misses no suspension that deleted the earlier ones. */
export async function findSuspension(database: Database, uid: string): Promise<Date | undefined> {
  const row = await database
    .selectFrom('users')
    .select('suspended_until as until')
    .where('id', '=', uid)
    .where('suspended_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.until ?? undefined
}

type PasswordChange = Viewer & { passwordHash: string; replacedHash: string; endOthers: boolean }

/**
 * Replaces a member's password, and ends the links that would set another; with `endOthers` all their sessions but the given
 * one. False where their password is another by now.
 */
export async function changePassword(trx: DatabaseTransaction, change: PasswordChange): Promise<boolean> {
  const { uid, passwordHash, replacedHash, endOthers } = change
  // As a link does: the two wait for each other here.
  await sql`select from users where id = ${uid}::uuid for no key update`.execute(trx)
  const { numAffectedRows } = await sql`
    update accounts set password = ${passwordHash}, updated_at = now()
    where user_id = ${uid}::uuid and provider_id = 'credential' and password = ${replacedHash}
  `.execute(trx)
  if (numAffectedRows !== 1n) return false
  if (endOthers) await endOtherSessions(trx, change)
  await endPendingSignIns(trx, uid)
  return true
}

/** Ends what the replaced password or a link of before it would still open. */
async function endPendingSignIns(trx: DatabaseTransaction, uid: string): Promise<void> {
  // A link to set a password names its account; nothing else that awaits an answer does.
  await sql`delete from verifications where value = ${uid}`.execute(trx)
  await trx.deleteFrom('sign_in_challenges').where('user_id', '=', uid).execute()
}
