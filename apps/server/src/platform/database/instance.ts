import { createHmac } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * A key that the servers of one instance share and no others have, as a part of their names in a shared Redis: the
 * database's id, which no backup holds, and the secret, which a copy of the whole database may not share.
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
