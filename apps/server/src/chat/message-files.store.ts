import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'
import type { Tables } from '../platform/database/tables.ts'

/** A file as a message names it; `alt` null where it has no description. */
export type NamedFile = { id: string; alt: string | null; isSpoiler: boolean }

/** An upload to a conversation that no message has. */
export type FreeUpload = {
  id: string
  userId: string
  name: string
  isFinished: boolean
  isPicture: boolean
}

/**
 * Of the uploads to a conversation those with some ids, which no other message takes until the transaction's end. The rows of the
 * senders are locked before, as an erasure does, which deletes their uploads.
 */
export async function lockFreeUploads(
  trx: DatabaseTransaction,
  conversationId: string,
  senders: string[],
  ids: string[],
): Promise<Map<string, FreeUpload>> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${senders}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const rows = await trx
    .selectFrom('uploads')
    .select(['id', 'user_id as userId', 'name'])
    .select(sql<boolean>`sha256 is not null`.as('isFinished'))
    .select(sql<boolean>`picture is not null`.as('isPicture'))
    .where('conversation_id', '=', conversationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Makes uploads the files of stored messages of a conversation. What only pictures have is not kept of other files. */
export async function storeFiles(
  trx: DatabaseTransaction,
  conversationId: string,
  files: (NamedFile & { sequence: number; place: number })[],
): Promise<void> {
  await sql`
    with named as (select * from ${unnested(files)}),
    marked as (
      update messages set has_files = true
      where conversation_id = ${conversationId} and sequence in (select sequence from named)
    ),
    taken as (
      delete from uploads using named where uploads.id = named.id
      returning named.*, name, size, sha256, picture, preview, warning
    )
    insert into files (id, conversation_id, sequence, place, name, size, sha256, picture, preview, warning, alt, is_spoiler)
    select id, ${conversationId}, sequence, place, name, size, sha256, picture, preview, warning,
      case when picture is not null then alt end, is_spoiler and picture is not null
    from taken`.execute(trx)
}

/** Leaves a message these of its files, in this order; its conversation has to be locked. */
export async function replaceFiles(
  trx: DatabaseTransaction,
  conversationId: string,
  sequence: number,
  files: NamedFile[],
): Promise<void> {
  const kept = files.map((file, place) => ({ ...file, sequence, place }))
  await trx
    .deleteFrom('files')
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sequence)
    .where('id', '<>', sql<string>`all(${files.map(({ id }) => id)}::uuid[])`)
    .execute()
  await sql`
    update files set place = named.place, alt = case when picture is not null then named.alt end,
      is_spoiler = named.is_spoiler and picture is not null
    from ${unnested(kept)} where files.id = named.id`.execute(trx)
  await trx
    .updateTable('messages')
    .set({ has_files: files.length > 0 })
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sequence)
    .execute()
}

/** The row of a file, as what removed its message keeps it. */
export type FileRow = Selectable<Tables['files']>

/** The rows of a message's files. */
export async function findFileRows(
  database: Database,
  conversationId: string,
  sequence: number,
): Promise<FileRow[]> {
  return await database
    .selectFrom('files')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sequence)
    .execute()
}

/** Gives a message its files again, whose objects are there still; its conversation has to be locked. */
export async function restoreFiles(trx: DatabaseTransaction, rows: FileRow[]): Promise<void> {
  for (const { picture, ...row } of rows)
    await trx
      .insertInto('files')
      .values({ ...row, picture: picture && JSON.stringify(picture) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('file_removals').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}

/** Which drafts were stored before, by their senders and client ids. */
export async function findStoredDrafts(
  trx: DatabaseTransaction,
  conversationId: string,
  drafts: { senderId: string; clientId: string }[],
): Promise<{ senderId: string; clientId: string }[]> {
  const senders = drafts.map(({ senderId }) => senderId)
  const clients = drafts.map(({ clientId }) => clientId)
  const { rows } = await sql<{ senderId: string; clientId: string }>`
    select sender_id as "senderId", client_id as "clientId" from messages
    where conversation_id = ${conversationId}
      and (sender_id, client_id) in (select * from unnest(${senders}::uuid[], ${clients}::uuid[]))`.execute(
    trx,
  )
  return rows
}

/** Where a file of a message is; undefined where there is none. */
export async function findPlaceOfFile(database: Database, id: string) {
  return await database
    .selectFrom('files')
    .select(['conversation_id as conversationId', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A file of a message that a member may read, and who sent it. */
export async function findReadableFile(database: Database, id: string, viewerId: string) {
  const [file] = await readFile(database, id, viewerId)
  return file
}

const readFile = prepareStatement((database, id: string, viewerId: string) =>
  database
    .selectFrom('files')
    .innerJoin('conversations', 'conversations.id', 'files.conversation_id')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.conversation_id', '=', 'files.conversation_id')
        .onRef('messages.sequence', '=', 'files.sequence'),
    )
    .select(['files.id', 'files.name', 'files.size', 'files.sha256', 'files.picture'])
    .select(['files.conversation_id as conversationId', 'messages.sender_id as senderId'])
    .where('files.id', '=', id)
    .where(sql<SqlBool>`may_read(conversations, ${viewerId})`),
)

/** Marks a file of a message whose conversation is locked, as a change of that; answers whether it is there, and was not marked so. */
export async function storeWarning(
  trx: DatabaseTransaction,
  conversationId: string,
  id: string,
  warning: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with marked as (
      update files set warning = ${warning}
      where id = ${id} and conversation_id = ${conversationId} and warning is distinct from ${warning}
      returning sequence
    ),
    numbered as (
      update conversations set changes = changes + 1
      where id = ${conversationId} and exists (select from marked) returning changes
    )
    update messages set change = changes
    from numbered, marked
    where conversation_id = ${conversationId} and messages.sequence = marked.sequence`.execute(trx)
  return numAffectedRows === 1n
}

function unnested(files: (NamedFile & { sequence: number; place: number })[]) {
  return sql`unnest(
    ${files.map(({ id }) => id)}::uuid[], ${files.map(({ sequence }) => sequence)}::bigint[],
    ${files.map(({ place }) => place)}::smallint[], ${files.map(({ alt }) => alt)}::text[],
    ${files.map(({ isSpoiler }) => isSpoiler)}::boolean[]
  ) as named (id, sequence, place, alt, is_spoiler)`
}
