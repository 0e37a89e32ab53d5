import { join } from 'node:path'
import { sql } from 'kysely'
import { startApp } from './app.ts'
import { type Environment, readEnvironment, readSecret } from './environment.ts'
import { openCluster } from './platform/database/cluster/cluster.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrator.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { openRedis, type Redis } from './platform/redis/redis.ts'
import { StartupError } from './platform/startup-error.ts'

/** What is open, to be closed in the reverse order. */
const opened: (() => Promise<void>)[] = []

async function start(environment: Environment, log: Log): Promise<void> {
  const secret = await readSecret(environment)
  const { database, pool } = await openConfiguredDatabase(environment, log)
  await migrate(database)
  const redis = await openConfiguredRedis(environment, log)
  const app = await startApp(
    {
      database,
      pool,
      redis,
      secret,
      name: environment.name,
      publicOrigin: environment.publicOrigin,
      smtpUrl: environment.smtpUrl,
      outbox: join(environment.dataDirectory, 'outbox'),
      limitTable: environment.limitTable,
      trustedProxies: environment.trustedProxies,
      provider: environment.provider,
      securityContact: environment.securityContact,
      metricsToken: environment.metricsToken,
      log,
    },
    environment.port,
    environment.host,
  )
  opened.push(() => app.stop())
  const origin = environment.publicOrigin ?? `http://localhost:${app.port}`
  process.stdout.write(`${environment.name} is ready on ${origin}\n`)
}

async function openConfiguredDatabase({ databaseUrl, dataDirectory }: Environment, log: Log) {
  if (databaseUrl) {
    const external = openDatabase({ connectionString: databaseUrl }, log)
    opened.push(external.close)
    await requireUsable(external.database)
    return external
  }
  const cluster = await openCluster({
    dataDirectory,
    log: (line) => log.info(line),
    onLost: () => {
      log.fatal('the database ended; the server ends with it')
      void stop(1)
    },
  })
  opened.push(() => cluster.stop())
  const embedded = openDatabase(cluster.connection, log)
  opened.push(embedded.close)
  return embedded
}

/** Redis may come later, and go: the server does without it. */
async function openConfiguredRedis({ redisUrl }: Environment, log: Log): Promise<Redis | null> {
  if (!redisUrl) return null
  const { redis, close } = await openRedis(redisUrl, log)
  opened.push(async () => close())
  return redis
}

/** PostgreSQL 15 is the oldest that the migrations are tried on. */
async function requireUsable(database: Database): Promise<void> {
  let version: number
  try {
    const { rows } = await sql<{
      version: number
    }>`select current_setting('server_version_num')::int as version`.execute(database)
    version = rows[0]?.version ?? 0
  } catch (error) {
    throw new StartupError(
      `The database of COVO_DATABASE_URL can't be reached (${(error as Error).message}). Check the address, or leave the setting out to use the embedded one.`,
    )
  }
  if (version < 150_000)
    throw new StartupError(
      `The database of COVO_DATABASE_URL is older than PostgreSQL 15. Upgrade it, or leave the setting out to use the embedded one.`,
    )
}

let stopping: Promise<void> | null = null
let starting: Promise<void> = Promise.resolve()

/** Closes everything in order, once the start has come to its end; a second call waits for the first. */
function stop(exitCode: number): Promise<void> {
  stopping ??= starting
    .catch(() => {})
    .then(closeAll)
    .finally(() => process.exit(exitCode))
  return stopping
}

async function closeAll(): Promise<void> {
  for (const close of opened.reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
}

let signals = 0

function handleSignal(): void {
  signals += 1
  if (signals > 1) process.exit(1)
  void stop(0)
}

process.on('SIGINT', handleSignal)
process.on('SIGTERM', handleSignal)
process.on('SIGHUP', handleSignal)
// The start script holds this channel: when it is killed, the server doesn't stay behind.
process.on('disconnect', () => void stop(0))

try {
  starting = start(readEnvironment(process.env), createLog('info'))
  await starting
} catch (error) {
  process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${(error as Error).stack}\n`)
  await stop(1)
}
