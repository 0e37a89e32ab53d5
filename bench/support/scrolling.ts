/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test'
import { median } from './figures.ts'
import { roomPath } from './room.ts'
import type { MeasuredServer } from './server.ts'

/** Milliseconds of a frame at 60 Hz, and what the clock may be off by. */
const frameTime = 1000 / 60
const tolerance = 1
/** Pixels that the wheel turns, and how many of them in a second. */
const distance = 8_000
const speed = 2_000

/** Of all frames of some seconds: the share that came in time, how many a second in the median, the longest in ms. */
export type Frames = { inTime: number; perSecond: number; worst: number }

/** The page's records of its own frames, and of the messages that it receives. */
type Watched = { frames: number[]; receivedAt: number; shownAt: (text: string) => Promise<number> }
declare const watched: Watched

/** Records a page's frames and messages, as an init script. */
export function watchPage() {
  const record = { frames: [] as number[], receivedAt: 0, shownAt }
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
        if (String(data).includes('chat.message_sent')) record.receivedAt = performance.now()
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
export async function wheel(page: Page, devtools: CDPSession): Promise<Frames> {
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
export async function arrivals(server: MeasuredServer, cookie: string, page: Page): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < 10; turn += 1) {
    const text = `arrivo ${crypto.randomUUID()}`
    const shown = page.evaluate(async (awaited) => {
      const shownAt = await watched.shownAt(awaited)
      return shownAt - watched.receivedAt
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
export async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const list = document.querySelector('[role=log]') as HTMLElement
    while (!list.textContent?.includes('Messaggio 0:')) {
      list.scrollTop = 0
      await new Promise(requestAnimationFrame)
    }
  })
}

/** Scrolls to half of what is loaded. */
export async function toMiddle(page: Page): Promise<void> {
  await page.getByRole('log').evaluate((list) => {
    list.scrollTop = list.scrollHeight / 2
  })
}

/** Messages are measured as they come into view, and the end moves on meanwhile. */
export async function toEnd(page: Page): Promise<void> {
  await page.getByRole('log').evaluate(async (list) => {
    const distance = () => list.scrollHeight - list.clientHeight - list.scrollTop
    for (let quiet = 0; quiet < 10; quiet = distance() < 1 ? quiet + 1 : 0) {
      list.scrollTop = list.scrollHeight
      await new Promise(requestAnimationFrame)
    }
  })
}

/** The share of frames in time, how many a second in the median, and the longest; medians of some scrollings. */
export function summaryOf(all: Frames[]) {
  const inTime = median(all.map((one) => one.inTime))
  const perSecond = median(all.map((one) => one.perSecond))
  const worst = Math.max(...all.map((one) => one.worst))
  const text = `${(inTime * 100).toFixed(1)} %; ${perSecond.toFixed(0)}; ${worst.toFixed(0)} ms`
  return { inTime, perSecond, text }
}

/** A page of nothing but so many paragraphs in a list, as the chat's. */
export function plainPage(paragraphs: number): string {
  const texts = Array.from(
    { length: paragraphs },
    (_, number) => `<p>Messaggio ${number}: qualcuno ha provato canary con format?</p>`,
  )
  return `<!doctype html><style>
    [role=log] { height: 60vh; width: 750px; margin: 150px auto; overflow-y: auto; font: 15px/1.5 sans-serif }
  </style><div role="log">${texts.join('')}</div>`
}
