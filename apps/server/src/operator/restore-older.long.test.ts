import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { runOperatorCommand } from '@covo/testing/operator-command'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withEmptyDatabase } from '../../test/operator-settings.ts'
import { schemaOf } from '../../test/schema-of.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts'
import { listMigrations, migrateWithin } from '../platform/database/migrator.ts'
import { createLog } from '../platform/log/log.ts'
import { backupContent } from './backup.ts'
import { withChecksum } from './backup-format.ts'
import { inTransaction, snapshot } from './rows.ts'

const migrations = await listMigrations()
const newest = migrations.at(-1) ?? ''

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-older-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function within<Result>(
  connection: pg.PoolConfig,
  work: (opened: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const opened = openDatabase({ ...connection, max: 2 }, createLog('silent'))
  return await work(opened).finally(opened.close)
}

/** A backup as the release wrote it whose newest migration this was, with a member and, where there was a chat, a message. */
async function makeBackup(migration: string): Promise<string> {
  const path = join(folder, `${migration}.backup`)
  await withEmptyDatabase(({ COVO_DATABASE_URL: connectionString }) =>
    within({ connectionString }, async ({ database, pool }) => {
      await database.transaction().execute((trx) => migrateWithin(trx, migration))
      // A letter that nobody can see, where names could have it.
      const name = migration < '0013' ? 'Ada \u00ad Prima' : 'Ada Prima'
      await pool.query("insert into users (display_name, email) values ($1, 'ada@esempio.it')", [name])
      if (migration >= '0002') {
        await pool.query(`
          insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
          select 'generale', 1, id, gen_random_uuid(), 'Prima di tutti', now() from users`)
        await pool.query("insert into conversation_authors select 'generale', id from users")
        await pool.query("update conversations set head = 1, author_count = 1 where id = 'generale'")
      }
      const written = { rows: {}, objects: 0, missing: 0 }
      await inTransaction(pool, snapshot, (client) =>
        pipeline(
          withChecksum(backupContent(client, migration, null, written)),
          createGzip(),
          createWriteStream(path),
        ),
      )
    }),
  )
  return path
}

it.each([migrations[0], migrations[6], migrations.at(-2)])(
  'restores a backup made at %s, into an empty instance and in place of another, and brings it up to date',
  async (migration = '') => {
    const fresh = await within({ ...inject('cluster'), database: 'fresh_covo' }, ({ pool }) => schemaOf(pool))
    const path = await makeBackup(migration)
    await withEmptyDatabase(async (settings) => {
      for (const flags of [[], ['--replace']]) {
        const { code, output } = await runOperatorCommand(settings, 'restore', path, ...flags)
        expect(output).toMatch(
          new RegExp(`users: 1\n(.*\n)*Restored: .* brought from ${migration} to ${newest}\n$`),
        )
        expect(code).toBe(0)
        await within({ connectionString: settings.COVO_DATABASE_URL }, async ({ pool }) => {
          expect(await schemaOf(pool)).toEqual(fresh)
          const { rows } = await pool.query('select email from users')
          expect(rows).toEqual([{ email: 'ada@esempio.it' }])
          await pool.query("insert into users (display_name, email) values ('Bea', 'bea@esempio.it')")
        })
      }
      const refused = await runOperatorCommand(settings, 'restore', path)
      expect(refused.output).toMatch(/^There are members in this instance/)
      expect((await runOperatorCommand(settings, 'check')).output).toContain('Everything is consistent.')
    })
  },
)

it('leaves the database unchanged when a migration fails on the backup’s rows', async () => {
  const path = await makeBackup(migrations[0] ?? '')
  await withEmptyDatabase(async (settings) => {
    await within({ connectionString: settings.COVO_DATABASE_URL }, async ({ pool }) => {
      expect((await runOperatorCommand(settings, 'restore', path)).code).toBe(0)
      const before = await schemaOf(pool)
      // Every attempt to create this table fails from now on.
      await pool.query(`
        create schema held;
        create function held.refuse() returns event_trigger language plpgsql as $$
        begin
          if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.friendships') then
            raise 'not this table';
          end if;
        end $$;
        create event trigger held on ddl_command_end execute function held.refuse()`)
      const { code, output } = await runOperatorCommand(settings, 'restore', path, '--replace')
      expect([code, output]).toEqual([1, expect.stringContaining('not this table')])
      expect(await schemaOf(pool)).toEqual(before)
      expect((await pool.query('select email from users')).rows).toEqual([{ email: 'ada@esempio.it' }])
    })
  })
})
