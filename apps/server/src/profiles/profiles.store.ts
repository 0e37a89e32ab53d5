import type { ProfileChanges } from '@covo/contract/profiles/profiles.rules'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>

export async function findProfile(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select([
      'id',
      'display_name',
      'email',
      'photo_url',
      'bio',
      'phone',
      'city',
      'birth_date',
      'profession',
      'created_at',
      'updated_at',
    ])
    .select((expression) =>
      expression
        .selectFrom('friendships')
        .whereRef('friendships.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('friend_count'),
    )
    .where('id', '=', uid)
    .executeTakeFirst()
}

/**
 * Waits its turn among those who take a name at the same instant, until the transaction ends, and answers whether anybody
 * else is called so, or in a way that looks alike, or nobody may be. Gives up after three seconds.
 */
export async function isNameHeldByAnother(
  trx: DatabaseTransaction,
  name: string,
  uid: string,
): Promise<boolean> {
  await sql`set local lock_timeout = '3s'`.execute(trx)
  // The trigger takes the same lock for new members.
  await sql`select pg_advisory_xact_lock(hashtextextended('display names', 0))`.execute(trx)
  const { rows } = await sql<{ isHeld: boolean }>`
    select name_is_held(${name}, ${uid}) as "isHeld"
  `.execute(trx)
  return rows[0]?.isHeld ?? false
}

/** The name that the member has now, locked until the transaction ends. */
export async function lockDisplayName(trx: DatabaseTransaction, uid: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('users')
    .select('display_name')
    .where('id', '=', uid)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.display_name
}

/** Changes what is named; a name counts as chosen from then on. */
export async function updateProfile(
  trx: DatabaseTransaction,
  uid: string,
  { displayName, professione, citta, telefono, dataNascita, bio }: ProfileChanges,
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
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', uid)
    .execute()
}
