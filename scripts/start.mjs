import './require-node.mjs'
import { spawn } from 'node:child_process'
import { endingSignals, pinnedNode, root, SetupError } from './child.mjs'
import { setUp } from './setup.mjs'

// npm's: its scripts begin with `exec`, so no shell stays between. What is above npm is not ours: `nohup npm start &`
// outlives its shell.
const parent = process.ppid

try {
  await setUp()
  handOver()
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}

/** Runs the server until it ends, passes signals on to it, and ends as it ended. */
function handOver() {
  // The room for what lives briefly, in MB: V8 would take more, and keep it (docs/performance.md).
  const words = ['--max-semi-space-size=8', '--heap-growing-percent=35', 'apps/server/src/main.ts']
  const server = spawn(pinnedNode, words, {
    cwd: root,
    // In its own process group: a Ctrl-C reaches the server through us alone.
    detached: true,
    env: { NODE_ENV: 'production', ...process.env, NODE_COMPILE_CACHE: `${root}/.cache/compile` },
    // The server ends when this channel closes, which it does even if we are killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  server.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exitCode = 1
  })

  // Its own lines are for the log; this one is for the person at the terminal.
  server.on('message', ({ name, origin }) => console.log(`${name} is ready on ${origin}`))

  let forwardedAt = 0
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // One Ctrl-C comes twice, from the terminal and from npm; to the server a second signal means "at once".
    if (Date.now() - forwardedAt < 500) return
    forwardedAt = Date.now()
    server.kill(signal)
  }
  for (const signal of endingSignals) process.on(signal, forward)

  // Nothing tells us that npm was killed, but that another process is our parent.
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) forward('SIGTERM')
  }, 1_000)

  server.on('exit', (code, signal) => {
    clearInterval(watch)
    for (const name of endingSignals) process.off(name, forward)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}
