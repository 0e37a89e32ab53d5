import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { longestSessionLife } from './authentication.ts'

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
    .select(['email', 'display_name as displayName'])
    .where('id', '=', uid)
    .executeTakeFirst()
}

/** The hash of the password of who has the address; undefined where there is none. */
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
}

/**
 * Uses up a link: its account gets the password, a mailed link confirms the address, and the account loses every session and every other link, all of it or nothing. False
 * where the link is used up or too old.
 */
export async function replacePassword(database: Database, reset: Reset): Promise<boolean> {
  const { uid, linkId, passwordHash, confirmsEmail } = reset
  return await database.transaction().execute(async (transaction) => {
    // Two links of one account would each wait for the other's row.
    await sql`select from users where id = ${uid}::uuid for no key update`.execute(transaction)
    const { rows } = await sql`
      select from verifications where id = ${linkId}::uuid and expires_at > now()
    `.execute(transaction)
    if (rows.length === 0) return false
    await sql`
      insert into accounts (user_id, account_id, provider_id, password)
      values (${uid}::uuid, ${uid}, 'credential', ${passwordHash})
      on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()
    `.execute(transaction)
    if (confirmsEmail)
      await transaction.updateTable('users').set({ email_verified: true }).where('id', '=', uid).execute()
    await transaction.deleteFrom('sessions').where('user_id', '=', uid).execute()
    // A link to set a password names its account; nothing else that awaits an answer does.
    await sql`delete from verifications where value = ${uid}`.execute(transaction)
    return true
  })
}
