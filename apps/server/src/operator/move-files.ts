import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { idOfKey, isPart, StoreFailure } from '../files/file-store.ts'
import { hashed } from '../files/hashed.ts'
import { objectsOfFile } from '../files/objects-of-file.ts'
import { claimPlace, type OpenStore, openPlace, type StorePlace } from '../files/open-store.ts'
import type { Database } from '../platform/database/database.ts'
import { parseS3Address, type S3Address, s3AddressForm } from '../platform/s3-address.ts'
import { StartupError } from '../platform/startup-error.ts'
import { hashOf } from './check-files.ts'
import type { Command } from './command.ts'
import { filesFolder, openFiles } from './instance-files.ts'

/** Objects whose hashes are looked up at once. */
const lookedUp = 1000

type Outcome = 'copied' | 'present' | 'gone' | 'damaged'

export const moveFiles: Command = {
  usage: 'TO [--finish]',
  summary:
    'copy the bytes of files to another store, while the server runs; TO is folder, an S3 address as COVO_FILES_URL has it, or a file that holds one',
  words: { from: 1, to: 1 },
  flags: {
    finish: 'with all servers stopped: copy what came since, and make that store the one of the database',
  },
  async run({ settings, database, pool, words: [to = ''], flags, print }) {
    const target = await readTarget(to)
    const source = await openFiles({ settings, database })
    if (!source)
      throw new StartupError('There are no files to move: COVO_FILES_URL alone says where the first will be.')
    if (flags.has('finish')) await requireNoServer(pool)
    const place = await openPlace(await filesFolder(settings), target)
    const { id, files_store: present } = await database
      .selectFrom('instance')
      .select(['id', 'files_store'])
      .executeTakeFirstOrThrow()
    if (place.id === present)
      throw new StartupError(`The files of this database are in ${place.name} already.`)
    const counts = { copied: 0, present: 0, gone: 0, damaged: 0 }
    try {
      await claimPlace(place, { id, present: null })
      for await (const { key, outcome } of copyAll(database, source, place)) {
        counts[outcome] += 1
        if (outcome === 'damaged') print(`Copied as it is, with other bytes than were sent: ${key}`)
      }
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      throw new StartupError(`Not everything is copied: ${error.message}. Call the command again.`)
    }
    print(`Copied: ${counts.copied + counts.damaged} objects`)
    print(`There already: ${counts.present}`)
    if (counts.gone > 0) print(`Removed meanwhile: ${counts.gone}`)
    if (!flags.has('finish')) {
      print(`Still in use: ${source.name}. Stop all servers, and call the command again with --finish.`)
      return 0
    }
    // One may have been started meanwhile.
    await requireNoServer(pool)
    await database.updateTable('instance').set({ files_store: place.id }).execute()
    print(`Moved to ${place.name}: set COVO_FILES_URL accordingly, and start the servers.`)
    print(`What is in ${source.name} is left as it is.`)
    return 0
  },
}

/** A bucket, or null for the folder. */
async function readTarget(to: string): Promise<S3Address | null> {
  if (to === 'folder') return null
  const text = /^https?:/i.test(to) ? to : await readFile(to, 'utf8').catch(() => '')
  const address = parseS3Address(text.trim())
  if (!address) throw new StartupError(`TO must be folder, ${s3AddressForm}, or a file that holds one.`)
  return address
}

/** Each server listens to the database, by a connection whose last statement says so (platform/database/notifications.ts). */
async function requireNoServer(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
  )
  if (rowCount) throw new StartupError('A server runs on this database: stop all servers before --finish.')
}

/** Copies the objects that are not there yet, and compares those that are. */
async function* copyAll(
  database: Database,
  source: OpenStore,
  place: StorePlace,
): AsyncGenerator<{ key: string; outcome: Outcome }> {
  let keys: string[] = []
  async function* copyKeys() {
    const hashes = await findHashes(database, keys)
    for (const key of keys) yield { key, outcome: await copyObject(key, hashes.get(key), source, place) }
    keys = []
  }
  for await (const { key } of source.list()) {
    // Not a draft.
    if (idOfKey(key)) keys.push(key)
    if (keys.length === lookedUp) yield* copyKeys()
  }
  yield* copyKeys()
}

/** The SHA-256 of the objects of files and finished uploads, by their keys. */
async function findHashes(database: Database, keys: string[]): Promise<Map<string, string>> {
  const ids = keys.flatMap((key) => idOfKey(key) ?? [])
  if (ids.length === 0) return new Map()
  const columns = ['id', 'size', 'sha256', 'picture'] as const
  const files = database.selectFrom('files').select(columns).where('id', 'in', ids)
  const uploads = database.selectFrom('uploads').select(columns).where('id', 'in', ids)
  const rows = [...(await files.execute()), ...(await uploads.execute())]
  const objects = rows.flatMap(({ sha256, ...row }) =>
    sha256 === null ? [] : objectsOfFile({ ...row, sha256 }),
  )
  return new Map(objects.map(({ key, sha256 }) => [key, sha256]))
}

/**
 * Copies an object, unless it is there; also one that is damaged.
 *
 * @param known the SHA-256 that it should have
 */
async function copyObject(
  key: string,
  known: string | undefined,
  source: OpenStore,
  { store, name }: StorePlace,
): Promise<Outcome> {
  const size = await source.size(key)
  if (size === null) return 'gone'
  // A part may come again with other bytes.
  if (!isPart(key) && (await store.size(key)) === size && (!known || (await hashOf(store, key)) === known))
    return 'present'
  const content = await source.get(key)
  if (!content) return 'gone'
  const hash = createHash('sha256')
  await store.put(key, hashed(content, hash))
  const sent = hash.digest('hex')
  if ((await hashOf(store, key)) !== sent)
    throw new StoreFailure(`${key} is not in ${name} as it was sent there`)
  return known && sent !== known ? 'damaged' : 'copied'
}
