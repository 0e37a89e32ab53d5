import { type SqlBool, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'
import type { MadePicture } from './picture-maker.child.ts'

/** An upload; `sha256` null until it is finished, `picture` of a finished picture alone. */
export type StoredUpload = {
  id: string
  userId: string
  conversationId: string
  name: string
  size: number
  asFile: boolean
  sha256: string | null
  picture: MadePicture | null
  preview: string | null
  warning: string | null
}

const columns = [
  'id',
  'user_id as userId',
  'conversation_id as conversationId',
  'name',
  'size',
  'as_file as asFile',
  'sha256',
  'picture',
  'preview',
  'warning',
] as const

/** Uploads that no message has are kept for a day. */
const isKept = sql<boolean>`started_at > now() - interval '24 hours'`

export type NewUpload = {
  userId: string
  conversationId: string
  clientId: string
  name: string
  size: number
  asFile: boolean
}

export async function findStarted(
  database: Database,
  { userId, conversationId, clientId }: Pick<NewUpload, 'userId' | 'conversationId' | 'clientId'>,
): Promise<StoredUpload | undefined> {
  return await selectOwn(database, userId)
    .where('conversation_id', '=', conversationId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The member's own upload. */
export async function findUpload(
  database: Database,
  id: string,
  userId: string,
): Promise<StoredUpload | undefined> {
  const [upload] = await readUpload(database, id, userId)
  return upload
}

const readUpload = prepareStatement((database, id: string, userId: string) =>
  selectOwn(database, userId).where('id', '=', id),
)

function selectOwn(database: Database, userId: string) {
  return database.selectFrom('uploads').select(columns).where('user_id', '=', userId).where(isKept)
}

/** Makes the uploads that are started at once, at whichever process, wait for each other, so that their bounds are exact. */
export async function lockUploads(trx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('uploads'))`.execute(trx)
}

/** How many uploads the member has open, and how many bytes all members' have. */
export async function countOpen(
  trx: DatabaseTransaction,
  userId: string,
): Promise<{ own: number; bytes: number }> {
  const { own, bytes } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('user_id', '=', userId).as('own'),
      sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { own: Number(own), bytes: Number(bytes) }
}

/** Bytes of the files of all messages. */
export async function sumFileBytes(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(${bytesOfFile}), 0)::bigint as bytes from files`.execute(database)
  return Number(rows[0]?.bytes)
}

/** Of a picture all its sizes. */
export const bytesOfFile = sql`coalesce(
  (picture->>'size')::bigint + (picture->>'smallSize')::bigint + coalesce((picture->'moving'->>'size')::bigint, 0), size
)`

/** Undefined where another request with the same client id has just stored it. */
export async function insertUpload(
  trx: DatabaseTransaction,
  upload: NewUpload,
): Promise<StoredUpload | undefined> {
  return await trx
    .insertInto('uploads')
    .values({
      user_id: upload.userId,
      conversation_id: upload.conversationId,
      client_id: upload.clientId,
      name: upload.name,
      size: upload.size,
      as_file: upload.asFile,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** What an upload became: the hash of its bytes, what was made of a picture, and the language of a text that may be shown. */
export type Finished = { sha256: string; picture: MadePicture | null; preview: string | null }

/** Notes what an upload became, where it is there and nothing yet; answers whether it was so. */
export async function finishUpload(
  database: Database,
  id: string,
  { sha256, picture, preview }: Finished,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('uploads')
    .set({ sha256, preview, picture: picture && JSON.stringify(picture) })
    .where('id', '=', id)
    .where('sha256', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks an upload that no message has yet, which takes the mark along; answers whether it is there. */
export async function warnOfUpload(database: Database, id: string, warning: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('uploads')
    .set({ warning })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteUpload(
  database: Database,
  id: string,
  userId: string,
): Promise<StoredUpload | undefined> {
  return await database
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst()
}

/** Deletes some uploads whose time is over, and answers them. */
export async function deleteExpiredUploads(database: Database, limit: number): Promise<StoredUpload[]> {
  const { rows } = await sql<StoredUpload>`
    delete from uploads where id in (
      select id from uploads where not ${isKept} order by started_at limit ${limit} for update skip locked
    )
    returning id, user_id as "userId", conversation_id as "conversationId", name, size, as_file as "asFile", sha256, picture,
      preview, warning`.execute(database)
  return rows
}

/** Which of some ids are those of uploads, and which those of files: of messages, or removed ones whose objects are not deleted yet. */
export async function findKnownIds(
  database: Database,
  ids: string[],
): Promise<{ uploads: ReadonlySet<string>; files: ReadonlySet<string> }> {
  const known = async (table: 'uploads' | 'files' | 'file_removals') => {
    const rows = await database
      .selectFrom(table)
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  // In this order: an upload that a message takes meanwhile, and a file that goes with its message, are found as the one or the other.
  const uploads = await known('uploads')
  const files = await known('files')
  return { uploads, files: files.union(await known('file_removals')) }
}

/** The advisory lock of those who delete the objects of files, which a backup shares with other backups. */
export const removalsLock = 'file removals'

/** Whether no backup is being made until the transaction's end; without waiting. */
export async function lockRemovals(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${removalsLock})) as "isFree"`.execute(trx)
  return rows[0]?.isFree ?? false
}

/** Neither a report has the file of the removal, nor a decision that may be reverted. */
export const isRemovable = sql<SqlBool>`not exists (select from report_files where report_files.id = file_removals.id)
  and not exists (
    select from decisions
    where removed @> jsonb_build_object('files', jsonb_build_array(jsonb_build_object('id', file_removals.id)))
  )`

/** The oldest files whose objects are to be deleted. */
export async function findRemovals(
  database: Database,
  limit: number,
): Promise<{ id: string; size: number }[]> {
  return await database
    .selectFrom('file_removals')
    .select(['id', 'size'])
    .where(isRemovable)
    .orderBy('removed_at')
    .limit(limit)
    .execute()
}

export async function deleteRemoval(database: Database, id: string): Promise<void> {
  await database.deleteFrom('file_removals').where('id', '=', id).execute()
}

/** The member who has made a bot. */
export async function findOwner(database: Database, botId: string): Promise<string> {
  const row = await database
    .selectFrom('users')
    .select('bot_owner')
    .where('id', '=', botId)
    .executeTakeFirst()
  return row?.bot_owner ?? botId
}
