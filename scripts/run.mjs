import './require-node.mjs'
import { pinnedNode, SetupError } from './child.mjs'
import { handOver } from './hand-over.mjs'
import { setUp } from './setup.mjs'

// Installs what develops, tests and measures Covo, then runs a script with the pinned Node: run.mjs bench growth
const [name = '', ...words] = process.argv.slice(2)

try {
  await setUp({ tools: true, anyBuild: name === 'dev' })
  handOver(pinnedNode, [`scripts/${name}.ts`, ...words])
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  if (name === 'test') console.log('\nFailed: set-up.\n0 passed, 1 failed')
  process.exitCode = 1
}
