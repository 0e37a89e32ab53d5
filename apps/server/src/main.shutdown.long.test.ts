import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runServerProcess, startServerProcess } from '@covo/testing/server-process'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { withEmptyDatabase } from '../test/operator-settings.ts'

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

it('answers a request that was arriving at the signal to stop', async () => {
  const server = await runServerProcess()
  onTestFinished(server.stop)
  const { origin } = server
  const port = Number(new URL(origin).port)

  const socket = connect(port, '127.0.0.1')
  const answer = text(socket)
  await once(socket, 'connect')
  socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: localhost:${port}\r\n`)
  // Answered after what came before it.
  await fetch(`${origin}/health/live`)

  server.child.kill('SIGTERM')
  await expect.poll(() => isListening(port)).toBe(false)
  socket.write(`Origin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`)

  expect(await answer).toMatch(
    /^HTTP\/1\.1 422 [\s\S]*\r\nConnection: close\r\n[\s\S]*auth\.credentials_required/,
  )
  expect(await server.ended()).toBe(0)
})

it('ends a start that hangs at the signal to stop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'covo-shutdown-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await withEmptyDatabase(async (settings) => {
    const client = new pg.Client({ connectionString: settings.COVO_DATABASE_URL })
    await client.connect()
    // The first thing that a migration would make.
    await client.query('begin; create table kysely_migration ()')
    const server = startServerProcess({ PORT: '0', COVO_DATA_DIR: folder, ...settings })
    onTestFinished(() => void server.child.kill('SIGKILL'))
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          'select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid',
        )
        return rows.length
      })
      .toBe(1)
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    expect(server.output()).toMatch(/"cause":"SIGTERM","msg":"stopping"\}\n$/)
    await client.end()
  })
})
