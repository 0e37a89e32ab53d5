import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startApp } from '../src/app.ts'
import { readSettings } from '../src/environment.ts'
import { openCluster } from '../src/platform/database/cluster/cluster.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrator.ts'
import { createLog } from '../src/platform/log/log.ts'
import { testSecret } from './signed-in-members.ts'

type Connection = { host: string; port: number; user: string; password: string; database: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The run's PostgreSQL; its database `template_covo` is migrated, and copied for each test file, which needs that nobody
     * is connected to it: `fresh_covo` is a copy to look at.
     */
    cluster: Connection
    /** The description of the API, as JSON. */
    description: string
  }
}

/**
 * One real PostgreSQL for the run, with a migrated database that no test touches. It runs without fsync, which protects from
 * crashes of the whole machine alone; tests that kill PostgreSQL start their own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'covo-test-'))
  const settings = { max_connections: '200', fsync: 'off', full_page_writes: 'off' }
  const cluster = await openCluster({ dataDirectory, log: () => {}, settings })
  const log = createLog('silent')
  const administration = openDatabase(cluster.connection, log)
  await administration.pool.query('create database template_covo')
  await administration.close()
  const template = openDatabase({ ...cluster.connection, database: 'template_covo' }, log)
  await migrate(template.database)
  await template.close()
  const copying = openDatabase(cluster.connection, log)
  await copying.pool.query('create database fresh_covo template template_covo')
  await copying.close()
  project.provide('cluster', cluster.connection)
  project.provide('description', await describeApi(cluster.connection, dataDirectory))
  return async () => {
    await cluster.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** The API's description, by a server that runs for it alone. */
async function describeApi(cluster: Connection, dataDirectory: string): Promise<string> {
  const log = createLog('silent')
  const administration = openDatabase(cluster, log)
  await administration.pool.query('create database described_covo template template_covo')
  await administration.close()
  const { database, pool, close } = openDatabase({ ...cluster, database: 'described_covo' }, log)
  const settings = { ...readSettings({ COVO_EXTENSIONS: 'on' }), port: 0, dataDirectory, secret: testSecret }
  const app = await startApp({ settings, database, pool, redis: null, log })
  const answer = await fetch(`http://localhost:${app.port}/api/openapi.json`)
  const description = await answer.text()
  await app.stop()
  await close()
  return description
}
