import './require-node.mjs'
import { SetupError } from './child.mjs'
import { setUp } from './setup.mjs'

try {
  await setUp()
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
