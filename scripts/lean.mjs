import './require-node.mjs'
import { SetupError } from './child.mjs'
import { setUp } from './setup.mjs'

try {
  await setUp()
  console.log('Everything is there that a server needs. Tests need more, and bring it.')
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
