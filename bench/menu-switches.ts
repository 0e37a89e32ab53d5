/// <reference lib="dom" />
/**
 * How long each screen of the menu takes from the press on its entry to a painted frame with its heading, in a real Chromium
 * that has come to rest on the home screen: the first visit, and the second. Reference: a page of nothing but a button that
 * writes a heading. Budget: 100 ms. Needs COVO_CHROMIUM or an installed Chromium; `npm run bench` sets it.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { median } from './support/figures.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { withServer } from './support/server.ts'

const rounds = 3
const budgetMs = 100
const { COVO_CHROMIUM = '/usr/bin/chromium' } = process.env

const headings = {
  Eventi: 'Eventi nella tua zona',
  'Chat Generale': 'Chat Generale',
  Amici: 'Amici',
  Profilo: 'Profilo',
  Impostazioni: 'Impostazioni Account',
}

/** Presses what has the text, and answers the milliseconds until a frame with the heading has been painted. */
async function press(page: Page, selector: string, name: string, heading: string): Promise<number> {
  return await page.evaluate(
    ([within, text, expected]) =>
      new Promise<number>((resolve) => {
        const entry = [...document.querySelectorAll<HTMLElement>(within as string)].find((one) =>
          one.textContent?.includes(text as string),
        )
        const startedAt = performance.now()
        entry?.click()
        const look = () => {
          if (document.querySelector('h1')?.textContent !== expected) return requestAnimationFrame(look)
          // A message posted in a frame is delivered after its painting.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - startedAt)
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }),
    [selector, name, heading],
  )
}

async function measureReference(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await page.setContent(
    `<button onclick="document.querySelector('h1').textContent='Fatto'">Premi</button><h1></h1>`,
  )
  const time = await press(page, 'button', 'Premi', 'Fatto')
  await page.close()
  return time
}

await withServer({}, async ({ origin, connection }) => {
  const [cookie = ''] = await signedInMembers(connection, 50, 1000)
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  const browser = await chromium.launch({ executablePath: COVO_CHROMIUM, args: ['--no-sandbox'] })
  const times = { first: [] as number[], second: [] as number[] }
  const slowest = { first: '', second: '' }
  const references: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ locale: 'it-IT' })
      await context.addCookies([{ name, value, url: origin }])
      references.push(await measureReference(context))
      const page = await context.newPage()
      const loaded = page.waitForResponse(/settings\.screen-.*\.js$/)
      await page.goto(`${origin}/app/home`, { waitUntil: 'networkidle' })
      await loaded
      await page.waitForLoadState('networkidle')
      for (const visit of ['first', 'second'] as const)
        for (const [entry, heading] of Object.entries(headings)) {
          const time = await press(page, 'nav a', entry, heading)
          if (time > Math.max(...times[visit], 0)) slowest[visit] = entry
          times[visit].push(time)
          await page.waitForLoadState('networkidle')
        }
      await context.close()
    }
  } finally {
    await browser.close()
  }
  const reference = median(references)
  for (const visit of ['first', 'second'] as const) {
    const worst = Math.max(...times[visit])
    report({
      what: `a screen of the menu from the press to its heading, ${visit} visit: median; slowest of ${times[visit].length}`,
      covo: `${median(times[visit]).toFixed(0)} ms; ${worst.toFixed(0)} ms (${slowest[visit]})`,
      reference: `${reference.toFixed(0)} ms by a button that writes a heading`,
      ratio: (median(times[visit]) / reference).toFixed(1),
      budget: `≤ ${budgetMs} ms`,
      isMet: worst <= budgetMs,
    })
  }
})
