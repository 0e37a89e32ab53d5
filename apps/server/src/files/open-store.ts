import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { makeFolder } from '../platform/folder.ts'
import type { Log } from '../platform/log/log.ts'
import type { S3Address } from '../platform/s3-address.ts'
import { StartupError } from '../platform/startup-error.ts'
import { draftsFolder, type FileStore, StoreFailure } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'

/** Bytes of the disk, or that part of it, that files leave to the database and its messages: the larger of both. */
const leastRest = 1024 ** 3
const shareOfRest = 20

/** The object that names the database which a store belongs to. */
const ownerKey = 'database'

export type OpenStore = Awaited<ReturnType<typeof openStore>>

/** A store, whosever it is. */
export type StorePlace = {
  store: FileStore
  /** As the database names the one that it has. */
  id: string
  /** As people know it. */
  name: string
}

type StoreDependencies = {
  database: Database
  log: Log
  /** Of the files, or of what is on its way to the bucket; made with the first. */
  folder: string
  /** The bucket, where they are in one. */
  s3?: S3Address | null
  /** Whether to go on without a bucket that is not reached: then each act finds out whether it may be done. */
  mayBeAway?: boolean
}

/** A folder's store, or a bucket's, whose code is read by those alone who have one. */
export async function openPlace(folder: string, s3: S3Address | null): Promise<StorePlace> {
  if (!s3) return { store: openFolderStore(folder), id: 'folder', name: folder }
  const { openS3Store } = await import('./s3-store.ts')
  return { store: openS3Store(s3, folder), id: `s3:${s3.url}`, name: s3.url }
}

/**
 * Opens the store of this database's files.
 * @throws StartupError where it is not the one that the database has, or another database's: it may be another process's folder, a
 * disk that is not mounted, another bucket; or where the bucket refuses, or is away and may not be
 */
export async function openStore({ database, log, folder, s3 = null, mayBeAway = false }: StoreDependencies) {
  const place = await openPlace(folder, s3)
  const { store, name } = place
  const { id, files_store: present } = await database
    .selectFrom('instance')
    .select(['id', 'files_store'])
    .executeTakeFirstOrThrow()
  let isOwn = false
  let isBound = false
  try {
    await requireOwn()
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    if (error.isRefusal || !mayBeAway)
      throw new StartupError(`The files can't be used: ${error.message}. Check COVO_FILES_URL.`)
    log.warn({ err: error }, 'files not reached')
  }

  async function requireOwn(): Promise<void> {
    if (isOwn) return
    const fault = await findFault(place, { id, present })
    if (fault) throw new StartupError(fault)
    isBound = present !== null
    isOwn = true
  }

  /** Makes store and database each other's, before the first file. */
  async function bind(): Promise<void> {
    await requireOwn()
    if (isBound) return
    await database.transaction().execute(async (trx) => {
      const { files_store } = await trx
        .selectFrom('instance')
        .select('files_store')
        .forUpdate()
        .executeTakeFirstOrThrow()
      // Another process may have bound a store of its own meanwhile.
      await claimPlace(place, { id, present: files_store })
      await trx.updateTable('instance').set({ files_store: place.id }).execute()
    })
    isBound = true
  }

  /** Makes a failure of the store, or of its drafts, an answer that says so: it is no failure of the server's. */
  async function reach<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof AppError) throw error
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new AppError('files.full')
      log.warn({ err: error }, 'files not reached')
      throw new AppError('files.unavailable', undefined, { cause: error })
    }
  }

  /** The same for what may be done before the first file. */
  function reachOwn<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    return reach(async () => {
      await requireOwn()
      return await act()
    })
  }

  return {
    /** As people know it. */
    name,
    put: (...given: Parameters<FileStore['put']>) =>
      reach(async () => {
        await bind()
        await store.put(...given)
      }),
    get: (...given: Parameters<FileStore['get']>) => reachOwn(() => store.get(...given)),
    size: (key: string) => reachOwn(() => store.size(key)),
    delete: (key: string) => reachOwn(() => store.delete(key)),
    async *list() {
      await requireOwn()
      yield* store.list()
    },
    reach,
    /** A folder of this machine for what is not stored yet. */
    drafts: join(folder, draftsFolder),

    /**
     * Answers the bytes that are free for files: those of the disk, where they are on it.
     * @throws AppError `files.full` where so many more, or drafts of so many, would leave too little to the database
     */
    async requireRoom(bytes: number): Promise<number> {
      return await reach(async () => {
        await bind()
        await makeFolder(folder)
        const { bavail, blocks, bsize } = await statfs(folder)
        const free = bavail * bsize - Math.max(leastRest, (blocks * bsize) / shareOfRest)
        if (bytes > free) throw new AppError('files.full')
        return s3 ? Infinity : free
      })
    },
  }
}

type Binding = {
  /** The database's. */
  id: string
  /** The store that it has; null before the first file. */
  present: string | null
}

/** Why a place is not that of the database's files, in one sentence; null where it is, or may become it. */
async function findFault({ store, id: place, name }: StorePlace, { id, present }: Binding) {
  const elsewhere = `Set COVO_DATA_DIR to the folder that has them, which all processes share, or COVO_FILES_URL to the S3 server that has them or to off to do without files; the command move-files moves them.`
  if (present !== null && present !== place)
    return `The files of this database are in ${nameOf(present)}, not in ${name}. ${elsewhere}`
  const owner = await readOwner(store)
  if (owner !== null && owner !== id)
    return `${place === 'folder' ? 'The folder' : 'The bucket'} ${name} has the files of another database. Set COVO_DATA_DIR to another folder, or COVO_FILES_URL to another bucket or to off to do without files.`
  return owner === null && present !== null
    ? `The files of this database are not in ${name}. ${elsewhere}`
    : null
}

function nameOf(store: string): string {
  return store === 'folder' ? 'a folder' : store.replace(/^s3:/, '')
}

/**
 * Makes a place that of a database, which does not know yet: who is killed in between has bound nothing else.
 * @throws StartupError where it can't become it
 */
export async function claimPlace(place: StorePlace, binding: Binding): Promise<void> {
  const fault = await findFault(place, binding)
  if (fault) throw new StartupError(fault)
  if ((await readOwner(place.store)) === null) await place.store.put(ownerKey, [Buffer.from(binding.id)])
}

/** Null also where a full disk or a kill left a file empty. */
async function readOwner(store: FileStore): Promise<string | null> {
  const content = await store.get(ownerKey)
  return content && ((await buffer(content)).toString() || null)
}
