import './require-node.mjs'
import { SetupError } from './child.mjs'
import { setUpLean } from './setup.mjs'

try {
  await setUpLean()
  console.log(
    'Everything is here that a server needs, and nothing else. Tests and `npm start` need the rest, and bring it.',
  )
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
