import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** `nohup npm start &` in a shell that ends when its standard input does. */
async function startInBackground() {
  const folder = await mkdtemp(join(tmpdir(), 'covo-start-'))
  const log = join(folder, 'log')
  const inherited = Object.entries(process.env).filter(([name]) => !/^(COVO_|PORT$|NODE_ENV$)/.test(name))
  const shell = spawn('sh', ['-c', `nohup npm start >'${log}' 2>&1 & echo $!; read -r _`], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), PORT: '0', COVO_DATA_DIR: join(folder, 'data') },
    stdio: ['pipe', 'pipe', 'inherit'],
    // In a process group of its own, with npm and the server.
    detached: true,
  })
  let origin = ''
  const answers = () =>
    fetch(`${origin}/health/live`, { headers: { Connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    )
  onTestFinished(async () => {
    try {
      process.kill(-(shell.pid ?? 0), 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    await expect.poll(answers).toBe(false)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const [npm] = (await once(shell.stdout, 'data')) as [Buffer]
  const readOrigin = async () => /http:\/\/localhost:\d+/.exec(await readFile(log, 'utf8'))?.[0]
  await expect.poll(readOrigin).toBeDefined()
  origin = (await readOrigin()) ?? ''
  return { shell, npm: Number(npm), answers }
}

it('outlives the shell that it was started in, and ends with npm', async () => {
  const { shell, npm, answers } = await startInBackground()
  expect(await answers()).toBe(true)

  shell.stdin.end()
  await once(shell, 'exit')
  // The server looks every second whether npm is there.
  for (const end = Date.now() + 3_000; Date.now() < end; await delay(100)) expect(await answers()).toBe(true)

  process.kill(npm, 'SIGKILL')
  await expect.poll(answers).toBe(false)
})
