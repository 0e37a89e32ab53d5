/**
 * What a first visit to `/` and to `/Login` transfers, as a real Chromium asks for it: bodies as they come over the wire,
 * scripts, styles, fonts and pictures included. Budget: 140 kB (of 1000 bytes), all from the own host. Needs COVO_CHROMIUM
 * or an installed Chromium; `npm run bench` sets it.
 */
import { chromium } from '@playwright/test'
import { report } from './support/report.ts'
import { withServer } from './support/server.ts'

const budget = 140_000
const { COVO_CHROMIUM = '/usr/bin/chromium' } = process.env

await withServer({}, async ({ origin }) => {
  const browser = await chromium.launch({ executablePath: COVO_CHROMIUM, args: ['--no-sandbox'] })
  try {
    for (const path of ['/', '/Login']) {
      const context = await browser.newContext({ locale: 'it-IT' })
      const page = await context.newPage()
      const sizes: Promise<{ bytes: number; host: string }>[] = []
      page.on('requestfinished', (request) => {
        const { host } = new URL(request.url())
        sizes.push(request.sizes().then(({ responseBodySize }) => ({ bytes: responseBodySize, host })))
      })
      await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' })
      const finished = await Promise.all(sizes)
      const bytes = finished.reduce((sum, one) => sum + one.bytes, 0)
      const foreign = new Set(
        finished.map(({ host }) => host).filter((host) => host !== new URL(origin).host),
      )
      report({
        what: `first visit of ${path}, transferred; other hosts`,
        covo: `${(bytes / 1000).toFixed(1)} kB in ${finished.length} answers; ${[...foreign].join(', ') || 'none'}`,
        reference: '-',
        ratio: '-',
        budget: `≤ ${budget / 1000} kB; none`,
        isMet: bytes <= budget && foreign.size === 0,
      })
      await context.close()
    }
  } finally {
    await browser.close()
  }
})
