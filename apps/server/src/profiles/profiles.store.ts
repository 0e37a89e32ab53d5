import type { Database } from '../platform/database/database.ts'

export async function findProfile(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'photo_url', 'created_at'])
    .where('id', '=', uid)
    .executeTakeFirst()
}
