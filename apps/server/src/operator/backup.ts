import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { OpenStore } from '../files/open-store.ts'
import { newestMigration } from '../platform/database/migrator.ts'
import { type FilesWritten, filesContent } from './backup-files.ts'
import { type BackupHeader, endOfRows, lineOf, withChecksum } from './backup-format.ts'
import { backupTables, copyTarget } from './backup-tables.ts'
import type { Command } from './command.ts'
import { openFiles, whileNoFileIsDeleted } from './instance-files.ts'
import { inTransaction, snapshot } from './rows.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

export const backup: Command = {
  usage: 'FILE [--without-files | --with-files]',
  summary:
    'write everything that is stored into FILE (- is standard output), while the server runs; after a restore members sign in again',
  words: { from: 1, to: 1 },
  flags: {
    'without-files':
      'leave out the bytes of files, as is usual with S3: after a restore into another place their messages name files that are not there',
    'with-files': 'with S3 too, write the bytes of files',
  },
  async run({ settings, database, pool, words: [path = ''], flags, print }) {
    const migration = await newestMigration()
    const isWithFiles = settings.filesUrl === null ? !flags.has('without-files') : flags.has('with-files')
    const store = isWithFiles ? await openFiles({ settings, database }) : null
    const written = { rows: {} as Record<string, number>, objects: 0, missing: 0 }
    await whileNoFileIsDeleted(pool, () =>
      inTransaction(pool, snapshot, (client) => {
        const write = (file: Writable) =>
          // Level 3 is a third of the time of the usual one, for a file that is a tenth larger.
          pipeline(
            withChecksum(backupContent(client, migration, store, written)),
            createGzip({ level: 3 }),
            file,
          )
        return path === '-' ? write(process.stdout) : writeFileAtomically(path, write)
      }),
    )
    // Standard output is the backup's own.
    if (path === '-') return 0
    for (const [name, count] of Object.entries(written.rows)) print(`${name}: ${count}`)
    if (!store && written.rows.files) print(`Not in the backup: the bytes of ${written.rows.files} files`)
    if (written.missing > 0) print(`Not in the store of files: ${written.missing} objects. See check.`)
    print(`Written: ${path}`)
    return 0
  },
}

/** Yields the rows of a migration's tables, and the objects of a store of files. Fills in what was `written` on the way. */
export async function* backupContent(
  client: pg.ClientBase,
  migration: string,
  store: OpenStore | null,
  written: FilesWritten & { rows: Record<string, number> },
): AsyncGenerator<Buffer> {
  const { rows } = written
  const tables = await backupTables(client)
  const header: BackupHeader = {
    format: 'covo-backup',
    version: 1,
    migration,
    createdAt: new Date().toISOString(),
    tables: Object.fromEntries(tables),
    files: store !== null,
  }
  yield lineOf(header)
  for (const [name, columns] of tables) {
    const copy = client.query(copyTo(`copy ${copyTarget(name, columns)} to stdout`))
    for await (const chunk of copy) yield chunk
    yield Buffer.from(endOfRows)
    rows[name] = copy.rowCount
  }
  yield lineOf({ rows })
  if (store) yield* filesContent(client, store, written)
}
