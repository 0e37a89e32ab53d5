import { promises as fs } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import type { Database } from './database.ts'

const migrationFolder = path.resolve(import.meta.dirname, '../../../migrations')

/** Brings the schema up to date. Processes that start together take turns on the migrator's own lock. */
export async function migrate(database: Database): Promise<void> {
  const provider = new FileMigrationProvider({
    fs,
    path,
    migrationFolder,
    import: (file: string) => import(pathToFileURL(file).href),
  })
  const { error, results } = await new Migrator({ db: database, provider }).migrateToLatest()
  if (!error) return
  const failed = results?.find((result) => result.status === 'Error')
  throw new StartupError(
    `The database could not be brought up to date${failed ? ` (migration ${failed.migrationName})` : ''}: ${(error as Error).message}`,
  )
}
