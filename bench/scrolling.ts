/// <reference lib="dom" />
/**
 * How smoothly the chat scrolls with 10,000 messages on the page, in a real Chromium, on this machine's processor and on
 * one that is four times as slow: frames while a wheel turns at a steady rate, the first of all messages to the newest
 * and back. Reference: a page of nothing but 10,000 plain paragraphs with the same texts, under the same wheel. Budget: a
 * median of 60 frames a second, and as many of them in time as the reference's, within 5 %. And how long a message takes
 * from the socket to a frame that shows it, with 10,000 on the page and with the newest 50 alone. Needs COVO_CHROMIUM or
 * an installed Chromium; `npm run bench` sets it.
 */
import { chromium, type Page } from '@playwright/test'
import { median, quantile } from './support/figures.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import {
  arrivals,
  type Frames,
  loadAll,
  plainPage,
  summaryOf,
  toEnd,
  toMiddle,
  watchPage,
  wheel,
} from './support/scrolling.ts'
import { withServer } from './support/server.ts'

const messages = 10_000
const rounds = 3
const budget = 0.97
const { COVO_CHROMIUM = '/usr/bin/chromium' } = process.env

await withServer({}, async (server) => {
  const [reader = '', writer = ''] = await signedInMembers(server.connection, 50, messages)
  const browser = await chromium.launch({ executablePath: COVO_CHROMIUM, args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ locale: 'it-IT', viewport: { width: 1440, height: 900 } })
    await context.addInitScript(watchPage)
    const [name = '', value = ''] = reader.split('=')
    await context.addCookies([{ name, value, url: server.origin }])
    const page = await context.newPage()
    await page.goto(`${server.origin}/app/chat-generale`)
    await page.getByText(`Messaggio ${messages - 1}:`).waitFor()
    await page.getByText('connesso').waitFor()

    const plain = await context.newPage()
    await plain.setContent(plainPage(messages))

    const open = async (one: Page) => ({ page: one, devtools: await context.newCDPSession(one) })
    const [covo, reference] = [await open(page), await open(plain)]

    await page.bringToFront()
    const few = new Map<number, number[]>()
    for (const slowdown of [1, 4]) {
      await covo.devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      few.set(slowdown, await arrivals(server, writer, page))
    }
    await covo.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await loadAll(page)

    for (const slowdown of [1, 4]) {
      const times = slowdown === 1 ? '' : ` on a processor ${slowdown} times as slow`
      const frames = { covo: [] as Frames[], reference: [] as Frames[] }
      const many: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        for (const [one, found] of [
          [covo, frames.covo],
          [reference, frames.reference],
        ] as const) {
          await one.devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
          await one.page.bringToFront()
          await toMiddle(one.page)
          found.push(await wheel(one.page, one.devtools))
        }
        await page.bringToFront()
        await toEnd(page)
        many.push(...(await arrivals(server, writer, page)))
      }
      const [own, plainest] = [summaryOf(frames.covo), summaryOf(frames.reference)]
      const ratio = own.inTime / plainest.inTime
      report({
        what: `frames in time while ${messages} messages are scrolled${times}; frames a second in the median; longest`,
        covo: own.text,
        reference: `${plainest.text} by plain paragraphs`,
        ratio: ratio.toFixed(2),
        budget: `≥ ${budget}; 60`,
        isMet: ratio >= budget && Math.round(own.perSecond) >= 60,
      })
      const before = few.get(slowdown) ?? []
      const ms = (all: number[]) => `${median(all).toFixed(1)} / ${quantile(all, 0.9).toFixed(1)} ms`
      report({
        what: `from a message's arrival to its frame, ${messages} on the page${times}: median / 90 of 100`,
        covo: ms(many),
        reference: `${ms(before)} with 50 on the page`,
        ratio: (median(many) / median(before)).toFixed(2),
        budget: '-',
        isMet: true,
      })
    }
  } finally {
    await browser.close()
  }
})
