/**
 * The transfers of a first visit to `/`, to `/Login`, to the list of events and to the public page of one, by a real Chromium: bodies as they
 * come over the wire, scripts, styles, fonts and pictures included. Budget: 140 kB (of 1000 bytes), all from the own host.
 * Needs COVO_CHROMIUM or an installed Chromium; `npm run bench` sets it.
 */

import { firstVisitBudget as budget, transfersOf } from '@covo/testing/transfers'
import { chromium } from '@playwright/test'
import { publicEventOf } from './support/public-event.ts'
import { report } from './support/report.ts'
import { withServer } from './support/server.ts'

const { COVO_CHROMIUM = '/usr/bin/chromium' } = process.env

await withServer({}, async ({ origin, connection }) => {
  const event = await publicEventOf(connection)
  const browser = await chromium.launch({ executablePath: COVO_CHROMIUM, args: ['--no-sandbox'] })
  try {
    for (const [path, name] of [
      ['/', '/'],
      ['/Login', '/Login'],
      ['/eventi', '/eventi'],
      [event, '/eventi/{id}'],
    ] as const) {
      const context = await browser.newContext({ locale: 'it-IT' })
      const page = await context.newPage()
      const transfers = await transfersOf(page, `${origin}${path}`)
      const bytes = transfers.reduce((sum, one) => sum + one.bytes, 0)
      const hosts = new Set(transfers.map(({ url }) => url.host))
      hosts.delete(new URL(origin).host)
      report({
        what: `first visit of ${name}, transferred; other hosts`,
        covo: `${(bytes / 1000).toFixed(1)} kB in ${transfers.length} answers; ${[...hosts].join(', ') || 'none'}`,
        reference: '-',
        ratio: '-',
        budget: `≤ ${budget / 1000} kB; none`,
        isMet: bytes <= budget && hosts.size === 0,
      })
      await context.close()
    }
  } finally {
    await browser.close()
  }
})
