import { spawn } from 'node:child_process'
import { endingSignals, root } from './child.mjs'

// npm's: its scripts begin with `exec`, so no shell stays between. What is above npm is not ours: `nohup npm start &`
// outlives its shell.
const parent = process.ppid

/**
 * Runs a program until it ends, passes signals on to it, and ends as it ended. A program of Node's has a channel to this
 * process, which closes when this one ends, even if it is killed, so that the program can end too.
 * @param {string} file
 * @param {string[]} words
 */
export function handOver(file, words) {
  const program = spawn(file, words, {
    cwd: root,
    // In its own process group: a Ctrl-C reaches it through us alone.
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  program.on('error', (error) => {
    console.error(`${words.at(-1)} could not be started: ${error.message}`)
    process.exitCode = 1
  })

  let forwardedAt = 0
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // One Ctrl-C comes twice, from the terminal and from npm; to the server a second signal means "at once".
    if (Date.now() - forwardedAt < 500) return
    forwardedAt = Date.now()
    program.kill(signal)
  }
  for (const signal of endingSignals) process.on(signal, forward)

  // No signal reports that npm was killed: our parent process is then another.
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) forward('SIGTERM')
  }, 1_000)

  program.on('exit', (code, signal) => {
    clearInterval(watch)
    for (const name of endingSignals) process.off(name, forward)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}
