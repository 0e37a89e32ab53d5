import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { createCode, hashRecoveryCode } from './one-time-codes.ts'

/** Where the page of the registration reads a code from its address. */
const registerPath = '/Register'

/** Stores an invite that is good for so many registrations and days, in place of all that are too old; answers its code. */
export async function createInvite(database: Database, uses: number, days: number): Promise<string> {
  const code = createCode()
  await sql`delete from invites where expires_at < now()`.execute(database)
  await sql`
    insert into invites (code_hash, uses_left, expires_at)
    values (${hashRecoveryCode(code)}, ${uses}, now() + ${days} * interval '1 day')
  `.execute(database)
  return code
}

/** The link with a code, which is in the fragment: a browser sends it to nobody. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}${registerPath}#invito=${code}`
}

/** Whether a code, typed in any case, with its hyphens or without, would let somebody register. */
export async function isInvite(database: Database, code: string): Promise<boolean> {
  const row = await database
    .selectFrom('invites')
    .select('code_hash')
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('uses_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes one of an invite's uses. False where none is left, or it is too old. */
export async function takeInvite(database: Database, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update invites set uses_left = uses_left - 1
    where code_hash = ${hashRecoveryCode(code)} and uses_left > 0 and expires_at > now()
  `.execute(database)
  return numAffectedRows === 1n
}

/** Nobody registered by the use that was taken. */
export async function giveInviteBack(database: Database, code: string): Promise<void> {
  await sql`update invites set uses_left = uses_left + 1 where code_hash = ${hashRecoveryCode(code)}`.execute(
    database,
  )
}
