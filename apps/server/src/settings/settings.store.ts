import type { Database } from '../platform/database/database.ts'

export async function findEmail(database: Database, uid: string): Promise<string | undefined> {
  const row = await database.selectFrom('users').select('email').where('id', '=', uid).executeTakeFirst()
  return row?.email
}
