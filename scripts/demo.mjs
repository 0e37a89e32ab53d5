import './require-node.mjs'
import { spawn } from 'node:child_process'
import { pinnedNode, root, SetupError } from './child.mjs'
import { demoSettings } from './demo-settings.mjs'
import { setUp } from './setup.mjs'

const dataDirectory = `${root}/data-demo`
const port = Number(process.env.PORT || 3000)
process.env = demoSettings(dataDirectory, port)

try {
  await setUp({ tools: true })
  await import('./start.mjs')
  // It ends by itself when the server has ended.
  spawn(pinnedNode, ['packages/testing/src/demo.ts', dataDirectory, `http://localhost:${port}`], {
    cwd: root,
    stdio: 'inherit',
  })
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
