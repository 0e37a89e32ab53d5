import { createHmac } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * What the servers of one instance have in common and others don't, to be part of the names that they use in a shared
 * Redis: the database's id, which no backup holds, and the secret, which a copy of the whole database may not share.
 */
export async function readInstanceKey(database: Database, secret: string): Promise<string> {
  await database
    .insertInto('instance')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await database.selectFrom('instance').select('id').executeTakeFirstOrThrow()
  return createHmac('sha256', secret).update(`instance ${id}`).digest('base64url').slice(0, 22)
}
