import type { ProfileChanges } from '@covo/contract/profiles/profiles.rules'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

const profileColumns = [
  'id',
  'display_name',
  'email',
  'photo_url',
  'bio',
  'phone',
  'city',
  'birth_date',
  'profession',
  'skills',
  'links',
  'created_at',
  'updated_at',
] as const

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>

export async function findProfile(database: Database, viewerId: string) {
  return await database
    .selectFrom('users')
    .select(profileColumns)
    .select((expression) =>
      expression
        .selectFrom('friendships')
        .whereRef('friendships.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('friend_count'),
    )
    .where('id', '=', viewerId)
    .executeTakeFirst()
}

const audienceColumns = [
  'bio_audience',
  'profession_audience',
  'city_audience',
  'phone_audience',
  'birth_date_audience',
  'email_to_friends',
] as const

export type PresentMemberRow = NonNullable<Awaited<ReturnType<typeof findPresentMember>>>

/** Any member's row; undefined where there is none, or the account is gone or about to go. */
export async function findPresentMember(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select([...profileColumns, ...audienceColumns])
    .where('id', '=', uid)
    .where('erased_at', 'is', null)
    .where('deletion_at', 'is', null)
    .executeTakeFirst()
}

/** Locks all display names until the transaction ends: names are taken one after another. Rejects after three seconds. */
export async function lockNames(trx: DatabaseTransaction): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(trx)
  // The trigger takes the same lock for new members.
  await sql`select pg_advisory_xact_lock(hashtextextended('display names', 0))`.execute(trx)
}

/** Whether another member has the name, or one that looks alike, or the name is reserved. */
export async function isNameHeldByAnother(
  trx: DatabaseTransaction,
  name: string,
  viewerId: string,
): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select name_is_held(${name}, ${viewerId}) as "isHeld"
  `.execute(trx)
  return rows[0]?.isHeld ?? false
}

/** Locks the row of a member until the transaction ends; undefined where the account is gone. */
export async function lockMember(trx: DatabaseTransaction, viewerId: string) {
  return await trx
    .selectFrom('users')
    .select('display_name as displayName')
    .where('id', '=', viewerId)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the rows of members, in the order in which everybody does, until the transaction ends. */
export async function lockMembers(trx: DatabaseTransaction, uids: string[]): Promise<void> {
  await sql`select from users where id = any(${uids}::uuid[]) order by id for update`.execute(trx)
}

/** The fields of a member that others see first. */
type Shown = { displayName: string; photoURL: string | null; bio: string; links: string[] }

/** Replaces name, photo, bio and links of a member. */
export async function showAs(trx: DatabaseTransaction, uid: string, shown: Shown): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      display_name: shown.displayName,
      display_name_chosen: true,
      photo_url: shown.photoURL,
      bio: shown.bio,
      links: shown.links,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', uid)
    .execute()
}

/** Changes the given fields; a name counts as chosen from then on. */
export async function updateProfile(
  trx: DatabaseTransaction,
  viewerId: string,
  { displayName, professione, citta, telefono, dataNascita, bio, interessi, links }: ProfileChanges,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      ...(displayName === undefined ? {} : { display_name: displayName, display_name_chosen: true }),
      ...(professione === undefined ? {} : { profession: professione }),
      ...(citta === undefined ? {} : { city: citta }),
      ...(telefono === undefined ? {} : { phone: telefono }),
      ...(dataNascita === undefined ? {} : { birth_date: dataNascita || null }),
      ...(bio === undefined ? {} : { bio }),
      ...(interessi === undefined ? {} : { skills: interessi }),
      ...(links === undefined ? {} : { links }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', viewerId)
    .execute()
}
