import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLine } from '@covo/testing/line'
import { startServerProcess } from '@covo/testing/server-process'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openCluster } from '../../src/platform/database/cluster/cluster.ts'
import { writtenFast } from './rooms.ts'

/** A PostgreSQL for one test, at the other end of a line, and server processes that have nothing but that line to it. */
export async function openExternalDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'covo-external-'))
  const cluster = await openCluster({ dataDirectory: folder, log: () => {} })
  const { host, port, user, password, database } = cluster.connection
  const line = await openLine({ path: join(host, `.s.PGSQL.${port}`) })
  onTestFinished(async () => {
    await line.cut()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  return {
    line,
    /** Beside the servers' and the database's own files. */
    folder,
    /** Of the database, whose port is the line's. */
    credentials: { user, password, database },

    /** @param settings besides those that every such server has */
    async startServer(settings: Record<string, string>) {
      const server = startServerProcess({
        ...writtenFast,
        PORT: '0',
        COVO_DATA_DIR: folder,
        COVO_DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${line.port}/${database}`,
        ...settings,
      })
      onTestFinished(async () => {
        server.child.kill('SIGKILL')
        await server.ended()
      })
      return { ...server, origin: await server.ready() }
    },

    /** The rows of a statement, beside the line. */
    async query<Row extends pg.QueryResultRow>(statement: string, values: string[] = []): Promise<Row[]> {
      const client = new pg.Client(cluster.connection)
      await client.connect()
      const { rows } = await client.query<Row>(statement, values)
      await client.end()
      return rows
    },
  }
}
