import { spawnSync } from 'node:child_process'
import { chown, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { anna } from '@covo/testing/cast'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { register, visit } from '@covo/testing/visitor'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** `daemon`, on every Linux and macOS, and not the user as whom root runs PostgreSQL for itself. */
const owner = { uid: 1, gid: 1 }

/** Whether this process may become the owner, who can run this release. */
function isPossible(): boolean {
  const script = resolve(import.meta.dirname, '../platform/startup-error.ts')
  return (
    process.getuid?.() === 0 && spawnSync(process.execPath, [script], { ...owner, cwd: '/' }).status === 0
  )
}

describe.runIf(isPossible())('a command that root calls on data of another user', () => {
  let folder: string
  let settings: { COVO_DATA_DIR: string }
  let started: ServerProcess[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'covo-owner-'))
    await chown(folder, owner.uid, owner.gid)
    settings = { COVO_DATA_DIR: join(folder, 'data') }
    started = []
  })

  afterEach(async () => {
    await Promise.all(started.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  function start(user: { uid?: number; gid?: number }, dataSettings = settings): ServerProcess {
    const server = startServerProcess({ PORT: '0', ...dataSettings }, undefined, user)
    started.push(server)
    return server
  }

  /** Files in the folder that belong to another user than its owner. */
  async function strangers(path: string): Promise<string[]> {
    const names = ['', ...(await readdir(path, { recursive: true }))]
    const owners = await Promise.all(names.map(async (name) => (await lstat(join(path, name))).uid))
    return names.filter((_, index) => owners[index] !== owner.uid)
  }

  it('leaves every file to that user, and their server opens it as before', async () => {
    const service = start(owner)
    await register(await service.ready(), anna)
    const file = join(folder, 'covo.backup')
    expect((await runOperatorCommand(settings, 'backup', file)).code).toBe(0)
    await service.stop()
    await rm(join(settings.COVO_DATA_DIR, 'postgres/log'))

    for (const words of [
      ['check'],
      ['backup', join(folder, 'stopped.backup')],
      ['restore', file, '--replace'],
    ]) {
      const { code, output } = await runOperatorCommand(settings, ...words)
      expect(code, output).toBe(0)
      expect(await strangers(settings.COVO_DATA_DIR)).toEqual([])
    }
    // Files that root writes by a command are root's.
    expect((await lstat(join(folder, 'stopped.backup'))).uid).toBe(0)

    const visitor = visit(await start(owner).ready())
    const { email, password } = anna
    expect((await visitor.post('/api/auth/login', { email, password })).status).toBe(200)
  })

  it('makes a new database in a folder of that user theirs', async () => {
    const service = start(owner)
    await register(await service.ready(), anna)
    const file = join(folder, 'covo.backup')
    await runOperatorCommand(settings, 'backup', file)

    const drill = { COVO_DATA_DIR: join(folder, 'drill') }
    await mkdir(drill.COVO_DATA_DIR, { mode: 0o700 })
    await chown(drill.COVO_DATA_DIR, owner.uid, owner.gid)
    const { code, output } = await runOperatorCommand(drill, 'restore', file)
    expect(code, output).toBe(0)
    expect(await strangers(drill.COVO_DATA_DIR)).toEqual([])
    await start(owner, drill).ready()
  })

  it('prints the same error about a folder in use as its owner gets', async () => {
    const service = start(owner)
    await service.ready()
    await service.stop()
    await rm(join(settings.COVO_DATA_DIR, 'postgres/data/global/pg_control'))
    const { code, output } = await runOperatorCommand(settings, 'check')
    expect([code, output]).toEqual([1, expect.stringMatching(/^PostgreSQL did not start in .*pg_control/s)])
  })

  it('is no server: one that root starts there by mistake is refused, and changes nothing', async () => {
    const service = start(owner)
    await service.ready()
    await service.stop()
    const mistake = start({})
    expect(await mistake.ended()).toBe(1)
    expect(mistake.output()).toContain(
      `The database in ${settings.COVO_DATA_DIR} belongs to the user with the number 1: start Covo as that user, or set COVO_DATA_DIR to another folder.\n`,
    )
    expect(await strangers(settings.COVO_DATA_DIR)).toEqual([])
    await start(owner).ready()
  })
})
