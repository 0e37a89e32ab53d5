import './require-node.mjs'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { endingSignals, pinnedNode, root, SetupError } from './child.mjs'
import { setUp } from './setup.mjs'

try {
  // Nothing is built: a server that runs may be serving what is there.
  if (!existsSync(pinnedNode)) await setUp()
  const command = spawn(pinnedNode, [`${root}/apps/server/src/covo.ts`, ...process.argv.slice(2)], {
    // Files are named from where npm was called.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, NODE_COMPILE_CACHE: `${root}/.cache/compile` },
    stdio: 'inherit',
  })
  // The terminal's signals reach the command too; it ends, and then we.
  for (const signal of endingSignals) process.on(signal, () => command.kill(signal))
  command.on('error', (error) => {
    console.error(`The command could not be started: ${error.message}`)
    process.exitCode = 1
  })
  command.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
