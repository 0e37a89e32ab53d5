import { promises as fs } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import type { Database, DatabaseTransaction } from './database.ts'
import { statementTimeoutMs } from './primary-pool.ts'

const migrationFolder = path.resolve(import.meta.dirname, '../../../migrations')

const provider = new FileMigrationProvider({
  fs,
  path,
  migrationFolder,
  import: (file: string) => import(pathToFileURL(file).href),
})

/**
 * Brings the schema up to date, all of it or nothing. Processes that start together take turns on the migrator's own lock.
 * StartupError when a migration fails, or a newer release has been here.
 */
export async function migrate(database: Database): Promise<void> {
  const { error, results } = await database.connection().execute(async (connection) => {
    // An index of a large table takes longer than a statement may, and so does the wait for the process that makes it.
    await sql`set statement_timeout = 0`.execute(connection)
    const outcome = await new Migrator({ db: connection, provider }).migrateToLatest()
    if (!outcome.error)
      await sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, false)`.execute(
        connection,
      )
    return outcome
  })
  if (!error) return
  const [applied, newest] = [await appliedMigration(database).catch(() => null), await newestMigration()]
  if (applied && applied > newest)
    throw new StartupError(
      `The database is at ${applied} and this release at ${newest}: start the release that brought it there, or a later one.`,
    )
  const failed = results?.find((result) => result.status === 'Error')
  throw new StartupError(
    `The database could not be brought up to date${failed ? ` (migration ${failed.migrationName})` : ''}: ${(error as Error).message}`,
  )
}

/** Brings the schema up to a migration, within a transaction. StartupError when a migration fails. */
export async function migrateWithin(trx: DatabaseTransaction, target: string): Promise<void> {
  let failure: StartupError | undefined
  // The migrator would answer that it can't give its lock back in a transaction that failed, not why that failed.
  const up = (name: string, migration: Migration) => (database: Kysely<unknown>) =>
    migration.up(database).catch((error: Error) => {
      failure = new StartupError(`The migration ${name} failed: ${error.message}`, { cause: error })
      throw failure
    })
  const { error } = await new Migrator({
    db: trx,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(await provider.getMigrations()).map(([name, migration]) => [
            name,
            { up: up(name, migration) },
          ]),
        ),
    },
  }).migrateTo(target)
  if (error) throw failure ?? error
}

/** The migrations of this release, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await fs.readdir(migrationFolder)).map((file) => path.basename(file, '.ts')).toSorted()
}

/** The newest migration of this release. */
export async function newestMigration(): Promise<string> {
  return (await listMigrations()).at(-1) ?? ''
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
