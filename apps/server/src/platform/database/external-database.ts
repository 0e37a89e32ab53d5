import type pg from 'pg'
import { StartupError } from '../startup-error.ts'

/** PostgreSQL 15 is the oldest that the migrations are tried on. */
const oldestVersion = 150_000

/**
 * Tries whether the server can work with the database of COVO_DATABASE_URL.
 * @throws StartupError where it can't be reached, is too old, or its connections are not ours alone
 */
export async function requireUsable(pool: pg.Pool): Promise<void> {
  let version: number
  let isPooledByTransaction: boolean
  try {
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    version = rows[0]?.version ?? 0
    isPooledByTransaction = await changesBackends(pool)
  } catch (error) {
    throw new StartupError(
      `The database of COVO_DATABASE_URL can't be reached (${(error as Error).message}). Check the address, or leave the setting out to use the embedded one.`,
    )
  }
  if (version < oldestVersion)
    throw new StartupError(
      'The database of COVO_DATABASE_URL is older than PostgreSQL 15. Upgrade it, or leave the setting out to use the embedded one.',
    )
  if (isPooledByTransaction)
    throw new StartupError(
      'The pooler of COVO_DATABASE_URL gives each transaction another connection. Set it to session mode (pool_mode=session of PgBouncer), or name PostgreSQL itself.',
    )
}

/**
 * Whether a pooler hands a connection out by the transaction or the statement: prepared statements, LISTEN and locks of a
 * session would be those of others. Between two statements of the one connection the other takes the backend that it had,
 * or, where somebody else was faster, leaves it another.
 */
async function changesBackends(pool: pg.Pool): Promise<boolean> {
  const one = await pool.connect()
  try {
    const other = await pool.connect()
    try {
      const before = await backendOf(one)
      await other.query('begin')
      const between = await backendOf(other)
      return between === before || (await backendOf(one)) !== before
    } finally {
      other.release(true)
    }
  } finally {
    one.release(true)
  }
}

async function backendOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
