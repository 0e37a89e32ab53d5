import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { startApp } from './app.ts'
import { originOf, readSecret, readSettings, type Settings } from './environment.ts'
import { openCluster } from './platform/database/cluster/cluster.ts'
import { openDatabase } from './platform/database/database.ts'
import { requireUsable } from './platform/database/external-database.ts'
import { migrate } from './platform/database/migrator.ts'
import { collectGarbageWhenIdle } from './platform/idle-collection.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { openRedis, type Redis } from './platform/redis/redis.ts'
import { StartupError } from './platform/startup-error.ts'
import { version } from './platform/version.ts'

/** Whether a person runs it (`npm start`), and not a supervisor: then it ends with the process that started it. */
const isAttended = process.argv.includes('--attended')

/** Closes what the start opened, to be called in the reverse order. */
const opened: (() => Promise<void>)[] = []

async function start(settings: Settings, log: Log): Promise<void> {
  const secret = await readSecret(settings)
  const { database, pool } = await openConfiguredDatabase(settings, log)
  await migrate(database)
  const redis = await openConfiguredRedis(settings, log)
  const app = await startApp({ settings: { ...settings, secret }, database, pool, redis, log })
  opened.push(() => app.stop())
  const origin = originOf({ ...settings, port: app.port })
  log.info(
    {
      version,
      node: process.versions.node,
      origin,
      host: settings.host ?? 'all addresses',
      port: app.port,
      database: settings.databaseUrl ? 'external' : 'embedded',
      redis: redis !== null,
      proxies: settings.trustedProxies.rules.length > 0,
    },
    'started',
  )
  void app.warnOfAbsentServices()
  if (settings.publicOrigin?.startsWith('https:') && !(settings.controller && settings.contact))
    log.warn('COVO_CONTROLLER and COVO_CONTACT are not set: the page "Privacy" names nobody')
  collectGarbageWhenIdle()
  // The log's lines are for machines; this one is for the person at the terminal.
  if (isAttended) process.stdout.write(`${settings.name} is ready on ${origin}\n`)
}

async function openConfiguredDatabase({ databaseUrl, dataDirectory }: Settings, log: Log) {
  if (databaseUrl) {
    const external = openDatabase({ connectionString: databaseUrl }, log)
    opened.push(external.close)
    await requireUsable(external.pool)
    return external
  }
  const cluster = await openCluster({
    dataDirectory,
    log: (line) => log.info(line),
    onLost: () => void stop(1, 'the database ended'),
  })
  opened.push(() => cluster.stop())
  const embedded = openDatabase(cluster.connection, log)
  opened.push(embedded.close)
  return embedded
}

/** Redis may come later, and go: the server does without it. */
async function openConfiguredRedis({ redisUrl }: Settings, log: Log): Promise<Redis | null> {
  if (!redisUrl) return null
  const { redis, close } = await openRedis(redisUrl, log)
  opened.push(async () => close())
  return redis
}

/** Milliseconds within which a second signal is the first one again; later it means "at once". */
const repeatedSignalMs = 500

/** Milliseconds for a start to end before a stop, and then for closing the opened resources. */
const stopTimeoutMs = 5_000

let log: Log | null = null
let stopping: Promise<void> | null = null
let starting: Promise<void> = Promise.resolve()

/** Closes everything, once the start has come to its end, and ends the process; a second call waits for the first. */
function stop(exitCode: number, cause: string, details: object = {}): Promise<void> {
  if (!stopping) {
    log?.[exitCode === 0 ? 'info' : 'fatal']({ cause, ...details }, 'stopping')
    stopping = closeAll().finally(() => process.exit(exitCode))
  }
  return stopping
}

async function closeAll(): Promise<void> {
  const isStartOver = await endsWithin(stopTimeoutMs, starting)
  const closing = opened.reverse().map((close) => async () => {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  })
  // A start that hangs may hold the resources that it opened: they are closed all at once, without waiting for each other.
  if (!isStartOver) await endsWithin(stopTimeoutMs, Promise.all(closing.map((close) => close())))
  else for (const close of closing) await close()
}

/** Whether it came to its end, well or not, within so many milliseconds. */
async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const end = () => true
  return await Promise.race([work.then(end, end), delay(milliseconds, false)])
}

let signalledAt = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // One Ctrl-C comes twice, from the terminal and from npm.
    if (stopping && performance.now() - signalledAt > repeatedSignalMs) process.exit(1)
    signalledAt = performance.now()
    void stop(0, signal)
  })
if (isAttended) {
  const parent = process.ppid
  // Nothing else reports that npm was killed.
  setInterval(
    () => process.ppid !== parent && void stop(0, 'the process that started it ended'),
    1_000,
  ).unref()
}
process.on('uncaughtExceptionMonitor', (err) =>
  log?.fatal({ err, cause: 'an error that nothing caught' }, 'stopping'),
)

try {
  const settings = readSettings(process.env)
  // As Prometheus names a server.
  log = createLog(settings.logLevel, undefined, `${hostname()}:${settings.port}`)
  starting = start(settings, log)
  await starting
} catch (error) {
  const isExpected = error instanceof StartupError
  if (!stopping) process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`)
  await stop(1, 'the start failed', isExpected ? { reason: error.message } : { err: error })
}
