import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** The output of a server that is ready: a line of its log, or, of an older release, a sentence. */
const started = /"origin":"(\S+?)".*"msg":"started"|is ready on (\S+)/

/** The real server as a process of its own, the way `npm start` hands over to it. */
export type ServerProcess = {
  readonly child: ChildProcess
  /** Everything that it printed so far. */
  output(): string
  /** Its standard error: its sentences for a person. */
  errors(): string
  /** Its origin, once it is ready; fails when it ends before, or after two minutes. */
  ready(): Promise<string>
  /** Its exit code, or the signal that ended it, once all that it printed is known. */
  ended(): Promise<number | NodeJS.Signals | null>
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>
}

/**
 * @param settings the environment's settings; nothing else of them is inherited
 * @param release the folder of the release that is started, where it is not this one
 * @param user whose process it is, where it is not ours: only root may say
 */
export function startServerProcess(
  settings: Record<string, string>,
  release = root,
  user: { uid?: number; gid?: number } = {},
): ServerProcess {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('COVO_') && name !== 'PORT',
  )
  const words = ['--max-semi-space-size=8', '--heap-growing-percent=35', 'apps/server/src/main.ts']
  const child = spawn(process.execPath, words, {
    cwd: release,
    env: { NODE_COMPILE_CACHE: `${root}/.cache/compile`, ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...user,
  })
  let output = ''
  let errors = ''
  // Not at its exit, when what it said last may not have been read yet.
  const ended = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null,
  )
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (stream === child.stderr) errors += text
    })
  }

  return {
    child,
    output: () => output,
    errors: () => errors,
    ended: () => ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    ready: () =>
      new Promise((done, fail) => {
        const look = () => {
          const [, line, sentence] = started.exec(output) ?? []
          const origin = line ?? sentence
          if (origin) settle(() => done(origin))
        }
        const settle = (how: () => void) => {
          clearTimeout(deadline)
          child.stdout?.off('data', look)
          how()
        }
        const giveUp = () => settle(() => fail(new Error(`the server did not start: ${output}`)))
        const deadline = setTimeout(giveUp, 120_000)
        child.stdout?.on('data', look)
        ended.then(giveUp, giveUp)
        look()
      }),
  }
}

export type RunningServer = ServerProcess & { readonly origin: string; readonly dataDirectory: string }

/**
 * Starts a server process on a data folder of its own, and resolves when it is ready. `stop` removes the folder too. The
 * server ends with this process.
 */
export async function runServerProcess(settings: Record<string, string> = {}): Promise<RunningServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'covo-server-'))
  const server = startServerProcess({ PORT: '0', COVO_DATA_DIR: dataDirectory, ...settings })
  const kill = () => server.child.kill()
  process.on('exit', kill)
  async function stop() {
    process.off('exit', kill)
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    return { ...server, origin: await server.ready(), dataDirectory, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
