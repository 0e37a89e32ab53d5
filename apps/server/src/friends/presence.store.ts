import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'

/** Stores that members are connected now. In the order of their uids: two processes that note the same members can't lock each other. */
export async function storePresences(database: Database, uids: string[]): Promise<void> {
  await insertPresences(database, uids.toSorted())
}

/** The friends of a member who were connected in the last 75 seconds, as far as they and the member show it. */
export async function findOnlineFriends(database: Database, viewerId: string): Promise<string[]> {
  const rows = await readOnlineFriends(database, viewerId)
  return rows.map(({ uid }) => uid)
}

const insertPresences = prepareStatement(
  (_, uids: string[]) => sql`
    insert into presences (user_id, seen_at)
    select uid, now() from unnest(${uids}::uuid[]) as uid
    on conflict (user_id) do update set seen_at = excluded.seen_at`,
)

const readOnlineFriends = prepareStatement(
  (_, viewerId: string) => sql<{ uid: string }>`
    select presences.user_id as uid
    from users as viewer
    join friendships on friendships.user_id = viewer.id
    join presences on presences.user_id = friend_id and seen_at > now() - interval '75 seconds'
    join users as friend on friend.id = friend_id and friend.show_presence
    where viewer.id = ${viewerId} and viewer.show_presence`,
)
