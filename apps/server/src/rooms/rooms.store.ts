import { roomId } from '@covo/contract/chat/chat.rules'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'

/** All rooms in their order, archived ones among them. */
export const findRooms = prepareStatement((database) =>
  database
    .selectFrom('rooms')
    .select([
      'conversation_id as conversationId',
      'slug',
      'name',
      'purpose',
      'group_name as group',
      'members',
      'archived_at as archivedAt',
      'version',
    ])
    .orderBy('place')
    .orderBy('slug'),
)

/** How far all rooms go, by the ends of their addresses. */
export const findHeads = prepareStatement((database) =>
  database
    .selectFrom('rooms')
    .innerJoin('conversations', 'conversations.id', 'rooms.conversation_id')
    .select(['slug', 'head']),
)

/** Two requests of a member at once don't enter more rooms than one may be in. Taken before the row of a room. */
export async function lockOwnRooms(trx: DatabaseTransaction, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rooms ' || ${uid}, 0))`.execute(trx)
}

/** Making and ordering rooms, which number them, come one after the other. */
export async function lockAllRooms(trx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rooms', 0))`.execute(trx)
}

/** Locks the row of a room until the transaction ends: of entering and archiving one comes first. */
export async function lockRoom(trx: DatabaseTransaction, slug: string) {
  return await trx
    .selectFrom('rooms')
    .select(['conversation_id as conversationId', 'name', 'purpose', 'group_name as group', 'version'])
    .select('archived_at as archivedAt')
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function countOwnRooms(trx: DatabaseTransaction, uid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from memberships join rooms using (conversation_id) where user_id = ${uid}`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Up to which sequence a member of a room has read it; undefined for others. */
export async function findMembership(
  database: Database,
  conversationId: string,
  uid: string,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('memberships')
    .select('read_up_to as readUpTo')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return row?.readUpTo
}

/** Lets a member in, who has nothing unread then; answers up to which sequence they have read. */
export async function insertMembership(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
): Promise<number> {
  const { rows } = await sql<{ readUpTo: number }>`
    insert into memberships (conversation_id, user_id, read_up_to)
    select id, ${uid}, head from conversations where id = ${conversationId}
    returning read_up_to as "readUpTo"`.execute(trx)
  return rows[0]?.readUpTo as number
}

/** Who owns a bot, where they are in the room. */
export async function findOwnerIn(
  trx: DatabaseTransaction,
  conversationId: string,
  botId: string,
): Promise<string | undefined> {
  const owner = await trx
    .selectFrom('memberships')
    .innerJoin('users as bot', 'bot.bot_owner', 'memberships.user_id')
    .select('user_id as uid')
    .where('conversation_id', '=', conversationId)
    .where('bot.id', '=', botId)
    .executeTakeFirst()
  return owner?.uid
}

/** Ends the memberships of a member and of their bots; answers whose there were, and of bots their owner. */
export async function deleteMemberships(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
): Promise<{ uid: string; owner: string | null }[]> {
  return await trx
    .deleteFrom('memberships')
    .using('users')
    .whereRef('users.id', '=', 'user_id')
    .where('conversation_id', '=', conversationId)
    .where(({ eb, or }) => or([eb('users.id', '=', uid), eb('bot_owner', '=', uid)]))
    .returning(['user_id as uid', 'bot_owner as owner'])
    .execute()
}

export async function countRooms(trx: DatabaseTransaction): Promise<number> {
  const { count } = await trx
    .selectFrom('rooms')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type RoomTexts = { name: string; purpose: string; group: string }

/** Whether another room has a name that looks the same, or its address. */
export async function isNameTaken(
  trx: DatabaseTransaction,
  name: string,
  slug: string,
  ownSlug: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from rooms
    where (name_key = name_key(${name}) or (slug = ${slug} and ${ownSlug}::text is null))
      and slug is distinct from ${ownSlug}
    limit 1`.execute(trx)
  return rows.length > 0
}

/** Makes a room, after all others. */
export async function insertRoom(
  trx: DatabaseTransaction,
  slug: string,
  { name, purpose, group }: RoomTexts,
): Promise<void> {
  const id = roomId(slug)
  await trx.insertInto('conversations').values({ id, kind: 'room' }).execute()
  await trx
    .insertInto('rooms')
    .values({
      conversation_id: id,
      slug,
      name,
      purpose,
      group_name: group,
      place: sql<number>`(select coalesce(max(place), 0) + 1 from rooms)`,
      archived_at: null,
    })
    .execute()
}

export async function updateRoom(
  trx: DatabaseTransaction,
  slug: string,
  { name, purpose, group }: RoomTexts,
): Promise<void> {
  await trx
    .updateTable('rooms')
    .set({ name, purpose, group_name: group, version: sql`version + 1` })
    .where('slug', '=', slug)
    .execute()
}

export async function setArchived(
  trx: DatabaseTransaction,
  slug: string,
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('rooms')
    .set({ archived_at: isArchived ? sql<Date>`now()` : null })
    .where('slug', '=', slug)
    .execute()
}

/** Numbers all rooms anew: those named first in their order, the others after them in the order that they had. */
export async function updateOrder(trx: DatabaseTransaction, slugs: string[]): Promise<void> {
  await sql`
    update rooms set place = next.place
    from (
      select slug, row_number() over (order by array_position(${slugs}::text[], slug) nulls last, place, slug) as place
      from rooms
    ) as next
    where next.slug = rooms.slug and rooms.place <> next.place`.execute(trx)
}
