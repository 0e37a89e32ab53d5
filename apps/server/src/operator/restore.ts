import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { eraseAccount, type KeepBlockedAddress } from '../deletion/erase-account.ts'
import { eraseTraces } from '../deletion/erase-traces.ts'
import {
  findErasuresSince,
  finishErasure,
  type NotedErasure,
  noteErasures,
} from '../deletion/erasures.store.ts'
import { readErasuresFile } from '../deletion/erasures-file.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { listMigrations, migrateWithin } from '../platform/database/migrator.ts'
import { StartupError } from '../platform/startup-error.ts'
import { readFiles } from './backup-files.ts'
import { backupTrailer, openBackup, verifyBackup } from './backup-format.ts'
import { backupTables, copyTarget } from './backup-tables.ts'
import type { Command } from './command.ts'
import { openFilesToWrite } from './instance-files.ts'
import { keepBlockedAddressBy } from './keep-blocked-address.ts'
import { inMigratingTransaction } from './rows.ts'

export const restore: Command = {
  usage: 'FILE [--replace]',
  summary: 'put a backup of this release, or of one before it, into an empty instance',
  words: { from: 1, to: 1 },
  flags: {
    replace: 'delete what is there; stop the server before, or pages that are open show what is gone',
  },
  beginsEmpty: true,
  async run({ settings, database, pool, words: [path = ''], flags, print }) {
    const { migration, createdAt, files: hasFiles } = await verifyBackup(path)
    const migrations = await listMigrations()
    const newest = migrations.at(-1) ?? ''
    if (!migrations.includes(migration))
      throw new StartupError(
        `The backup was made at ${migration} and this release is at ${newest}: restore it with the release that made it, or a later one.`,
      )
    const noted = await readErasuresFile(settings.dataDirectory)
    // Before the transaction, which holds what binds the store to the database.
    const store = hasFiles ? await openFilesToWrite({ settings, database }) : null
    const { rows, objects, erased } = await inMigratingTransaction(pool, async (client, trx) => {
      if (!flags.has('replace')) await requireEmpty(client)
      const since = [...noted, ...(await findErasuresSince(trx, new Date(0)))]
      const { rows: instance } = await client.query<Instance>('select id, files_store from instance')
      await endSessions(client)
      await deleteEverything(client)
      if (migration !== newest) {
        await dropEverything(client)
        await migrateWithin(trx, migration)
        // The public room, which migrations make.
        await deleteEverything(client)
      }
      const backup = openBackup(path)
      const read = await readInto(client, backup)
      // Before the rows are there for others: a file without its row is swept, a row without its file is a loss.
      const stored = store ? await readFiles(backup, store) : 0
      if (migration !== newest) await migrateWithin(trx, newest)
      await keepInstance(client, instance)
      await prolongDeletions(client, settings.deletionDays)
      return {
        rows: read,
        objects: stored,
        erased: await eraseAgain(trx, since, keepBlockedAddressBy(settings)),
      }
    })
    for (const uid of erased) {
      await eraseTraces(database, uid)
      await finishErasure(database, uid)
    }
    await pool.query('analyze')
    for (const [name, count] of Object.entries(rows)) print(`${name}: ${count}`)
    if (hasFiles) print(`objects of files: ${objects}`)
    else if (rows.files) print(`Not in the backup: the bytes of ${rows.files} files`)
    if (erased.length > 0) print(`Erased again: ${erased.length}, whose accounts were erased since`)
    print(
      `Restored: everything as of ${createdAt}${migration === newest ? '' : `, brought from ${migration} to ${newest}`}`,
    )
    return 0
  },
}

/** Erases the accounts that the backup has still although they were erased since; answers their uids. */
async function eraseAgain(
  trx: DatabaseTransaction,
  noted: NotedErasure[],
  keepBlockedAddress: KeepBlockedAddress,
): Promise<string[]> {
  const since = new Map(noted.map((erasure) => [erasure.uid, erasure]))
  // A later request that the texts go too holds.
  for (const erasure of noted) if (erasure.textsRemovedBy) since.set(erasure.uid, erasure)
  const present = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${[...since.keys()]}::uuid[])`)
    .where('erased_at', 'is', null)
    .execute()
  // For a later restore too, of a backup with members who are not in this one.
  await noteErasures(trx, [...since.values()])
  for (const { id } of present)
    await eraseAccount(trx, id, {
      textsRemovedBy: since.get(id)?.textsRemovedBy ?? null,
      keepBlockedAddress,
    })
  return present.map(({ id }) => id)
}

/** Gives members whose deletion was under way all their days again: they may have cancelled it since the backup. */
async function prolongDeletions(client: pg.ClientBase, days: number): Promise<void> {
  await client.query(
    `update users set deletion_at = greatest(deletion_at, now() + $1 * interval '1 day') where deletion_at is not null`,
    [days],
  )
}

/** Everything but the public room belongs to a member. */
async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query('select from users limit 1')
  if (rowCount)
    throw new StartupError(
      'There are members in this instance: restore into an empty one, or add --replace to delete everything that is there.',
    )
}

/** Ends all sessions and tokens, row by row, so that triggers notify every server. */
async function endSessions(client: pg.ClientBase): Promise<void> {
  await client.query('delete from sessions')
  await client.query('delete from tokens')
}

async function deleteEverything(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(relname), ', ') as names from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`,
  )
  await client.query(`truncate ${rows[0]?.names}`)
}

/**
 * Drops the tables and functions of migrations, so that they can make those of an older one. An extension's own in the same
 * schema stay: their owner may be another role. A function that answers a table's rows goes with the table.
 */
async function dropEverything(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop table %I cascade', relname) as statement from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
     union all
     select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p
     where pronamespace = 'public'::regnamespace and not exists (
       select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e'
     )`,
  )
  for (const { statement } of rows) await client.query(statement)
}

type Instance = { id: string; files_store: string | null }

/** The database stays the one that its files belong to. */
async function keepInstance(client: pg.ClientBase, instance: Instance[]): Promise<void> {
  await client.query('delete from instance')
  for (const { id, files_store } of instance)
    await client.query('insert into instance (id, files_store) values ($1, $2)', [id, files_store])
}

/** Answers how many rows came into each table. */
async function readInto(
  client: pg.ClientBase,
  file: ReturnType<typeof openBackup>,
): Promise<Record<string, number>> {
  const tables = await backupTables(client)
  const { tables: written, migration } = JSON.parse(await file.readLine()) as {
    tables: unknown
    migration: string
  }
  if (JSON.stringify(written) !== JSON.stringify(Object.fromEntries(tables)))
    throw new StartupError(`The tables of the backup are not the ones of ${migration}.`)
  const rows: Record<string, number> = {}
  for (const [name, columns] of tables) {
    const copy = client.query(copyFrom(`copy ${copyTarget(name, columns)} from stdin`))
    await pipeline(Readable.from(file.readRows()), copy)
    rows[name] = copy.rowCount
  }
  const { rows: expected } = backupTrailer.parse(JSON.parse(await file.readLine()))
  if (!isDeepStrictEqual(rows, expected))
    throw new StartupError('The backup has other numbers of rows than it says: nothing was restored.')
  return rows
}
