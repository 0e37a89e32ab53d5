/**
 * Draws each component in its states, `components-{scheme}.png`, for docs/design.md: apps/web/gallery/components.tsx as
 * Vite's server shows it. Argument: the folder. Needs COVO_CHROMIUM.
 */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'

const [folder = ''] = process.argv.slice(2)
const { COVO_CHROMIUM = '' } = process.env
const root = resolve(import.meta.dirname, '../..')
const width = 1440

const vite = spawn(
  process.execPath,
  [join(root, 'node_modules/vite/bin/vite.js'), 'apps/web', '--port', '0'],
  {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const browser = await chromium.launch({ executablePath: COVO_CHROMIUM, args: ['--no-sandbox'] })
try {
  const address = new URL('gallery/components.html', await addressOf(vite.stdout))
  const page = await browser.newPage({
    viewport: { width, height: 480 },
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
  })
  await page.goto(address.href)
  await page.locator('#error').waitFor()
  await forceStates(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const path = join(folder, `components-${colorScheme}.png`)
    await page.screenshot({ path, fullPage: true })
    process.stdout.write(`${path}\n`)
  }
} finally {
  await browser.close()
  vite.kill()
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const [address] = /http:\/\/localhost:\d+\//.exec(text) ?? []
    if (address) return address
  }
  throw new Error(`Vite names no address: ${text}`)
}

/** States that only a pointer or the keyboard causes, on several elements at once. */
async function forceStates(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root: document } = await devtools.send('DOM.getDocument')
  for (const state of ['hover', 'focus-visible']) {
    const selector = `[data-state='${state}']`
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: document.nodeId, selector })
    for (const nodeId of nodeIds)
      await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [state] })
  }
}
