import './require-node.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { pinnedNode, root, run } from './child.mjs'
import { setUp } from './setup.mjs'

const [name = ''] = process.argv.slice(2)
const file = `${root}/bench/${name}.ts`
if (name && existsSync(file)) {
  await setUp()
  process.exitCode = (await run(pinnedNode, [file], { show: true })).code
} else {
  const names = readdirSync(`${root}/bench`).flatMap((entry) => /^(.+)\.ts$/.exec(entry)?.[1] ?? [])
  console.error(`Name one of the measurements: npm run bench -- ${names.join(' | ')}`)
  process.exitCode = 1
}
