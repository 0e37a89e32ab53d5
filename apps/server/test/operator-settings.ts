import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { openDatabase } from '../src/platform/database/database.ts'
import { createLog } from '../src/platform/log/log.ts'
import type { TestApp } from './test-app.ts'

type Settings = { COVO_DATABASE_URL: string }

/** The settings with which the operator's commands work on the database of a test's server. */
export async function operatorSettings(app: TestApp): Promise<Settings> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.database)
  return settingsOf(rows[0]?.name ?? '')
}

/** An empty database, without even tables, as long as `work` takes. */
export function withEmptyDatabase(work: (settings: Settings) => Promise<void>): Promise<void> {
  return withDatabase('template1', work)
}

/** A copy of a database that nobody is connected to, as long as `work` takes. */
export function withCopyOf(
  { COVO_DATABASE_URL }: Settings,
  work: (settings: Settings) => Promise<void>,
): Promise<void> {
  return withDatabase(new URL(COVO_DATABASE_URL).pathname.slice(1), work)
}

async function withDatabase(template: string, work: (settings: Settings) => Promise<void>): Promise<void> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { pool, close } = openDatabase(inject('cluster'), createLog('silent'))
  try {
    await pool.query(`create database ${name} template ${template}`)
    await work(settingsOf(name))
  } finally {
    await pool.query(`drop database if exists ${name} with (force)`)
    await close()
  }
}

function settingsOf(database: string): Settings {
  const { host, port, user, password } = inject('cluster')
  const place = new URLSearchParams({ host, port: String(port) })
  return { COVO_DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?${place}` }
}
