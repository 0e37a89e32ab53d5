import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { anna } from '@covo/testing/cast'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { startServerProcess } from '@covo/testing/server-process'
import { register } from '@covo/testing/visitor'
import { expect, it, onTestFinished } from 'vitest'

const script = resolve(import.meta.dirname, '../deploy/covo-backup')
const older = ['covo-20260101T030000Z.backup.age', 'covo-20260102T030000Z.backup.age']

/** Takes the words of the real one, and encrypts nothing: not every machine has age. */
const age = `#!/bin/sh
[ "$1 $2 $3 $4" = "--encrypt --recipients-file recipients --output" ] && cat >"$5"`

async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'covo-timer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const [programs, backups, data] = ['programs', 'backups', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [programs, backups]) await mkdir(path)
  await writeFile(join(programs, 'age'), age)
  await chmod(join(programs, 'age'), 0o755)
  for (const name of older) await writeFile(join(backups, name), 'an older backup')
  const run = () =>
    promisify(execFile)(script, [backups, 'recipients', '2'], {
      env: { PATH: `${programs}:${process.env.PATH}`, COVO_DATA_DIR: data },
    })
  return { folder, backups, data, run }
}

it('writes a whole backup that only its owner may read, and deletes the oldest', async () => {
  const { folder, backups, data, run } = await prepare()
  const server = startServerProcess({ PORT: '0', COVO_DATA_DIR: data })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended()
  })
  await register(await server.ready(), anna)

  await run()

  const [newer, ...rest] = (await readdir(backups)).sort().reverse()
  expect(newer).toMatch(/^covo-\d{8}T\d{6}Z\.backup\.age$/)
  expect(rest).toEqual([older[1]])
  const file = join(backups, newer ?? '')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const elsewhere = { COVO_DATA_DIR: join(folder, 'restored') }
  const restored = await runOperatorCommand(elsewhere, 'restore', file)
  expect(restored.code, restored.output).toBe(0)
  expect(restored.output).toContain('users: 1')
})

it('keeps the older ones, and nothing else, where a backup fails', async () => {
  const { backups, run } = await prepare()
  await expect(run()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no database') })
  expect((await readdir(backups)).sort()).toEqual(older)
})
