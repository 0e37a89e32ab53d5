import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { longestSessionLife } from './authentication.ts'
import { isOld } from './known-devices.ts'

/** Rows of a table that one statement deletes. */
const batch = 1000

/**
 * Deletes what is too old to be used (docs/security.md): sessions, which say where a member signed in and when; browsers and systems
 * that are unknown again; links and challenges. Answers whether a batch was full, and more may be left.
 */
export async function purgeSignIns(database: Database): Promise<boolean> {
  const runs = [
    sql`
      delete from sessions where id in (
        select id from sessions
        where expires_at < now() or created_at < now() - ${longestSessionLife} * interval '1 second'
        limit ${batch} for update skip locked
      )`,
    sql`
      delete from known_devices where (user_id, device) in (
        select user_id, device from known_devices where ${isOld} limit ${batch} for update skip locked
      )`,
    sql`
      delete from verifications where id in (
        select id from verifications where expires_at < now() limit ${batch} for update skip locked
      )`,
    sql`
      delete from mail_links where token_hash in (
        select token_hash from mail_links where expires_at < now() limit ${batch} for update skip locked
      )`,
    sql`
      delete from sign_in_challenges where token_hash in (
        select token_hash from sign_in_challenges where expires_at < now() limit ${batch} for update skip locked
      )`,
    sql`
      delete from used_passkey_challenges where challenge_hash in (
        select challenge_hash from used_passkey_challenges
        where expires_at < now() limit ${batch} for update skip locked
      )`,
  ]
  let isFull = false
  for (const run of runs) {
    const { numAffectedRows = 0n } = await run.execute(database)
    isFull ||= numAffectedRows === BigInt(batch)
  }
  return isFull
}
