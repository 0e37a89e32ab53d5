import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, without a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

const { platform, arch } = process

/** The package of the Node that everything but the scripts themselves is run by: each platform has its own. */
export const pinnedNodePackage = `${root}/node_modules/${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`

// Not `.bin/node`: npm 10 leaves that link out where several packages would have it.
export const pinnedNode = `${pinnedNodePackage}/bin/node`

/** Something that the person at the terminal can put right: `message` is one sentence with the way out. */
export class SetupError extends Error {}

/**
 * Runs a program (by default in the repository's folder) to its end. `show` passes its output on at once; it is collected
 * either way. `onStart` receives its process number. Never rejects: a program that cannot be run has a `code` other than 0.
 * A signal that would end this process ends the program first, so that it is not left behind.
 * @param {string} file
 * @param {string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, timeLimit?: number, onStart?: (pid: number | undefined) => void }} options timeLimit in ms
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(file, words, { cwd = root, env = process.env, show = false, timeLimit, onStart } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeLimit })
    onStart?.(child.pid)
    /** @type {Buffer[]} */
    const chunks = []
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      child.once('close', () => process.exit(1))
      child.kill(signal)
    }
    for (const signal of endingSignals) process.on(signal, forward)
    for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
      child[name].on('data', (chunk) => {
        chunks.push(chunk)
        if (show) process[name].write(chunk)
      })
    }
    const finish = (/** @type {number} */ code) => {
      for (const signal of endingSignals) process.off(signal, forward)
      resolve({ code, output: Buffer.concat(chunks).toString() })
    }
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`))
      finish(1)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}

/** Signals by which a terminal, a supervisor or npm ends a program. */
export const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
