import { type PhotoSize, photoUrl } from '@covo/contract/profiles/photo.rules'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { DecodedPhoto } from './photo-decoder.child.ts'

/** The bytes of a photo; undefined where there is none, or none any more. */
export async function findPhoto(
  database: Database,
  photoId: string,
  size: PhotoSize,
): Promise<Buffer | undefined> {
  const row = await database
    .selectFrom('photos')
    .select(size === '96' ? 'small as bytes' : 'large as bytes')
    .where('id', '=', photoId)
    .executeTakeFirst()
  return row?.bytes
}

/** Deletes a member's photo, whose address is no more; answers its row. Null where there is none. */
export async function deletePhotoRow(trx: DatabaseTransaction, uid: string): Promise<object | null> {
  const { rows } = await sql<{ row: object }>`
    delete from photos where user_id = ${uid} returning to_jsonb(photos) as row`.execute(trx)
  return rows[0]?.row ?? null
}

/** Stores the row of a photo again, of a member who has none. */
export async function restorePhotoRow(trx: DatabaseTransaction, row: object): Promise<void> {
  await sql`
    insert into photos select * from jsonb_populate_record(null::photos, ${JSON.stringify(row)}::jsonb)
  `.execute(trx)
}

/** Puts the photo, or none, in the place of the member's; the caller has locked the member's row. */
export async function replacePhoto(
  trx: DatabaseTransaction,
  uid: string,
  photo: DecodedPhoto | null,
): Promise<void> {
  await trx.deleteFrom('photos').where('user_id', '=', uid).execute()
  const stored =
    photo &&
    (await trx
      .insertInto('photos')
      .values({ user_id: uid, small: Buffer.from(photo.small), large: Buffer.from(photo.large) })
      .returning('id')
      .executeTakeFirstOrThrow())
  await trx
    .updateTable('users')
    .set({ photo_url: stored && photoUrl(stored.id), updated_at: sql<Date>`now()` })
    .where('id', '=', uid)
    .execute()
}
