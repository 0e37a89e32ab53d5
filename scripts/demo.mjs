import './require-node.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pinnedNode, root, SetupError } from './child.mjs'
import { demoSettings } from './demo-settings.mjs'
import { handOver } from './hand-over.mjs'
import { setUp } from './setup.mjs'

const dataDirectory = resolve(process.env.COVO_DATA_DIR || `${root}/data-demo`)
const port = Number(process.env.PORT || 3000)
process.env = demoSettings(dataDirectory, port)

try {
  await setUp({ tools: true })
  // It ends by itself when the server has ended.
  const words = ['packages/testing/src/demo.ts', dataDirectory, `http://localhost:${port}`]
  const community = spawn(pinnedNode, words, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  await Promise.race([once(community, 'message'), once(community, 'exit')])
  handOver('sh', ['scripts/start.sh'])
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
