import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anna, bruno } from '@covo/testing/cast'
import { openLive } from '@covo/testing/live'
import { reservePorts } from '@covo/testing/reserve-ports'
import { startServerProcess } from '@covo/testing/server-process'
import { register } from '@covo/testing/visitor'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { openExternalDatabase } from './external-database.ts'

/** Debian has it as a package. */
const isInstalled = (() => {
  try {
    return execFileSync('pgbouncer', ['--version']).length > 0
  } catch {
    return false
  }
})()

type ExternalDatabase = Awaited<ReturnType<typeof openExternalDatabase>>

/** PgBouncer in front of a database, with no setting but its mode; answers its address as COVO_DATABASE_URL. */
async function startPooler({ line, credentials }: ExternalDatabase, mode: string): Promise<string> {
  const { user, password, database } = credentials
  const port = await reservePorts(1)
  // Not in the database's folder, which root's PgBouncer, as another user, may not enter.
  const file = join(tmpdir(), `covo-pgbouncer-${port}.ini`)
  await writeFile(
    file,
    `[databases]
${database} = host=127.0.0.1 port=${line.port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
    { mode: 0o644 },
  )
  const asOther = process.getuid?.() === 0 ? ['--user=nobody'] : []
  const pooler = spawn('pgbouncer', [...asOther, '--quiet', file], { stdio: 'ignore' })
  const ended = once(pooler, 'close')
  onTestFinished(async () => {
    pooler.kill('SIGKILL')
    await ended
    await rm(file)
  })
  await expect.poll(() => isListening(port)).toBe(true)
  return `postgres://${user}@127.0.0.1:${port}/${database}`
}

it.skipIf(!isInstalled)('works through a pooler in session mode without settings', async () => {
  const external = await openExternalDatabase()
  const url = await startPooler(external, 'session')
  const { origin } = await external.startServer({ COVO_DATABASE_URL: url })
  const member = await register(origin, anna)
  const tab = openLive(member)
  await tab.receive('live.welcome')
  // The end of a session comes by a notification.
  await member.post('/api/auth/logout')
  expect(await tab.closed()).toBe(4401)
  await register(origin, bruno)

  const { pool, close } = openDatabase({ connectionString: url }, createLog('silent'))
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement,
            current_setting('idle_in_transaction_session_timeout') as pause`,
  )
  await close()
  expect(rows).toEqual([{ statement: '10s', pause: '15s' }])
})

it.skipIf(!isInstalled).each(['transaction', 'statement'])(
  'refuses a pooler in %s mode in a sentence',
  async (mode) => {
    const external = await openExternalDatabase()
    const url = await startPooler(external, mode)
    const server = startServerProcess({ PORT: '0', COVO_DATA_DIR: external.folder, COVO_DATABASE_URL: url })
    onTestFinished(() => void server.child.kill('SIGKILL'))
    expect(await server.ended()).toBe(1)
    expect(server.errors()).toContain('COVO_DATABASE_URL')
    expect(server.errors().trim().split('\n')).toHaveLength(1)
    if (mode === 'transaction') expect(server.errors()).toContain('Set it to session mode')
  },
)

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
