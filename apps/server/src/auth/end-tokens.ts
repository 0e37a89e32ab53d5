import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/database.ts'

/**
 * Ends the tokens of a member, and of their bots, at every process: a trigger notifies each of every one. The member's row has to
 * be locked, so that none is made meanwhile.
 */
export async function endTokens(trx: DatabaseTransaction, uid: string): Promise<void> {
  await sql`
    delete from tokens where user_id = ${uid} or user_id in (select id from users where bot_owner = ${uid})
  `.execute(trx)
}
