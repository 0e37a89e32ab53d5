/// <reference lib="dom" />
/**
 * How smoothly 50 messages with a picture each scroll in a real Chromium that has none of them yet: frames while a wheel turns at a
 * steady rate (a page of plain paragraphs: 0.95 of its frames in time), how far anything shifts while pictures come (0.02), and what
 * is transferred of them until all were seen (1.6 MB). Needs COVO_CHROMIUM or an installed Chromium; `npm run bench` sets it.
 */
import { randomUUID } from 'node:crypto'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { uploadFile } from '@covo/testing/member-actions'
import { visit } from '@covo/testing/visitor'
import { type BrowserContext, chromium } from '@playwright/test'
import { noise } from '../apps/server/test/pictures.ts'
import { median } from './support/figures.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomPath } from './support/room.ts'
import { type Frames, plainPage, summaryOf, toMiddle, watchPage, wheel } from './support/scrolling.ts'
import { withServer } from './support/server.ts'

const pictures = 50
const rounds = 3
const { COVO_CHROMIUM = '/usr/bin/chromium' } = process.env

/** The sum of all shifts that no input explains, as the browser measures them. */
declare const shifted: { sum: number }

await withServer({}, async ({ connection, origin }) => {
  const [reader = '', writer = ''] = await signedInMembers(connection, 2)
  const by = visit(origin, { cookie: writer })
  for (let number = 0; number < pictures; number += 1) {
    const bytes = await noise(680 + number, 510)
      .jpeg()
      .toBuffer()
    const { id } = await uploadFile(by, publicRoomId, { name: `${number}.jpg`, bytes })
    const answer = await by.post(roomPath, {
      clientId: randomUUID(),
      text: `Foto ${number}`,
      files: [{ id }],
    })
    if (!answer.ok) throw new Error(`a message was refused: ${await answer.text()}`)
  }
  const browser = await chromium.launch({ executablePath: COVO_CHROMIUM, args: ['--no-sandbox'] })
  try {
    const newContext = async () => {
      const context = await browser.newContext({ locale: 'it-IT', viewport: { width: 1440, height: 900 } })
      await context.addInitScript(watchPage)
      await context.addInitScript(watchShifts)
      const [name = '', value = ''] = reader.split('=')
      await context.addCookies([{ name, value, url: origin }])
      return context
    }
    const plainContext = await newContext()
    const plain = await plainContext.newPage()
    await plain.setContent(plainPage(2000))
    const [own, reference]: [Frames[], Frames[]] = [[], []]
    const [shifts, transferred]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      const context = await newContext()
      const page = await openRoom(context)
      own.push(await wheel(page, await context.newCDPSession(page)))
      await seeAll(page)
      shifts.push(await page.evaluate(() => shifted.sum))
      transferred.push(await page.evaluate(transferredBytes))
      await context.close()
      await plain.bringToFront()
      await toMiddle(plain)
      reference.push(await wheel(plain, await plainContext.newCDPSession(plain)))
    }
    const [frames, plainest] = [summaryOf(own), summaryOf(reference)]
    const [ratio, shift, bytes] = [frames.inTime / plainest.inTime, Math.max(...shifts), median(transferred)]
    report({
      what: `frames in time while ${pictures} pictures are scrolled; frames a second in the median; longest; shift; transferred`,
      covo: `${frames.text}; ${shift.toFixed(3)}; ${(bytes / 1e6).toFixed(2)} MB`,
      reference: `${plainest.text} by plain paragraphs`,
      ratio: ratio.toFixed(2),
      budget: '≥ 0.95; ≤ 0.02; ≤ 1.6 MB',
      isMet: ratio >= 0.95 && shift <= 0.02 && bytes <= 1_600_000,
    })
  } finally {
    await browser.close()
  }

  async function openRoom(context: BrowserContext) {
    const page = await context.newPage()
    await page.goto(`${origin}/app/chat-generale`)
    await page.getByText(`Foto ${pictures - 1}`, { exact: true }).waitFor()
    await page.getByText('connesso').waitFor()
    await toMiddle(page)
    // What the opening shifts is no picture's.
    await page.evaluate(() => {
      shifted.sum = 0
    })
    return page
  }
})

function watchShifts() {
  const record = { sum: 0 }
  Object.assign(window, { shifted: record })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) record.sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Scrolls from the first to the newest, as long as pictures are on their way at each place. */
async function seeAll(page: Awaited<ReturnType<BrowserContext['newPage']>>): Promise<void> {
  await page.getByRole('log').evaluate(async (list) => {
    const isComing = () =>
      [...list.querySelectorAll('img')].some((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return bottom > 0 && top < innerHeight && !image.complete
      })
    for (let top = 0; top < list.scrollHeight; top += list.clientHeight / 2) {
      list.scrollTop = top
      do await new Promise(requestAnimationFrame)
      while (isComing())
    }
  })
}

function transferredBytes(): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return entries
    .filter(({ name }) => name.includes('/api/files/'))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)
}
