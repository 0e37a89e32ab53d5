import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chown, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { reservePorts } from '@covo/testing/reserve-ports'
import { waitUntil } from '@covo/testing/wait-until'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { postgresEnvironment } from '../../src/platform/database/cluster/postgres-process.ts'
import { chooseRunner } from '../../src/platform/database/cluster/unprivileged.ts'
import { killPostgres } from './kill-postgres.ts'

/** The folder of the system's programs of PostgreSQL, the newest from 15 on; the embedded one has no pg_basebackup. */
const programs = findPrograms()

export const isInstalled = programs !== undefined
export const notInstalled = 'PostgreSQL 15 or later is not installed with initdb and pg_basebackup'

/** One of the two machines: its data, and the port of its PostgreSQL. */
type Host = { port: number; data: string; postmaster?: ChildProcess }

export type ReplicatedDatabase = Awaited<ReturnType<typeof openReplicatedDatabase>>

/**
 * A PostgreSQL for one test, the primary, and another that is its synchronous standby; both on this machine, as superuser `covo`
 * without a password.
 *
 * @param settings of both servers, in place of the defaults, which make commits wait for the standby
 */
export async function openReplicatedDatabase(settings: Record<string, string> = {}) {
  if (!programs) throw new Error(notInstalled)
  const folder = await mkdtemp(join(tmpdir(), 'covo-replicated-'))
  const { prefix, owner } = await chooseRunner(join(programs, 'postgres'), folder)
  if (owner) await chown(folder, owner.uid, owner.gid)
  const port = await reservePorts(2)
  let primary: Host = { port, data: join(folder, 'one') }
  let standby: Host = { port: port + 1, data: join(folder, 'other') }
  const hosts = [primary, standby]
  onTestFinished(async () => {
    await Promise.all(hosts.map(kill))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // The name of a standby that has no other. '*' would mean pg_basebackup too, whose copy is none before it is complete.
    synchronous_standby_names: 'walreceiver',
    synchronous_commit: 'on',
    wal_retrieve_retry_interval: '100ms',
    ...settings,
  }).map(([name, value]) => `--${name}=${value}`)

  function command(program: string, words: string[]): [string, string[]] {
    const [file = '', ...rest] = [...prefix, join(programs ?? '', program), ...words]
    return [file, rest]
  }

  async function run(program: string, ...words: string[]): Promise<void> {
    await promisify(execFile)(...command(program, words), { cwd: folder, env: postgresEnvironment() })
  }

  async function start(host: Host): Promise<void> {
    const log = await open(`${host.data}.log`, 'a')
    host.postmaster = spawn(...command('postgres', ['-D', host.data, `--port=${host.port}`, ...flags]), {
      cwd: folder,
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    await waitUntil(() =>
      ask(host, 'select 1').then(
        () => true,
        () => false,
      ),
    )
  }

  async function kill({ postmaster }: Host): Promise<void> {
    if (!postmaster?.pid || postmaster.exitCode !== null || postmaster.signalCode !== null) return
    const exit = once(postmaster, 'exit')
    await killPostgres(postmaster.pid)
    await exit
  }

  async function ask<Row extends pg.QueryResultRow>({ port }: Host, text: string, values: unknown[] = []) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'covo', database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async function standbyStreams(expected: boolean): Promise<void> {
    const text = `select from pg_stat_replication where application_name = 'walreceiver' and state = 'streaming'`
    await waitUntil(async () => (await ask(primary, text)).length > 0 === expected)
  }

  /** Another standby, of the primary as it is now, in the place of the one that is no more. */
  async function makeStandby(): Promise<void> {
    await rm(standby.data, { recursive: true, force: true })
    const from = `--dbname=host=127.0.0.1 port=${primary.port} user=covo`
    await run('pg_basebackup', from, '-D', standby.data, '--write-recovery-conf', '--checkpoint=fast')
    await start(standby)
    await standbyStreams(true)
  }

  async function followPrimary(address: string): Promise<void> {
    await ask(standby, `alter system set primary_conninfo = '${address}'`)
    await ask(standby, 'select pg_reload_conf()')
    await standbyStreams(address !== '')
  }

  await run('initdb', '-D', primary.data, '--username=covo', '--auth=trust', '--encoding=UTF8', '--locale=C')
  await start(primary)
  await makeStandby()

  return {
    folder,
    /** Of both hosts, as COVO_DATABASE_URL; the first is the standby, until it is promoted. */
    url: `postgres://covo@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`,

    /** The rows of a statement at the primary. */
    query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      ask<Row>(primary, text, values),

    /** The machine of the primary dies: with what waits for the standby, and without a word to anybody. */
    killPrimary: () => kill(primary),

    /** Makes the standby the primary, as which it waits for a standby of its own. */
    async promote(): Promise<void> {
      const [row] = await ask<{ isPrimary: boolean }>(standby, 'select pg_promote() as "isPrimary"')
      if (!row?.isPrimary) throw new Error('the standby was not promoted')
      ;[primary, standby] = [standby, primary]
    },

    makeStandby,

    /** The standby receives nothing more, so that every commit of the primary waits, until it is resumed. */
    stopStandby: () => followPrimary(''),
    resumeStandby: () => followPrimary(`host=127.0.0.1 port=${primary.port} user=covo`),

    /** Ends the connections whose commits wait: these are done, and seen by everybody, on one machine alone. */
    endWaiting: () =>
      ask(primary, `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`),
  }
}

function findPrograms(): string | undefined {
  const names = ['initdb', 'pg_basebackup', 'postgres']
  return [...globSync('/usr/lib/postgresql/*/bin'), ...(process.env.PATH ?? '').split(':')]
    .filter((folder) => names.every((name) => existsSync(join(folder, name))))
    .map((folder) => ({ folder, major: majorVersion(join(folder, 'postgres')) }))
    .filter(({ major }) => major >= 15)
    .toSorted((one, other) => other.major - one.major)[0]?.folder
}

function majorVersion(program: string): number {
  return Number.parseInt(execFileSync(program, ['--version'], { encoding: 'utf8' }).replace(/^\D*/, ''), 10)
}
