import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { anna } from '@covo/testing/cast'
import { reservePorts } from '@covo/testing/reserve-ports'
import { register } from '@covo/testing/visitor'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const port = await reservePorts(4)
const origin = `http://localhost:${port}`
const serverOrigin = `http://localhost:${port + 3}`

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The process of the server that `npm run dev` has started, as long as there is one. */
async function serverOf(dev: number | undefined): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,pid=,args='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , ...args]) => Number(parent) === dev && args.join(' ').includes('server/src/main.ts'))
    .map(([, pid = '']) => pid)
}

it('serves sources to the browser and the API beside them, restarts the server on save, and ends whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'covo-dev-'))
  const inherited = Object.entries(process.env).filter(([name]) => !/^(COVO_|PORT$|NODE_ENV$)/.test(name))
  const dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), PORT: String(port), COVO_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(async () => {
    dev.kill('SIGKILL')
    await expect.poll(() => answers(`${serverOrigin}/health/live`)).toBe(false)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  let output = ''
  dev.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output).toContain(`shown at once on ${origin}`)

  const member = await register(origin, { ...anna, email: 'nuova@esempio.it', name: 'Nuova socia' })
  const page = await (await member.fetch('/app/home')).text()
  expect(page).toContain('data-session="in"')
  expect(page).toContain('src="/src/main.tsx"')
  expect(page).not.toContain('{{')
  expect(await (await fetch(`${origin}/src/main.tsx`)).text()).toContain('createRoot')
  expect((await fetch(`${origin}/.env`)).status).toBe(404)
  // The API's reference is the server's own page, as it was built.
  const reference = await (await fetch(`${origin}/sviluppatori`)).text()
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(reference) ?? []
  expect(script).toMatch(/^\/assets\//)
  expect((await fetch(`${origin}${script}`)).status).toBe(200)

  const replaced = await serverOf(dev.pid)
  expect(replaced).toHaveLength(1)
  const now = new Date()
  await utimes(join(root, 'apps/server/src/main.ts'), now, now)
  // A server that ends finishes what it answers, and the next one waits for it.
  await expect
    .poll(async () => (await serverOf(dev.pid)).filter((pid) => !replaced.includes(pid)))
    .toHaveLength(1)
  await expect.poll(() => answers(`${serverOrigin}/health/ready`)).toBe(true)
  expect((await member.fetch('/api/profiles/me')).status).toBe(200)

  dev.kill('SIGINT')
  await once(dev, 'exit')
  expect(await answers(`${origin}/`)).toBe(false)
  expect(await answers(`${serverOrigin}/health/live`)).toBe(false)
})
