import { join } from 'node:path'
import type pg from 'pg'
import type { Settings } from '../environment.ts'
import { type OpenStore, openStore } from '../files/open-store.ts'
import { removalsLock } from '../files/uploads.store.ts'
import { otherOwnerOf } from '../platform/database/cluster/cluster.ts'
import type { Database } from '../platform/database/database.ts'
import { createLog } from '../platform/log/log.ts'
import type { S3Address } from '../platform/s3-address.ts'
import { StartupError } from '../platform/startup-error.ts'

type Instance = { settings: Settings; database: Database }

/** The store of the instance's files, for a command; null where there never were any, or with `COVO_FILES_URL=off`. */
export async function openFiles({ settings, database }: Instance): Promise<OpenStore | null> {
  const present = await database.selectFrom('instance').select('files_store').executeTakeFirst()
  return settings.filesUrl === 'off' || !present?.files_store
    ? null
    : await open(settings, settings.filesUrl, database)
}

/** The same for a command that stores files, the first ones too. */
export async function openFilesToWrite({ settings, database }: Instance): Promise<OpenStore> {
  if (settings.filesUrl === 'off')
    throw new StartupError(
      'The backup has files, and COVO_FILES_URL=off leaves no place for them: unset it, or make a backup with --without-files.',
    )
  await database
    .insertInto('instance')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const store = await open(settings, settings.filesUrl, database)
  // Binds the store to the database.
  await store.requireRoom(0)
  return store
}

async function open(settings: Settings, s3: S3Address | null, database: Database): Promise<OpenStore> {
  const folder = await filesFolder(settings)
  return await openStore({ database, log: createLog('silent'), folder, s3 })
}

/**
 * The folder of the files, and of what is on its way to a bucket.
 * @throws StartupError for root where it is another user's: what root would follow there, and leave there, has not that user's rights
 * alone
 */
export async function filesFolder({ dataDirectory }: Settings): Promise<string> {
  const owner = await otherOwnerOf(dataDirectory)
  if (owner)
    throw new StartupError(
      `The files in ${dataDirectory} belong to the user with the number ${owner.uid}: call the command as that user.`,
    )
  return join(dataDirectory, 'files')
}

/** Makes the removal of files wait: what the rows of a snapshot name is there until the work is done. */
export async function whileNoFileIsDeleted<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock_shared(hashtext($1))', [removalsLock])
    return await work()
  } finally {
    // Cut off, it gives the lock back.
    client.release(true)
  }
}
