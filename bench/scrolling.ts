/// <reference lib="dom" />
/**
 * How smoothly the chat scrolls with 10,000 messages on the page, in a real Chromium, on this machine's processor and on
 * one that is four times as slow: frames while a wheel turns at a steady rate, the first of all messages to the newest
 * and back. Reference: a page of nothing but 10,000 plain paragraphs with the same texts, under the same wheel. Budget: a
 * median of 60 frames a second, and as many of them in time as the reference's, within 5 %. And how long a message takes
 * from the socket to a frame that shows it, with 10,000 on the page and with the newest 50 alone. Needs COVO_CHROMIUM or
 * an installed Chromium; `npm run bench` sets it.
 */
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { median, quantile } from './support/figures.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomPath } from './support/room.ts'
import { type MeasuredServer, withServer } from './support/server.ts'

const messages = 10_000
/** Milliseconds of a frame at 60 Hz, and what the clock may be off by. */
const frameTime = 1000 / 60
const tolerance = 1
/** Pixels that the wheel turns, and how many of them in a second. */
const distance = 8_000
const speed = 2_000
const rounds = 3
const budget = 0.97
const { COVO_CHROMIUM = '/usr/bin/chromium' } = process.env

/** Of all frames of some seconds: the share that came in time, how many a second in the median, the longest in ms. */
type Frames = { inTime: number; perSecond: number; worst: number }

/** The page's records of its own frames, and of the messages that it receives. */
type Watched = { frames: number[]; heardAt: number; shownAt: (text: string) => Promise<number> }
declare const watched: Watched

function watchPage() {
  const record = { frames: [] as number[], heardAt: 0, shownAt }
  Object.assign(window, { watched: record })
  const frame = (time: number) => {
    record.frames.push(time)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        if (String(data).includes('chat.message_sent')) record.heardAt = performance.now()
      })
    }
  }

  /** The moment at which a frame with the text has been painted. */
  function shownAt(text: string): Promise<number> {
    return new Promise((resolve) => {
      const look = () => {
        const isShown = document.querySelector('[role=log]')?.textContent?.includes(text)
        if (!isShown) return requestAnimationFrame(look)
        // A message posted in a frame is delivered after its painting.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(null)
      }
      look()
    })
  }
}

/** Scrolls what stands in the middle of the page up and down again, and answers how its frames came. */
async function wheel(page: Page, devtools: CDPSession): Promise<Frames> {
  const { x, y } = await page.evaluate(() => {
    const { left, top, width, height } = (
      document.querySelector('[role=log]') as HTMLElement
    ).getBoundingClientRect()
    watched.frames.length = 0
    return { x: left + width / 2, y: top + height / 2 }
  })
  for (const yDistance of [distance, -distance])
    await devtools.send('Input.synthesizeScrollGesture', {
      x,
      y,
      yDistance,
      speed,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
  const times = await page.evaluate(() => watched.frames)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return {
    inTime: gaps.filter((gap) => gap <= frameTime + tolerance).length / gaps.length,
    perSecond: 1000 / median(gaps),
    worst: Math.max(...gaps),
  }
}

/** Milliseconds from a message's arrival to the frame that shows it, each of some. */
async function arrivals(server: MeasuredServer, cookie: string, page: Page): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < 10; turn += 1) {
    const text = `arrivo ${crypto.randomUUID()}`
    const shown = page.evaluate(async (awaited) => {
      const shownAt = await watched.shownAt(awaited)
      return shownAt - watched.heardAt
    }, text)
    const answer = await fetch(`${server.origin}${roomPath}`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: server.origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId: crypto.randomUUID(), text }),
    })
    if (answer.status !== 201) throw new Error(`a message was refused: ${answer.status}`)
    times.push(await shown)
  }
  return times
}

/** Scrolls up until the first message is there. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const list = document.querySelector('[role=log]') as HTMLElement
    while (!list.textContent?.includes('Messaggio 0:')) {
      list.scrollTop = 0
      await new Promise(requestAnimationFrame)
    }
  })
}

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
    await plain.setContent(plainPage())

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
      const share = (all: Frames[]) => median(all.map(({ inTime }) => inTime))
      const rate = (all: Frames[]) => median(all.map(({ perSecond }) => perSecond))
      const ratio = share(frames.covo) / share(frames.reference)
      const described = (all: Frames[]) =>
        `${(share(all) * 100).toFixed(1)} %; ${rate(all).toFixed(0)}; ${Math.max(...all.map(({ worst }) => worst)).toFixed(0)} ms`
      report({
        what: `frames in time while ${messages} messages are scrolled${times}; frames a second in the median; longest`,
        covo: described(frames.covo),
        reference: `${described(frames.reference)} by plain paragraphs`,
        ratio: ratio.toFixed(2),
        budget: `≥ ${budget}; 60`,
        isMet: ratio >= budget && Math.round(rate(frames.covo)) >= 60,
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

/** Nothing but text. */
function plainPage(): string {
  const paragraphs = Array.from(
    { length: messages },
    (_, number) => `<p>Messaggio ${number}: qualcuno ha provato canary con format?</p>`,
  )
  return `<!doctype html><style>
    [role=log] { height: 60vh; width: 750px; margin: 150px auto; overflow-y: auto; font: 15px/1.5 sans-serif }
  </style><div role="log">${paragraphs.join('')}</div>`
}

async function toMiddle(page: Page): Promise<void> {
  await page.getByRole('log').evaluate((list) => {
    list.scrollTop = list.scrollHeight / 2
  })
}

/** Messages are measured as they come into view, and the end moves on meanwhile. */
async function toEnd(page: Page): Promise<void> {
  await page.getByRole('log').evaluate(async (list) => {
    const distance = () => list.scrollHeight - list.clientHeight - list.scrollTop
    for (let quiet = 0; quiet < 10; quiet = distance() < 1 ? quiet + 1 : 0) {
      list.scrollTop = list.scrollHeight
      await new Promise(requestAnimationFrame)
    }
  })
}
