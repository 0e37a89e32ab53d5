import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@covo/testing/wait-until'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../../startup-error.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { isAlive } from './postgres-process.ts'

let dataDirectory: string
let clusters: Cluster[]
let children: ChildProcess[]

beforeEach(async () => {
  // The folder is closed to everybody else, like the home of root.
  dataDirectory = await mkdtemp(join(tmpdir(), 'covo-cluster-'))
  clusters = []
  children = []
})

afterEach(async () => {
  for (const child of children) await killAndWait(child)
  for (const cluster of clusters) await cluster.stop()
  const left = await postmasterPid().catch(() => undefined)
  if (left && isAlive(left)) process.kill(left, 'SIGKILL')
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 20 })
})

test('stored rows survive a stop and a start of the cluster', async () => {
  await query(await open(), "create table note as select 'È qui'::text as body")
  await clusters.pop()?.stop()

  const reopened = await open()

  expect(await query(reopened, "select body from note where body ilike 'è%'")).toEqual([{ body: 'È qui' }])
})

test('acknowledged data is flushed to the disk (R-02), and nothing listens to the network', async () => {
  const cluster = await open()
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses']

  const rows = await query(
    cluster,
    `select name, setting from pg_settings where name in ('${names.join("','")}')`,
  )

  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    listen_addresses: '',
  })
  expect((await stat(cluster.connection.host)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDirectory, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
})

test('a folder in use is refused, naming the process, and nothing changes', async () => {
  const owner = await open()
  await query(owner, 'create table note as select 1 as id')
  const before = await postmasterPid()

  const refused = await open().then(
    () => 'open',
    (error: Error) => error.message,
  )

  expect(refused).toMatch(`in use by another Covo server (process ${process.pid})`)
  expect(await postmasterPid()).toBe(before)
  expect(await query(owner, 'select id from note')).toEqual([{ id: 1 }])
})

test('of several first openings at the same moment exactly one wins', async () => {
  const lines = await Promise.all(Array.from({ length: 4 }, () => startChild().then(({ line }) => line)))

  expect(lines.filter((line) => line === 'open')).toHaveLength(1)
  expect(lines.filter((line) => line.includes('in use by another Covo server'))).toHaveLength(3)
  expect(await readdir(dataDirectory)).toEqual(['postgres'])
})

test('a killed server leaves nothing that keeps the next one out', async () => {
  const { child } = await startChild()
  const left = await postmasterPid()
  await killAndWait(child)

  const cluster = await open()

  expect(await postmasterPid()).not.toBe(left)
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('nor does a server killed together with its PostgreSQL', async () => {
  const { child } = await startChild()
  process.kill(await postmasterPid(), 'SIGKILL')
  await killAndWait(child)

  expect(await query(await open(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a left-over process file that names a stranger harms neither the stranger nor the start', async () => {
  await open()
  const files = [
    join(dataDirectory, 'postgres/data/postmaster.pid'),
    join(dataDirectory, 'postgres/socket/.s.PGSQL.5432.lock'),
  ]
  const contents = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  await clusters.pop()?.stop()
  const stranger = spawn('sleep', ['60'])
  children.push(stranger)
  await Promise.all(
    files.map((file, index) => writeFile(file, (contents[index] ?? '').replace(/^\d+/, `${stranger.pid}`))),
  )

  expect(await query(await open(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('a server killed while it created the cluster leaves nothing half-made', async () => {
  for (const moment of ['password', 'data', 'data/global/pg_control']) {
    const child = spawnChild()
    await waitUntil(async () => {
      const draft = (await readdir(dataDirectory)).find((name) => name.endsWith(`-${child.pid}`))
      return draft !== undefined && (await exists(join(dataDirectory, draft, moment)))
    })
    await killAndWait(child)
    expect(await exists(join(dataDirectory, 'postgres'))).toBe(false)
  }

  expect(await query(await open(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a PostgreSQL that ends while the server runs is reported', async () => {
  const lost = Promise.withResolvers<Error>()
  clusters.push(await openCluster({ dataDirectory, log: () => undefined, onLost: lost.resolve }))

  process.kill(await postmasterPid(), 'SIGQUIT')

  expect(await lost.promise).toBeInstanceOf(Error)
})

test('a folder whose path is too long for a socket has its socket elsewhere, and closed', async () => {
  const longPath = join(dataDirectory, 'a'.repeat(100))
  const cluster = await openCluster({ dataDirectory: longPath, log: () => undefined })
  clusters.push(cluster)

  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(cluster.connection.host)).mode & 0o777).toBe(0o700)
  await clusters.pop()?.stop()
  expect(await exists(cluster.connection.host)).toBe(false)
})

test('a path that cannot be a folder is refused with the way out', async () => {
  const file = join(dataDirectory, 'file')
  await writeFile(file, '')

  const opening = openCluster({ dataDirectory: join(file, 'data'), log: () => undefined })

  await expect(opening).rejects.toThrow(StartupError)
  await expect(opening).rejects.toThrow(/cannot be used .* set COVO_DATA_DIR to another folder/)
})

test('a cluster made by another PostgreSQL is refused', async () => {
  await open()
  await clusters.pop()?.stop()
  await writeFile(join(dataDirectory, 'postgres/data/PG_VERSION'), '17\n')

  await expect(open()).rejects.toThrow(/was made by PostgreSQL 17, and this is PostgreSQL 18/)
})

test('a PostgreSQL that does not start says why', async () => {
  await open()
  await clusters.pop()?.stop()
  const control = join(dataDirectory, 'postgres/data/global/pg_control')
  await rename(control, `${control}.away`)

  await expect(open()).rejects.toThrow(/PostgreSQL did not start .*could not find the database system/s)
})

async function open(): Promise<Cluster> {
  const cluster = await openCluster({ dataDirectory, log: () => undefined })
  clusters.push(cluster)
  return cluster
}

async function query(cluster: Cluster, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(cluster.connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function spawnChild(): ChildProcess {
  const script = join(import.meta.dirname, 'cluster.child.ts')
  const child = spawn(process.execPath, [script, dataDirectory], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

async function startChild(): Promise<{ child: ChildProcess; line: string }> {
  const child = spawnChild()
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  await waitUntil(async () => printed.endsWith('\n'))
  return { child, line: printed.trim() }
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function postmasterPid(): Promise<number> {
  const file = await readFile(join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8')
  return Number.parseInt(file, 10)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
