import { rmSync } from 'node:fs'
import { findBrowser } from './browser.ts'
import { pinnedNode, root, run, SetupError } from './child.mjs'

const folder = `${root}/.cache/gallery`
const timeLimit = 30 * 60_000

// Draws each screen in each state, width and scheme, or those that the words name: npm run gallery -- chat-generale
try {
  const browser = await findBrowser()
  const env = { ...process.env, COVO_CHROMIUM: browser, COVO_GALLERY: folder }
  const words = process.argv.slice(2).join(' ')
  if (!words) rmSync(folder, { recursive: true, force: true })
  const test = `${root}/node_modules/@playwright/test/cli.js`
  const codes = []
  for (const step of [
    [test, 'test', '-c', 'e2e', '-g', words, 'e2e/screens/gallery.soak.spec.ts'],
    [`${root}/e2e/screens/draw-sheets.ts`, folder],
    [`${root}/e2e/screens/draw-components.ts`, `${root}/docs/pictures`],
  ])
    codes.push((await run(pinnedNode, step, { env, show: true, timeLimit })).code)
  process.exitCode = Math.max(...codes)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
