import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Server, startS3Server } from '../../test/s3-server.ts'
import { parseS3Address } from '../platform/s3-address.ts'
import { type ByteRange, type FileStore, keyOf } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'

const folder = join(tmpdir(), `covo-store-${randomUUID()}`)
let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A bucket that a person names, such as a Garage's; what is in it stays. */
const { COVO_TEST_S3_URL: named = '' } = process.env

const stores: [name: string, part: string, open: (folder: string) => FileStore][] = [
  ['a folder', 'objects', openFolderStore],
  ['a bucket', 'bucket', (own) => openS3Store(server.address(), own)],
]
const address = parseS3Address(named)
if (address) stores.push([address.url, 'named', (own) => openS3Store(address, own)])

describe.each(stores)('%s', (_name, part, open) => {
  const drafts = join(folder, part, 'drafts')
  let store: FileStore
  beforeAll(() => {
    store = open(join(folder, part))
  })
  const newKey = () => keyOf(randomUUID(), 'file')
  const read = async (key: string, range?: ByteRange) => {
    const content = await store.get(key, range)
    return content && (await buffer(content))
  }
  async function* pieces(bytes: Buffer, failsAt = Number.POSITIVE_INFINITY) {
    for (let from = 0; from < bytes.length; from += 100_000) {
      if (from >= failsAt) throw new Error('the end of the line')
      yield bytes.subarray(from, from + 100_000)
    }
  }

  it('has an object as it was stored, as a whole and by ranges', async () => {
    const [key, bytes] = [newKey(), randomBytes(700_001)]
    await store.put(key, pieces(bytes))
    expect(await store.size(key)).toBe(bytes.length)
    expect((await read(key))?.equals(bytes)).toBe(true)
    for (const [first, last] of [
      [0, 15],
      [1, 1],
      [300_000, 700_000],
      [700_000, 700_000],
      // As where the beginning of a short file is looked at.
      [699_998, 800_000],
    ] as const)
      expect((await read(key, { first, last }))?.equals(bytes.subarray(first, last + 1)), `${first}`).toBe(
        true,
      )
    await store.delete(key)
  })

  it('has the last of what was stored by one key', async () => {
    const key = newKey()
    await store.put(key, [Buffer.from('uno'), Buffer.from(' e due')])
    await store.put(key, [Buffer.from('tre')])
    expect([await store.size(key), String(await read(key))]).toEqual([3, 'tre'])
    await store.delete(key)
  })

  it('has none where there is none, and deletes it all the same', async () => {
    const key = newKey()
    expect([
      await store.size(key),
      await store.get(key),
      await store.get(key, { first: 0, last: 3 }),
    ]).toEqual([null, null, null])
    await store.delete(key)
    await store.put(key, [Buffer.from('uno')])
    await store.delete(key)
    expect([await store.size(key), await store.get(key)]).toEqual([null, null])
  })

  it('keeps what was there where new content breaks off in the middle', async () => {
    const [old, key, bytes] = [newKey(), newKey(), randomBytes(500_000)]
    await store.put(old, [Buffer.from('prima')])
    for (const place of [old, key])
      await expect(store.put(place, pieces(bytes, 300_000))).rejects.toThrow('the end of the line')
    expect([String(await read(old)), await store.size(key)]).toEqual(['prima', null])
    expect(await readdir(drafts)).toEqual([])
    await store.delete(old)
  })

  it('lists its objects with their times, and drafts of a process that died', async () => {
    const keys = [newKey(), keyOf(randomUUID(), 'part-39'), keyOf(randomUUID(), 'large')]
    const before = Date.now()
    for (const key of keys) await store.put(key, [Buffer.from(key)])
    await writeFile(join(drafts, 'rest'), 'a half')
    keys.push('drafts/rest')
    const listed = await Array.fromAsync(store.list())
    const own = listed.filter(({ key }) => keys.includes(key))
    expect(own.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    // Servers know seconds, by a clock of their own.
    for (const { changedAt } of own) expect(Math.abs(changedAt.getTime() - before)).toBeLessThan(600_000)
    for (const key of keys) await store.delete(key)
    const left = (await Array.fromAsync(store.list())).map(({ key }) => key)
    for (const key of keys) expect(left).not.toContain(key)
  })
})
