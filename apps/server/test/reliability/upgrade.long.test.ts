import { randomUUID } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path, { basename, join, resolve } from 'node:path'
import { anna } from '@covo/testing/cast'
import { conclude } from '@covo/testing/chat-client'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { answerChecks, register, visit } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrator.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { withCopyOf, withEmptyDatabase } from '../operator-settings.ts'
import { schemaOf } from '../schema-of.ts'
import { openRooms, readersOf, readPrivately, recordUnread, startWriting, writtenFast } from './rooms.ts'

const root = resolve(import.meta.dirname, '../../../..')
const migrationFolder = join(root, 'apps/server/migrations')
const migrations = (await readdir(migrationFolder)).map((file) => basename(file, '.ts')).toSorted()
const newest = migrations.at(-1) ?? ''

// An older release may answer otherwise than this one's description says.
answerChecks.clear()

let folder: string
let started: ServerProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-upgrade-'))
  started = []
})

afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

function start(settings: Record<string, string>, release?: string): ServerProcess {
  const server = startServerProcess({ PORT: '0', COVO_DATA_DIR: folder, ...settings }, release)
  started.push(server)
  return server
}

describe('a migration that is cut short (R-18)', () => {
  let fresh: string[]

  beforeAll(async () => {
    fresh = await withClient({ ...inject('cluster'), database: 'fresh_covo' }, schemaOf)
  })

  /** Cuts the upgrade of a database short by `cut`, completes it by `complete`, and compares what is there then. */
  async function upgrade(
    { COVO_DATABASE_URL: connectionString }: { COVO_DATABASE_URL: string },
    { applied, cut, complete }: { applied: number; cut: Cut; complete: () => Promise<unknown> },
  ): Promise<void> {
    await withClient({ connectionString }, async (client) => {
      if (applied > 0) await client.query("insert into users (display_name, email) values ('Ada', 'a@b.it')")
      await holdMigrations(client)
      await cut(client)
      await client.query('select pg_advisory_unlock(1)')
      await complete()
      expect(await schemaOf(client)).toEqual(fresh)
      const { rowCount } = await client.query('select from users')
      expect(rowCount).toBe(applied > 0 ? 1 : 0)
    })
  }

  it('leaves an older database that opens, whichever migration lost its connection', async () => {
    // Old migrations never change: the first, and those that a change may bring.
    const newer = repetitions('R-18', 3, migrations.length)
    const tried = migrations.filter((_, index) => index === 0 || index >= migrations.length - newer)
    await withEmptyDatabase(async (older) => {
      for (const next of tried) {
        const applied = migrations.indexOf(next)
        const before = migrations[applied - 1]
        if (before) await migrateTo({ connectionString: older.COVO_DATABASE_URL }, before)
        await withCopyOf(older, async (copy) => {
          const { database, close } = openDatabase(
            { connectionString: copy.COVO_DATABASE_URL },
            createLog('silent'),
          )
          const cut: Cut = async (client) => {
            const migrating = migrate(database)
            const failed = expect(migrating).rejects.toThrow()
            await client.query('select pg_terminate_backend($1)', [await waitingProcess(client)])
            await failed
          }
          await upgrade(copy, { applied, cut, complete: () => migrate(database) })
          await close()
        })
      }
    })
    figure(
      'R-18',
      `cut short in the middle of a migration: ${tried.length} older databases opened afterwards`,
    )
  }, 1_800_000)

  it.each([0, migrations.length - 1])(
    'leaves a database with %d migrations that opens after a kill',
    async (applied) => {
      await withEmptyDatabase(async (settings) => {
        const before = migrations[applied - 1]
        if (before) await migrateTo({ connectionString: settings.COVO_DATABASE_URL }, before)
        const cut: Cut = async (client) => {
          const server = start(settings)
          await waitingProcess(client)
          server.child.kill('SIGKILL')
          await server.ended()
        }
        await upgrade(settings, { applied, cut, complete: () => start(settings).ready() })
      })
    },
  )
})

it('lets statements take long for migrations alone (R-18)', async () => {
  await withEmptyDatabase(async ({ COVO_DATABASE_URL: connectionString }) => {
    const { database, pool, close } = openDatabase({ connectionString, max: 1 }, createLog('silent'))
    await migrate(database)
    const { rows } = await pool.query('show statement_timeout')
    await close()
    expect(rows).toEqual([{ statement_timeout: '10s' }])
  })
})

const externalUrl = process.env.COVO_TEST_DATABASE_URL

