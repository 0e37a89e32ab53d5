import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLine } from '@covo/testing/line'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startS3Server } from '../../test/s3-server.ts'
import { runTestApp } from '../../test/test-app.ts'
import { createLog } from '../platform/log/log.ts'
import type { S3Address } from '../platform/s3-address.ts'
import { openStore } from './open-store.ts'

const app = runTestApp()
const server = await startS3Server()
const root = join(tmpdir(), `covo-stores-${randomUUID()}`)
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const open = (name: string, s3: S3Address | null = null) =>
  openStore({ database: app.database, log: createLog('silent'), folder: join(root, name), s3 })
const isUnavailable = { code: 'files.unavailable' }

beforeEach(() => app.database.updateTable('instance').set({ id: randomUUID(), files_store: null }).execute())

describe.each<[string, string, (name: string) => ReturnType<typeof open>]>([
  ['a folder', 'The folder', open],
  ['a bucket', 'The bucket', (name) => open(name, server.address(name))],
])('%s', (_kind, kind, openNamed) => {
  it('is of one database, whose first file binds it', async () => {
    // What a disk that was full, or a kill, may have left.
    await mkdir(join(root, 'one'), { recursive: true })
    await writeFile(join(root, 'one', 'database'), '')
    const [first, second] = [await openNamed('one'), await openNamed('two')]
    const key = `00/${randomUUID()}-file`
    await first.put(key, [Buffer.from('uno')])
    // The other process's is not where the files are.
    await expect(second.put(key, [Buffer.from('due')])).rejects.toMatchObject(isUnavailable)
    await expect(openNamed('two')).rejects.toThrow(
      /^The files of this database are (not in .*two|in .*one, not in .*two)\. Set COVO_DATA_DIR/,
    )
    const bytes = await (await openNamed('one')).get(key)
    expect(await Array.fromAsync(bytes ?? [])).toEqual([Buffer.from('uno')])
    // As another database sees it.
    const { id } = await app.database.selectFrom('instance').select('id').executeTakeFirstOrThrow()
    await app.database.updateTable('instance').set({ id: randomUUID(), files_store: null }).execute()
    await expect(openNamed('one')).rejects.toThrow(`${kind} ${first.name} has the files of another database`)
    await app.database.updateTable('instance').set({ id }).execute()
    // A process that was killed between both has bound the store alone.
    await (await openNamed('one')).put(key, [Buffer.from('tre')])
  })
})

it('is the one that the database has, though another has its files too', async () => {
  const [folder, bucket] = [await open('three'), await open('three', server.address('three'))]
  const key = `00/${randomUUID()}-file`
  await folder.put(key, [Buffer.from('uno')])
  await expect(bucket.put(key, [Buffer.from('due')])).rejects.toMatchObject(isUnavailable)
  await app.database
    .updateTable('instance')
    .set({ files_store: `s3:${bucket.name}` })
    .execute()
  await expect(open('three')).rejects.toThrow(
    `The files of this database are in ${bucket.name}, not in ${folder.name}. Set COVO_DATA_DIR`,
  )
})

it('says what a bucket answers where it refuses, without the key', async () => {
  const address = { ...server.address(), secret: 'segreto' }
  const refused = await open('four', address).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    name: 'StartupError',
    message: `The files can't be used: GET of ${address.url} is answered by 403 SignatureDoesNotMatch. Check COVO_FILES_URL.`,
  })
  await expect(open('four', server.address('nessuno'))).rejects.toThrow(/there is no .*nessuno\. Check/)
})

it('does nothing in a bucket of another database that was away at the start', async () => {
  const key = `00/${randomUUID()}-file`
  await (await open('five', server.address('three'))).put(key, [Buffer.from('uno')])
  await app.database.updateTable('instance').set({ id: randomUUID(), files_store: null }).execute()
  const line = await openLine({ host: '127.0.0.1', port: server.port })
  await line.cut()
  const store = await openStore({
    database: app.database,
    log: createLog('silent'),
    folder: join(root, 'five'),
    s3: server.address('three', line.port),
    mayBeAway: true,
  })
  await line.restore()
  for (const act of [
    () => store.get(key),
    () => store.size(key),
    () => store.delete(key),
    () => store.put(key, [Buffer.from('due')]),
  ])
    await expect(act()).rejects.toMatchObject(isUnavailable)
  await expect(Array.fromAsync(store.list())).rejects.toThrow('has the files of another database')
  await line.cut()
})
