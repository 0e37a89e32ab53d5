import type { Stats } from 'node:fs'
import { access, constants, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { makeFolder } from '../../folder.ts'
import { StartupError } from '../../startup-error.ts'
import { clusterName, createClusterIfAbsent } from './create-cluster.ts'
import {
  findPostmaster,
  locatePrograms,
  type Postmaster,
  spawnPostmaster,
  stopPostmaster,
} from './postgres-process.ts'
import { chooseRunner } from './unprivileged.ts'

/** A running PostgreSQL of our own, which no other server process uses. */
export type Cluster = {
  connection: {
    host: string
    port: number
    user: string
    password: string
    database: string
    /** As libpq has them. */
    options: string
  }
  /** Stops PostgreSQL and returns when it is gone. Open connections are cut: end them first. */
  stop(): Promise<void>
}

/** Two numbers that no other user of advisory locks in the database may take. */
const ownership = [0x636f766f, 1] as const

const ownersQuery = `
  select split_part(application_name, ' ', 2) as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted`

/** Milliseconds to wait for another server that holds the folder: it may just be stopping. */
const ownerTimeoutMs = 3_000
/**
 * Milliseconds to retry a start of PostgreSQL that fails because processes of a killed one have not ended yet, or because
 * another server is starting one. From the first failure on: stopping what a killed server left may take longer.
 */
const remainsTimeoutMs = 10_000
/** Milliseconds for a PostgreSQL that runs to answer who has opened it. */
const busyTimeoutMs = 10_000
/** Milliseconds for PostgreSQL to answer: it may have to recover from a crash. */
const recoveryTimeoutMs = 120_000
/** Milliseconds for a fast shutdown. */
const shutdownTimeoutMs = 60_000

const socketPathLimit = 103

/**
 * Opens the private PostgreSQL cluster in `dataDirectory`/postgres, creating it on first use, and keeps every
 * other server off it until `stop` or the end of this process, however it ends. A PostgreSQL that a killed server
 * left running is stopped and started again, so that no statement of the dead server goes on in it.
 * `log` gets a line for each slow step; `onLost` is called once if PostgreSQL ends or cuts us off before `stop`.
 * Throws StartupError when the folder is in use or unusable, or PostgreSQL cannot run.
 */
export async function openCluster(options: {
  dataDirectory: string
  log: (line: string) => void
  onLost?: (error: Error) => void
  /** PostgreSQL settings by their names, which override the defaults. */
  settings?: Record<string, string>
}): Promise<Cluster> {
  try {
    return await open(options)
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error) {
      throw new StartupError(
        `The data directory ${options.dataDirectory} cannot be used (${error.message}): make it writable for this user, or set COVO_DATA_DIR to another folder.`,
        { cause: error },
      )
    }
    throw error
  }
}

async function open(options: Parameters<typeof openCluster>[0]): Promise<Cluster> {
  const { log, onLost, settings } = options
  const programs = locatePrograms()
  await makeFolder(options.dataDirectory)
  const dataDirectory = await realpath(options.dataDirectory)
  await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK)
  const home = join(dataDirectory, 'postgres')
  const runner = await chooseRunner(programs.postgres, dataDirectory, (await statIfPresent(home))?.uid)
  if (await createClusterIfAbsent(home, programs, runner)) log(`Created the database in ${home}`)

  const dataPath = join(home, 'data')
  const madeBy = Number.parseInt(await readFile(join(dataPath, 'PG_VERSION'), 'utf8'), 10)
  if (madeBy !== runner.major) {
    throw new StartupError(
      `The database in ${home} was made by PostgreSQL ${madeBy}, and this is PostgreSQL ${runner.major}: use the Covo release that made it, or set COVO_DATA_DIR to another folder.`,
    )
  }
  const password = await readFile(join(home, 'password'), 'utf8')

  const { postmaster, holder } = await own({
    dataPath,
    password,
    log,
    start: async () => {
      const socketDirectory = await chooseSocketDirectory(home)
      const logPath = join(home, 'log')
      const command = [...runner.prefix, programs.postgres]
      return spawnPostmaster({ command, dataPath, socketDirectory, logPath, settings })
    },
  })

  let stopping = false
  let lost = false
  const loss = (error: Error) => {
    if (stopping || lost) return
    lost = true
    onLost?.(error)
  }
  holder.on('error', loss)
  holder.on('end', () => loss(new Error('PostgreSQL closed the connection that holds the data directory')))

  return {
    connection: connectionTo(postmaster, password),
    async stop() {
      stopping = true
      await stopPostmaster(postmaster.pid, dataPath, shutdownTimeoutMs)
      if (!postmaster.socketDirectory.startsWith(home))
        await rm(postmaster.socketDirectory, { recursive: true, force: true })
    },
  }
}

/**
 * The user to whom a data directory belongs, with its cluster if it has one; null where that is the user of this process,
 * or anybody at all for an ordinary user. Root changes files there as this user alone: see `openClusterAs`.
 */
export async function otherOwnerOf(dataDirectory: string): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const folder = await statIfPresent(dataDirectory)
  if (!folder?.uid) return null
  const cluster = await statIfPresent(join(dataDirectory, 'postgres'))
  return !cluster || cluster.uid === folder.uid ? { uid: folder.uid, gid: folder.gid } : null
}

/**
 * How to reach the cluster in `dataDirectory` beside the process that has it open; null when none has. Takes nothing
 * over: the process that opened it may stop it at any moment. A PostgreSQL that runs and does not answer is asked again for
 * `busyTimeoutMs`: on a busy machine a connection may take seconds.
 */
