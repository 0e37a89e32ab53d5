import { existsSync } from 'node:fs'
import { pinnedNode, root, run, SetupError } from './child.mjs'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const playwright = `${root}/node_modules/playwright-core`
const fiveMinutes = 5 * 60_000

/**
 * The path of a Chromium that runs: the one that COVO_CHROMIUM names, else one of this machine, else one that is
 * installed now. SetupError when there is none to be had.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.COVO_CHROMIUM
  if (named) {
    if (await runs(named)) return named
    throw new SetupError(`COVO_CHROMIUM names ${named}, which does not run: correct it or leave it out.`)
  }
  const found = await firstThatRuns()
  if (found) return found

  const ways = [
    ...(process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') ? [installByApt] : []),
    () =>
      run(pinnedNode, [`${playwright}/cli.js`, 'install', 'chromium'], {
        show: true,
        timeLimit: fiveMinutes,
      }),
  ]
  for (const install of ways) {
    console.log('Installing a Chromium for the browser tests...')
    await install()
    const browser = await firstThatRuns()
    if (browser) return browser
  }
  throw new SetupError(
    'The browser tests need a Chromium and none could be installed: install Chromium or Chrome, or set COVO_CHROMIUM to the path of one, then try again.',
  )
}

async function installByApt(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code } = await run('apt-get', ['update'], { env, timeLimit: fiveMinutes })
  if (code === 0)
    await run('apt-get', ['install', '-y', 'chromium'], { env, show: true, timeLimit: fiveMinutes })
}

async function firstThatRuns(): Promise<string | null> {
  const { output } = await run(pinnedNode, ['-p', `require('${playwright}').chromium.executablePath()`])
  for (const path of [...installed, output.trim()]) {
    if (existsSync(path) && (await runs(path))) return path
  }
  return null
}

async function runs(path: string): Promise<boolean> {
  // Some distributions put a mere hint there, on where to get the browser.
  return (await run(path, ['--version'], { timeLimit: 20_000 })).code === 0
}
