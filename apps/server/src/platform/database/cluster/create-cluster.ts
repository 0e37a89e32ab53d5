import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { isAlive, type Programs, postgresEnvironment } from './postgres-process.ts'
import type { Runner } from './unprivileged.ts'

/** Name of the superuser and of the database of an embedded cluster. */
export const clusterName = 'covo'

/**
 * Makes a cluster (folder `data`, file `password`) in `home` unless there is one. It is built beside and moved
 * into place when complete, so that a kill at any moment leaves either nothing or all of it; the leftovers of an
 * earlier kill are removed. Of several at the same time one wins and the others use its cluster.
 * StartupError when PostgreSQL cannot make its files.
 */
export async function createClusterIfAbsent(
  home: string,
  programs: Programs,
  runner: Runner,
): Promise<boolean> {
  await removeLeftovers(home)
  if (await exists(home)) return false
  const draft = `${home}.new-${process.pid}`
  await mkdir(draft, { mode: 0o700 })
  try {
    if (runner.owner) await chown(draft, runner.owner.uid, runner.owner.gid)
    await mkdir(join(draft, 'socket'), { mode: 0o700 })
    const passwordFile = join(draft, 'password')
    await writeFile(passwordFile, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    const dataPath = join(draft, 'data')
    await run([
      ...runner.prefix,
      programs.initdb,
      `--pgdata=${dataPath}`,
      `--username=${clusterName}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Order and case come from PostgreSQL itself, so that no change of the system's library corrupts an index.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // The trigram index asks the system which characters are letters.
      `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
      '--data-checksums',
      '--no-instructions',
    ])
    await run(
      [...runner.prefix, programs.postgres, '--single', '-D', dataPath, 'template1'],
      `CREATE DATABASE ${clusterName}\n`,
    )
    await moveIntoPlace(draft, home)
    return true
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

async function moveIntoPlace(draft: string, home: string): Promise<void> {
  try {
    await rename(draft, home)
  } catch (error) {
    if (!(await exists(home))) throw error
    await rm(draft, { recursive: true, force: true })
    return
  }
  const parent = await open(join(home, '..'))
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}

async function removeLeftovers(home: string): Promise<void> {
  const folder = join(home, '..')
  for (const name of await readdir(folder)) {
    const pid = Number(/^postgres\.new-(\d+)$/.exec(name)?.[1])
    if (!pid || (pid !== process.pid && isAlive(pid))) continue
    // An initdb whose parent was killed may still be writing; its leftovers go at the next start.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

function run(command: readonly string[], input = ''): Promise<void> {
  const [file = '', ...words] = command
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { env: postgresEnvironment() })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      const reason =
        output.split('\n').find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? `exit code ${code}`
      reject(
        new StartupError(
          `PostgreSQL could not create its files (${reason.trim()}): make room or give permission in COVO_DATA_DIR, or set COVO_DATABASE_URL to your own PostgreSQL.`,
          { cause: output },
        ),
      )
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
