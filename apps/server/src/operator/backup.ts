import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { newestMigration } from '../platform/database/migrator.ts'
import { type BackupHeader, endOfRows, withChecksum } from './backup-format.ts'
import { backupTables, copyTarget } from './backup-tables.ts'
import type { Command } from './command.ts'
import { inTransaction, snapshot } from './rows.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

export const backup: Command = {
  usage: 'FILE',
  summary:
    'write everything that is stored into FILE (- is standard output), while the server runs; after a restore members sign in again',
  words: { from: 1, to: 1 },
  async run({ pool, words: [path = ''], print }) {
    const migration = await newestMigration()
    const rows: Record<string, number> = {}
    await inTransaction(pool, snapshot, (client) => {
      const write = (file: Writable) =>
        // Level 3 is a third of the time of the usual one, for a file that is a tenth larger.
        pipeline(withChecksum(backupContent(client, migration, rows)), createGzip({ level: 3 }), file)
      return path === '-' ? write(process.stdout) : writeFileAtomically(path, write)
    })
    // Standard output is the backup's own.
    if (path === '-') return 0
    for (const [name, count] of Object.entries(rows)) print(`${name}: ${count}`)
    print(`Written: ${path}`)
    return 0
  },
}

/** Yields the rows of a migration's tables. Fills in `rows`, the number of each table's, on the way. */
export async function* backupContent(
  client: pg.ClientBase,
  migration: string,
  rows: Record<string, number>,
): AsyncGenerator<Buffer> {
  const tables = await backupTables(client)
  const header: BackupHeader = {
    format: 'covo-backup',
    version: 1,
    migration,
    createdAt: new Date().toISOString(),
    tables: Object.fromEntries(tables),
  }
  yield lineOf(header)
  for (const [name, columns] of tables) {
    const copy = client.query(copyTo(`copy ${copyTarget(name, columns)} to stdout`))
    for await (const chunk of copy) yield chunk
    yield Buffer.from(endOfRows)
    rows[name] = copy.rowCount
  }
  yield lineOf({ rows })
}

function lineOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