export async function findOpenCluster(dataDirectory: string): Promise<Cluster['connection'] | null> {
  const home = join(await realpath(dataDirectory), 'postgres')
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    const postmaster = await findPostmaster(join(home, 'data'))
    if (!postmaster) return null
    const connection = connectionTo(postmaster, await readFile(join(home, 'password'), 'utf8'))
    const isOwned = await hasOwner(connection)
    if (isOwned !== undefined) return isOwned ? connection : null
    if (Date.now() > deadline) return null
    await delay(100)
  }
}

/** Whether a process has opened this cluster; undefined where PostgreSQL doesn't answer. */
async function hasOwner(connection: Cluster['connection']): Promise<boolean | undefined> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 1_000 })
  client.on('error', ignore)
  try {
    await client.connect()
    const { rowCount } = await client.query(ownersQuery, [...ownership])
    return Boolean(rowCount)
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Starts PostgreSQL and takes the lock that makes this process the folder's only server. Servers that do this at
 * the same moment may find each other's PostgreSQL: the one that gets the lock keeps it, whichever started it.
 */
async function own(options: {
  dataPath: string
  password: string
  log: (line: string) => void
  start: () => ReturnType<typeof spawnPostmaster>
}): Promise<{ postmaster: Postmaster; holder: pg.Client }> {
  const { dataPath, password, log, start } = options
  const openedAt = Date.now()
  const waited = () => Date.now() - openedAt
  let started: Awaited<ReturnType<typeof spawnPostmaster>> | undefined
  let firstFailureAt: number | undefined

  for (;;) {
    const postmaster = await findPostmaster(dataPath)
    if (postmaster) {
      const attempt = await tryToOwn(postmaster, password)
      if (attempt.state === 'owned') {
        const isLeftOver = postmaster.pid !== started?.child.pid && attempt.startedAt.getTime() < openedAt
        if (!isLeftOver) return { postmaster, holder: attempt.holder }
        log('Restarting PostgreSQL, which a killed server left behind')
        await stopPostmaster(postmaster.pid, dataPath, shutdownTimeoutMs)
        continue
      }
      if (attempt.state === 'held' && waited() > ownerTimeoutMs) {
        throw new StartupError(
          `The data directory ${join(dataPath, '../..')} is in use by another Covo server (process ${attempt.by}): stop that one, or set COVO_DATA_DIR to another folder.`,
        )
      }
    } else if (!started || hasEnded(started)) {
      if (started) {
        const output = await started.output()
        firstFailureAt ??= Date.now()
        const mayStartLater = /shared memory block .* in use|lock file|shutdown request/.test(output)
        if (!mayStartLater || Date.now() - firstFailureAt > remainsTimeoutMs) {
          throw new StartupError(
            `PostgreSQL did not start in ${dataPath}: correct what it says, or set COVO_DATA_DIR to another folder.\n${output}`,
          )
        }
        await delay(100)
      }
      started = await start()
    }
    if (waited() > recoveryTimeoutMs) {
      throw new StartupError(
        `PostgreSQL in ${dataPath} has not answered for ${recoveryTimeoutMs / 1_000} seconds: see ${join(dataPath, '../log')}, and start again.`,
      )
    }
    await delay(postmaster && postmaster.pid !== started?.child.pid ? 100 : 5)
  }
}

function hasEnded({ child }: Awaited<ReturnType<typeof spawnPostmaster>>): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

type Attempt =
  | { state: 'owned'; holder: pg.Client; startedAt: Date }
  | { state: 'held'; by: string }
  | { state: 'not ready' }

async function tryToOwn(postmaster: Postmaster, password: string): Promise<Attempt> {
  const holder = new pg.Client({
    ...connectionTo(postmaster, password),
    ssl: false,
    application_name: `covo ${process.pid}`,
    connectionTimeoutMillis: 1_000,
  })
  holder.on('error', ignore)
  try {
    await holder.connect()
    const lock = await holder.query<{ taken: boolean; startedAt: Date }>(
      'select pg_try_advisory_lock($1, $2) as taken, pg_postmaster_start_time() as "startedAt"',
      [...ownership],
    )
    const [answer] = lock.rows
    if (answer?.taken) return { state: 'owned', holder, startedAt: answer.startedAt }
    const owner = await holder.query<{ name: string }>(ownersQuery, [...ownership])
    await holder.end()
    return { state: 'held', by: owner.rows[0]?.name ?? 'unknown' }
  } catch (error) {
    await holder.end().catch(() => undefined)
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartupError(
        'The embedded PostgreSQL does not accept the password kept beside it: put the file "password" of the data directory back, or set COVO_DATA_DIR to another folder.',
        { cause: error },
      )
    }
    // It may be starting, recovering, stopping, or cutting its connections: the caller asks again.
    return { state: 'not ready' }
  }
}

/** The error of a connection that PostgreSQL cut as it stopped: its queries reject as well. */
function ignore(): void {}

function connectionTo(postmaster: Postmaster, password: string): Cluster['connection'] {
  const { socketDirectory, port } = postmaster
  // Errors are answered to us. In PostgreSQL's own log they would quote the row.
  const options = '-c log_min_messages=log'
  return { host: socketDirectory, port, user: clusterName, password, database: clusterName, options }
}

async function statIfPresent(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A path of a Unix socket has to be short; a folder that nobody else may enter serves as well elsewhere. */
async function chooseSocketDirectory(home: string): Promise<string> {
  const ours = join(home, 'socket')
  if (join(ours, '.s.PGSQL.5432').length <= socketPathLimit) return ours
  return mkdtemp(join(tmpdir(), 'covo-'))
}
