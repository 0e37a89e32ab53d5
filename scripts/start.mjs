import './require-node.mjs'
import { root, SetupError } from './child.mjs'
import { handOver } from './hand-over.mjs'
import { setUp } from './setup.mjs'

try {
  await setUp()
  // The room for what lives briefly, in MB: V8 would take more, and keep it (docs/performance.md).
  const words = ['--max-semi-space-size=8', '--heap-growing-percent=35', 'apps/server/src/main.ts']
  const server = handOver(words, {
    NODE_ENV: 'production',
    ...process.env,
    NODE_COMPILE_CACHE: `${root}/.cache/compile`,
  })
  // Its own lines are for the log; this one is for the person at the terminal.
  server.on('message', (/** @type {any} */ { name, origin }) => console.log(`${name} is ready on ${origin}`))
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
