import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { signInAtProvider } from '@covo/testing/openid-provider'
import { reservePorts } from '@covo/testing/reserve-ports'
import { visit } from '@covo/testing/visitor'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const port = await reservePorts(3)
const origin = `http://localhost:${port}`

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

it('says who can sign in and where, warns of nothing, and ends whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'covo-demo-'))
  const inherited = Object.entries(process.env).filter(([name]) => !/^(COVO_|PORT$|NODE_ENV$)/.test(name))
  const demo = spawn(process.execPath, ['scripts/demo.mjs'], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), PORT: String(port), COVO_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    demo.kill('SIGTERM')
    await expect.poll(() => answers(`${origin}/health/live`)).toBe(false)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  let output = ''
  for (const stream of [demo.stdout, demo.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  await expect.poll(() => output).toContain('The mails that are sent: ')
  expect(await answers(`http://localhost:${port + 2}`)).toBe(true)

  const issuer = `http://127.0.0.1:${port + 1}`
  const visitor = visit(origin)
  const started = await visitor.fetch(`/api/auth/provider?attempt=${randomUUID()}`)
  const back = await signInAtProvider({ issuer }, new URL(started.headers.get('location') ?? ''), 'nuova')
  await visitor.fetch(`${back.pathname}${back.search}`)
  expect((await visitor.fetch('/api/profiles/me')).status).toBe(200)

  expect(output).not.toMatch(/warn/i)
  demo.kill('SIGINT')
  await once(demo, 'exit')
  expect(await answers(`${origin}/health/live`)).toBe(false)
  await expect.poll(() => answers(`http://localhost:${port + 2}`)).toBe(false)
})
