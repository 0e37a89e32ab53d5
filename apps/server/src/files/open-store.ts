import { readFile, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { makeFolder } from '../platform/folder.ts'
import type { Log } from '../platform/log/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'

/** Bytes of the disk, or that part of it, that files leave to the database and its messages: the larger of both. */
const leastRest = 1024 ** 3
const shareOfRest = 20

export type OpenStore = Awaited<ReturnType<typeof openStore>>

type StoreDependencies = {
  database: Database
  log: Log
  /** The folder of the files, which is made with the first. */
  folder: string
}

/**
 * Opens the store of this database's files.
 * @throws StartupError where the database has files, and this folder doesn't: it is another process's, or its disk is not mounted
 */
export async function openStore({ database, log, folder }: StoreDependencies) {
  const store = openFolderStore(folder)
  /** Names the database that the folder belongs to. */
  const owner = join(folder, 'database')
  const { id, files_store: present } = await database
    .selectFrom('instance')
    .select(['id', 'files_store'])
    .executeTakeFirstOrThrow()
  const known = await readOwner()
  if (known !== null && known !== id)
    throw new StartupError(
      `The folder ${folder} has the files of another database. Set COVO_DATA_DIR to another folder, or COVO_FILES_URL=off to do without files.`,
    )
  if (known === null && present !== null)
    throw new StartupError(
      `The files of this database are not in ${folder}. Set COVO_DATA_DIR to the folder that has them, which all processes share, or COVO_FILES_URL=off to do without files.`,
    )
  let isBound = known !== null && present !== null

  /** Null also where a full disk or a kill left the file empty. */
  async function readOwner(): Promise<string | null> {
    try {
      return (await readFile(owner, 'utf8')) || null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  /**
   * Makes folder and database each other's, before the first file. The folder comes first: a process that is killed in between has
   * bound nothing else.
   */
  async function bind(): Promise<void> {
    if (isBound) return
    await makeFolder(folder)
    await database.transaction().execute(async (trx) => {
      const { files_store } = await trx
        .selectFrom('instance')
        .select('files_store')
        .forUpdate()
        .executeTakeFirstOrThrow()
      const isHere = (await readOwner()) === id
      // Another process has bound a folder of its own meanwhile.
      if (files_store !== null && !isHere) throw new Error(`the files of this database are not in ${folder}`)
      if (!isHere) await writeFile(owner, id, { mode: 0o600, flush: true })
      await trx.updateTable('instance').set({ files_store: 'folder' }).execute()
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
      throw new AppError('files.unavailable')
    }
  }

  return {
    put: (...given: Parameters<FileStore['put']>) =>
      reach(async () => {
        await bind()
        await store.put(...given)
      }),
    get: (...given: Parameters<FileStore['get']>) => reach(() => store.get(...given)),
    size: (key: string) => reach(() => store.size(key)),
    delete: (key: string) => reach(() => store.delete(key)),
    list: store.list,
    reach,
    /** A folder of this machine for what is not stored yet. */
    drafts: join(folder, 'drafts'),

    /**
     * Answers the bytes that are free for files.
     * @throws AppError `files.full` where so many more would leave too little to the database
     */
    async requireRoom(bytes: number): Promise<number> {
      return await reach(async () => {
        await bind()
        const { bavail, blocks, bsize } = await statfs(folder)
        const free = bavail * bsize - Math.max(leastRest, (blocks * bsize) / shareOfRest)
        if (bytes > free) throw new AppError('files.full')
        return free
      })
    },
  }
}
