import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { createLog } from '../platform/log/log.ts'
import { openStore } from './open-store.ts'

const app = runTestApp()
const root = join(tmpdir(), `covo-stores-${randomUUID()}`)
afterAll(() => rm(root, { recursive: true, force: true }))

const open = (name: string) =>
  openStore({ database: app.database, log: createLog('silent'), folder: join(root, name) })

it('is of one database, whose first file binds it', async () => {
  // What a disk that was full, or a kill, may have left.
  await mkdir(join(root, 'one'), { recursive: true })
  await writeFile(join(root, 'one', 'database'), '')
  const [first, second] = [await open('one'), await open('two')]
  const key = `00/${randomUUID()}-file`
  await first.put(key, [Buffer.from('uno')])
  // The other process's folder is not where the files are.
  await expect(second.put(key, [Buffer.from('due')])).rejects.toMatchObject({ code: 'files.unavailable' })
  await expect(open('two')).rejects.toThrow(
    /^The files of this database are not in .*two\. Set COVO_DATA_DIR/,
  )
  const bytes = await (await open('one')).get(key)
  expect(await Array.fromAsync(bytes ?? [])).toEqual([Buffer.from('uno')])
  // As another database sees it.
  const { id } = await app.database.selectFrom('instance').select('id').executeTakeFirstOrThrow()
  await app.database.updateTable('instance').set({ id: randomUUID(), files_store: null }).execute()
  await expect(open('one')).rejects.toThrow(/^The folder .*one has the files of another database/)
  await app.database.updateTable('instance').set({ id }).execute()
  // A process that was killed between both has bound the folder alone.
  await (await open('one')).put(key, [Buffer.from('tre')])
})
