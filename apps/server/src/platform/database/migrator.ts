import { promises as fs } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
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

/** The newest migration of this release. */
export async function newestMigration(): Promise<string> {
  const names = (await fs.readdir(migrationFolder)).toSorted()
  return path.basename(names.at(-1) ?? '', '.ts')
}

/** The newest migration that the database has seen; null when it is empty. */
export async function appliedMigration(database: Database): Promise<string | null> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return null
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(
    database,
  )
  return rows[0]?.name ?? null
}
