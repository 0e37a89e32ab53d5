import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { bytesOfFile, isRemovable } from './uploads.store.ts'

/** Files of messages, uploads that no message has, and removed files whose objects may be deleted. */
export type FileCounts = {
  files: number
  bytes: number
  uploads: number
  uploadBytes: number
  removals: number
}

export async function countFiles(database: Database): Promise<FileCounts> {
  const { rows } = await sql<FileCounts>`
    select
      (select count(*) from files)::integer as files,
      (select coalesce(sum(${bytesOfFile}), 0) from files)::double precision as bytes,
      (select count(*) from uploads)::integer as uploads,
      (select coalesce(sum(size), 0) from uploads)::double precision as "uploadBytes",
      (select count(*) from file_removals where ${isRemovable})::integer as removals`.execute(database)
  const [counts] = rows
  if (!counts) throw new Error('no counts of files')
  return counts
}
