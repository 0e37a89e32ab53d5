import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as cast from '@covo/testing/cast'
import { sendMessage } from '@covo/testing/member-actions'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorSettings, withEmptyDatabase } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-erased-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

it('erases members again who were erased since the backup, by the instance that is replaced or by its file', async () => {
  const settings = { ...(await operatorSettings(app)), COVO_DATA_DIR: join(folder, 'data') }
  const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
  await sendMessage(anna, 'generale', 'Un testo che se ne va')
  await sendMessage(bruno, 'generale', 'Un testo che resta')
  await sql`update users set deletion_at = now() + interval '1 hour' where id = ${carla.uid}`.execute(
    app.database,
  )
  await app.database.deleteFrom('sessions').where('user_id', '=', carla.uid).execute()
  const backup = join(folder, 'before.backup')
  expect((await runOperatorCommand(settings, 'backup', backup)).code).toBe(0)
  await runOperatorCommand(settings, 'erase-member', anna.uid, '--texts', '--yes')
  await runOperatorCommand(settings, 'erase-member', cast.bruno.email, '--yes')

  // The server notes it in its own folder.
  const noted = join(app.outbox, '../erasures')
  const lines = await waitUntil(async () => {
    const content = await readFile(noted, 'utf8').catch(() => '')
    return content.split('\n').length > 2 && content
  })
  expect(lines).toMatch(new RegExp(`^${anna.uid} \\S+Z operator$`, 'm'))
  expect(lines).toMatch(new RegExp(`^${bruno.uid} \\S+Z$`, 'm'))

  async function requireErased(url: string): Promise<void> {
    expect(
      await query(
        url,
        'select display_name, email like $$%esempio.it$$ as has_email from users order by 2, 1',
      ),
    ).toEqual([
      { display_name: 'Utente eliminato', has_email: false },
      { display_name: 'Utente eliminato', has_email: false },
      { display_name: cast.carla.name, has_email: true },
    ])
    expect(await query(url, 'select text from messages order by sequence')).toEqual([
      { text: '' },
      { text: 'Un testo che resta' },
    ])
    // A member may have cancelled the deletion since.
    expect(
      await query(
        url,
        `select from users where deletion_at > now() + interval '13 days' and erased_at is null`,
      ),
    ).toHaveLength(1)
  }

  const replaced = await runOperatorCommand(settings, 'restore', backup, '--replace')
  expect(replaced.output).toContain('Erased again: 2, whose accounts were erased since\n')
  await requireErased(settings.COVO_DATABASE_URL)
  expect((await runOperatorCommand(settings, 'check')).output).toContain('Everything is consistent.')

  await withEmptyDatabase(async (empty) => {
    const fresh = { ...empty, COVO_DATA_DIR: join(folder, 'fresh') }
    await mkdir(fresh.COVO_DATA_DIR)
    // A crash cut the last line.
    await writeFile(join(fresh.COVO_DATA_DIR, 'erasures'), `${lines}${carla.uid} 2026-`)
    const restored = await runOperatorCommand(fresh, 'restore', backup)
    expect(restored.output).toContain('Erased again: 2, whose accounts were erased since\n')
    await requireErased(fresh.COVO_DATABASE_URL)
  })
})