describe.skipIf(!externalUrl)('two releases on one PostgreSQL', () => {
  const name = `covo_test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(externalUrl ?? 'postgres://nowhere')
  url.pathname = `/${name}`
  const settings = {
    COVO_DATABASE_URL: url.href,
    COVO_SECRET: 'a secret that all servers share!!',
    ...writtenFast,
  }
  const administrate = (statement: string) =>
    withClient({ connectionString: externalUrl }, (client) => client.query(statement))

  beforeEach(() => administrate(`create database ${name}`))
  afterEach(() => administrate(`drop database if exists ${name} with (force)`))

  it('write and read side by side, while the newer migrates and after (R-18)', async () => {
    // Two that start at once on an empty database: one migrates, the other waits for it.
    const [leaving, staying] = [start(settings), start(settings)]
    const [first = '', old = ''] = await Promise.all([leaving.ready(), staying.ready()])
    const applied = await withClient({ connectionString: url.href }, (client) =>
      client.query<{ name: string }>('select name from kysely_migration order by name'),
    )
    expect(applied.rows.map((row) => row.name)).toEqual(migrations)

    const rooms = await openRooms(old, 12)
    const history = createHistory()
    let others = first
    const origin = (number: number) => (number % 2 === 0 ? old : others)
    const writing = await startWriting(history, rooms, { origin, perSecond: 100 })

    const release = await makeNewerRelease()
    const newer = [start(settings, release), start(settings, release)]
    const before = history.countAcknowledged()
    const [latest = ''] = await Promise.all(newer.map((server) => server.ready()))
    const meanwhile = history.countAcknowledged() - before
    others = latest
    leaving.child.kill('SIGTERM')
    expect(await leaving.ended()).toBe(0)
    const known = history.countAcknowledged()
    await waitUntil(() => history.countAcknowledged() > known + 200)

    const returning = start(settings)
    expect(await returning.ended()).toBe(1)
    expect(returning.errors()).toBe(
      `The database is at 9000-notes and this release at ${newest}: start the release that brought it there, or a later one.\n`,
    )
    const member = await register(old, anna)
    const profile = await visit(latest, { cookie: member.cookie() }).fetch('/api/profiles/me')
    expect(profile.status).toBe(200)

    await writing.stop()
    await readPrivately(history, rooms, old)
    await recordUnread(history, rooms, latest)
    const faults = await conclude(history, writing.clients, readersOf(rooms, latest))
    figure(
      'R-18',
      `two releases side by side: ${meanwhile} messages acknowledged by the older while the newer migrated for 13 s, ` +
        `${history.countSent()} in all, ${history.countResends()} resent; ${JSON.stringify(faults)}`,
    )
    expect(meanwhile).toBeGreaterThan(0)
    expect(faults).toEqual(faultless)
  })
})

/**
 * This release with one more migration, which only adds, as docs/operations.md asks of one that old servers may run beside.
 * It takes longer than any other statement may, and than a connection may be silent, as one of a large table would.
 */
async function makeNewerRelease(): Promise<string> {
  const release = join(folder, 'release')
  const server = join(release, 'apps/server')
  await mkdir(server, { recursive: true })
  for (const part of ['src', 'migrations', 'package.json'])
    await cp(join(root, 'apps/server', part), join(server, part), { recursive: true })
  for (const part of ['node_modules', 'apps/server/node_modules', 'apps/web'])
    await symlink(join(root, part), join(release, part))
  await writeFile(
    join(server, 'migrations/9000-notes.ts'),
    `import { sql } from 'kysely'
export async function up(database) {
  await sql\`select pg_sleep(13)\`.execute(database)
  await sql\`create table notes (id uuid primary key, message_id uuid not null)\`.execute(database)
  await sql\`alter table messages add column note text not null default ''\`.execute(database)
  await sql\`create index messages_by_note on messages (note) where note <> ''\`.execute(database)
}
`,
  )
  return release
}

type Cut = (client: pg.Client) => Promise<void>

/** Lets the first command of a migration wait, before the commit of its transaction, for a lock that this client holds. */
async function holdMigrations(client: pg.Client): Promise<void> {
  await client.query(`
    create schema held;
    create function held.wait() returns event_trigger language plpgsql as $$
    begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity !~ 'kysely') then
        perform pg_advisory_xact_lock_shared(1);
      end if;
    end $$;
    create event trigger held on ddl_command_end execute function held.wait();
    select pg_advisory_lock(1)`)
}

/** The process of PostgreSQL in which a migration waits. */
async function waitingProcess(client: pg.Client): Promise<number> {
  let process: number | undefined
  await waitUntil(async () => {
    const { rows } = await client.query<{ pid: number }>(`
      select pid from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    process = rows[0]?.pid
    return process !== undefined
  })
  return process ?? 0
}

async function migrateTo(connection: pg.PoolConfig, migration: string): Promise<void> {
  const { database, close } = openDatabase(connection, createLog('silent'))
  const provider = new FileMigrationProvider({ fs, path, migrationFolder })
  const { error } = await new Migrator({ db: database, provider }).migrateTo(migration)
  await close()
  if (error) throw error
}

async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
