import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { reserveInstanceName } from '../auth/auth.store.ts'
import type { Settings } from '../environment.ts'
import { findOpenCluster, openCluster, otherOwnerOf } from '../platform/database/cluster/cluster.ts'
import { openClusterAs } from '../platform/database/cluster/open-as-owner.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts'
import { appliedMigration, migrate, newestMigration } from '../platform/database/migrator.ts'
import { createLog } from '../platform/log/log.ts'
import { StartupError } from '../platform/startup-error.ts'

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'name'>

/**
 * The database that the server uses: beside a server that runs, through the PostgreSQL that it runs; otherwise opened,
 * and stopped by `close`; as root, by the owner of its folder, whose it stays. Statements may take as long as they do.
 *
 * @param mayBeEmpty whether one that is empty, or not there yet, is made ready
 */
export async function openOperatorDatabase(
  settings: DatabaseSettings,
  mayBeEmpty: boolean,
): Promise<OpenDatabase> {
  const { connection, release } = await reach(settings, mayBeEmpty)
  const opened = openDatabase({ ...connection, max: 2, onConnect: liftTimeouts }, createLog('silent'))
  const close = async () => {
    await opened.close()
    await release()
  }
  try {
    await requireThisRelease(opened, mayBeEmpty)
    if (mayBeEmpty) await reserveInstanceName(opened.database, settings.name)
    return { ...opened, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function reach({ databaseUrl, dataDirectory }: DatabaseSettings, mayBeEmpty: boolean) {
  const application_name = 'covo operator'
  if (databaseUrl)
    return { connection: { connectionString: databaseUrl, application_name }, release: async () => {} }
  if (!mayBeEmpty && !existsSync(join(dataDirectory, 'postgres')))
    throw new StartupError(
      `There is no database in ${dataDirectory}: start Covo once, or set COVO_DATA_DIR or COVO_DATABASE_URL as the server has them.`,
    )
  const running = existsSync(dataDirectory) ? await findOpenCluster(dataDirectory) : null
  if (running) return { connection: { ...running, application_name }, release: async () => {} }
  const owner = await otherOwnerOf(dataDirectory)
  const cluster = owner
    ? await openClusterAs(owner, dataDirectory)
    : await openCluster({ dataDirectory, log: () => {} })
  return { connection: { ...cluster.connection, application_name }, release: () => cluster.stop() }
}

async function liftTimeouts(client: pg.ClientBase): Promise<void> {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
}

async function requireThisRelease({ database }: OpenDatabase, mayBeEmpty: boolean): Promise<void> {
  const newest = await newestMigration()
  const applied = await appliedMigration(database).catch((error: Error) => {
    throw new StartupError(
      `The database can't be reached (${error.message}). Check COVO_DATABASE_URL, or leave it out to use the embedded one.`,
    )
  })
  if (applied === newest) return
  if (applied === null && mayBeEmpty) await migrate(database)
  else
    throw new StartupError(
      `The database is at ${applied ?? 'no migration'} and this release at ${newest}: ${applied && applied > newest ? 'use the release that the server runs' : 'start Covo once to bring it up to date'}.`,
    )
}
