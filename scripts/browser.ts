import { existsSync } from 'node:fs'
import { pinnedNode, root, run, SetupError } from './child.mjs'

/** A Chromium without windows: it draws the same, for half the work. */
const shell = '/usr/bin/chromium-headless-shell'
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
 * @param kind `headless` is enough for most tests; what installs the app or measures speed wants what people have
 */
export async function findBrowser(kind: 'headless' | 'full' = 'full'): Promise<string> {
  const named = process.env.COVO_CHROMIUM
  if (named) {
    if (await runs(named)) return named
    throw new SetupError(`COVO_CHROMIUM names ${named}, which does not run: correct it or leave it out.`)
  }
  const preferred = kind === 'headless' ? [shell] : []
  const found = await firstThatRuns(preferred)
  if (found) return found

  const isAptThere = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const packages = kind === 'headless' ? ['chromium-headless-shell', 'chromium'] : ['chromium']
  const ways = [
    ...(isAptThere ? packages.map((name) => () => installByApt(name)) : []),
    () =>
      run(pinnedNode, [`${playwright}/cli.js`, 'install', 'chromium'], {
        show: true,
        timeLimit: fiveMinutes,
      }),
  ]
  for (const install of ways) {
    console.log('Installing a Chromium for the browser tests...')
    await install()
    const browser = await firstThatRuns(preferred)
    if (browser) return browser
  }
  throw new SetupError(
    'The browser tests need a Chromium and none could be installed: install Chromium or Chrome, or set COVO_CHROMIUM to the path of one, then try again.',
  )
}

async function installByApt(name: string): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code } = await run('apt-get', ['update'], { env, timeLimit: fiveMinutes })
  if (code === 0) await run('apt-get', ['install', '-y', name], { env, timeLimit: fiveMinutes })
}

async function firstThatRuns(preferred: string[]): Promise<string | null> {
  const { output } = await run(pinnedNode, ['-p', `require('${playwright}').chromium.executablePath()`])
  for (const path of [...preferred, ...installed, output.trim()]) {
    if (existsSync(path) && (await runs(path))) return path
  }
  return null
}

async function runs(path: string): Promise<boolean> {
  // Some distributions put a mere hint there, on where to get the browser.
  return (await run(path, ['--version'], { timeLimit: 20_000 })).code === 0
}
