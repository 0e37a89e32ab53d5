/**
 * How smoothly the chat scrolls with 1,000 formatted messages, a third of them with code, in a real Chromium. Reference: the
 * same messages as plain text, in the same program, in turns. Budgets: 0.95 of the frames in time; and 1.2 of the time from
 * a message's arrival to its frame. Needs COVO_CHROMIUM or an installed Chromium; `npm run bench` sets it.
 */
import { plainText } from '@covo/contract/chat/markup.text'
import { type BrowserContext, chromium } from '@playwright/test'
import pg from 'pg'
import { median } from './support/figures.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import {
  arrivals,
  type Frames,
  loadAll,
  summaryOf,
  toEnd,
  toMiddle,
  watchPage,
  wheel,
} from './support/scrolling.ts'
import { type MeasuredServer, withServer } from './support/server.ts'

const messages = 1000
const rounds = 3
const { COVO_CHROMIUM = '/usr/bin/chromium' } = process.env

const kinds: ((number: number) => string)[] = [
  (number) =>
    `Messaggio ${number}: perché **questo** non va?\n\`\`\`ts\nexport function somma_${number}(a: number, b: number) {\n  // la somma\n  return a + b\n}\n\`\`\``,
  (number) =>
    `Messaggio ${number}: _piano_ con \`git push\`, vedi [la guida](https://esempio.it/${number})\n> chi porta il proiettore?`,
  (number) =>
    `Messaggio ${number}: da portare\n- ~~portatile~~\n- caricatore\n\nLa flag è ||covo{${number}}||`,
]
const sources = Array.from({ length: messages }, (_, index) => kinds[index % kinds.length]?.(index) ?? '')

/** A signed-in page of the room with these messages, all of them loaded. */
async function openRoom(server: MeasuredServer, context: BrowserContext, texts: string[]) {
  const [reader = '', writer = ''] = await signedInMembers(server.connection, 50, messages)
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(
    `update messages set text = listed.text from unnest($1::text[]) with ordinality as listed (text, place)
     where sequence = place`,
    [texts],
  )
  await client.end()
  const [name = '', value = ''] = reader.split('=')
  await context.addCookies([{ name, value, url: server.origin }])
  const page = await context.newPage()
  await page.goto(`${server.origin}/app/chat-generale`)
  await page.getByText(`Messaggio ${messages - 1}:`).waitFor()
  await page.getByText('connesso').waitFor()
  await loadAll(page)
  return { server, writer, page, devtools: await context.newCDPSession(page) }
}

await withServer({}, async (one) =>
  withServer({}, async (other) => {
    const browser = await chromium.launch({ executablePath: COVO_CHROMIUM, args: ['--no-sandbox'] })
    try {
      const rooms = await Promise.all(
        [
          { server: one, texts: sources },
          { server: other, texts: sources.map((source) => plainText(source)) },
        ].map(async ({ server, texts }) => {
          const context = await browser.newContext({
            locale: 'it-IT',
            viewport: { width: 1440, height: 900 },
          })
          await context.addInitScript(watchPage)
          return {
            ...(await openRoom(server, context, texts)),
            frames: [] as Frames[],
            times: [] as number[],
          }
        }),
      )
      for (let round = 0; round < rounds; round += 1)
        for (const { server, writer, page, devtools, frames, times } of rooms) {
          await page.bringToFront()
          await toMiddle(page)
          frames.push(await wheel(page, devtools))
          await toEnd(page)
          times.push(...(await arrivals(server, writer, page)))
        }
      const [formatted, plain] = rooms.map(({ frames, times }) => ({
        ...summaryOf(frames),
        arrival: median(times),
      }))
      if (!formatted || !plain) throw new Error('a room is missing')
      const [smoothness, delay] = [formatted.inTime / plain.inTime, formatted.arrival / plain.arrival]
      report({
        what: `frames in time while ${messages} formatted messages are scrolled; frames a second in the median; longest`,
        covo: formatted.text,
        reference: `${plain.text} as plain text`,
        ratio: smoothness.toFixed(2),
        budget: '≥ 0.95',
        isMet: smoothness >= 0.95,
      })
      report({
        what: "the same: from a message's arrival to its frame, median",
        covo: `${formatted.arrival.toFixed(1)} ms`,
        reference: `${plain.arrival.toFixed(1)} ms as plain text`,
        ratio: delay.toFixed(2),
        budget: '≤ 1.2',
        isMet: delay <= 1.2,
      })
    } finally {
      await browser.close()
    }
  }),
)
