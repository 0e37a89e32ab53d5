import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder } from './folder.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'covo-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('makes a private folder with those above it, however many callers do so at once', async () => {
  const root = await temporaryFolder()
  for (let round = 0; round < 20; round += 1) {
    const path = join(root, String(round), 'a', 'b', 'c')
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)))
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  }
})

it('fails below a file, and where the system takes no folder', async () => {
  const root = await temporaryFolder()
  await writeFile(join(root, 'file'), '')
  await expect(makeFolder(join(root, 'file', 'a'))).rejects.toThrow('ENOTDIR')
  await expect(makeFolder('/proc/covo/a')).rejects.toThrow('ENOENT')
})
