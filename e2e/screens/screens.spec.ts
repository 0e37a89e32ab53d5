import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { anna } from '@covo/testing/cast'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import { figure } from '@covo/testing/figure'
import { seedCommunity } from '@covo/testing/seed-community'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { unique } from '../actors.ts'
import { catalogue } from './catalogue.ts'
import type { ScreenState } from './state.ts'

const schemes = ['dark', 'light'] as const
/** Of the layout's four forms; heights are those of usual devices. */
const windows = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 992, height: 800 },
  { width: 1440, height: 900 },
]
/** Pixels of a picture's height; what is longer is cut there. */
const tallest = 2400
const { COVO_E2E_DATA = '', COVO_GALLERY: gallery } = process.env

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type Sessions = Record<ScreenState['viewer'], Cookies>

const test = base.extend<
  { openState: (state: ScreenState) => Promise<Page> },
  { sessions: Sessions; sharedContext: BrowserContext }
>({
  sessions: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use
      await fillDatabase(new URL(baseURL).port)
      const enter = async (path: string, data: object) => {
        // Whoever enters with a session ends that one.
        const visitor = await playwright.request.newContext({ baseURL })
        const answer = await visitor.post(path, { headers: { origin: baseURL }, data })
        expect(answer.ok()).toBe(true)
        const { cookies } = await visitor.storageState()
        await visitor.dispose()
        return cookies
      }
      const { email, password } = unique(anna)
      await use({
        anna: await enter('/api/auth/login', { email: anna.email, password: anna.password }),
        newcomer: await enter('/api/auth/register', {
          email,
          username: '',
          password,
          passwordConfirmation: password,
        }),
        visitor: [],
      })
    },
    { scope: 'worker' },
  ],
  // One for all states, so that the program is fetched once.
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '' } = project.use
      const context = await browser.newContext({
        baseURL,
        viewport: windows.at(-1) ?? null,
        reducedMotion: 'reduce',
        locale: 'it-IT',
        timezoneId: 'Europe/Rome',
        serviceWorkers: 'block',
      })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  openState: async ({ sharedContext, sessions }, use) => {
    const opened: Page[] = []
    await use(async ({ viewer, path, arrange, act, shows }) => {
      await sharedContext.clearCookies()
      await sharedContext.addCookies(sessions[viewer])
      const page = await sharedContext.newPage()
      opened.push(page)
      await page.addInitScript(forgetOthers)
      const address = typeof path === 'string' ? path : await path(page)
      await arrange?.(page)
      // A page whose scripts are held back never gets further.
      await page.goto(address, { waitUntil: 'commit' })
      await act?.(page)
      await expect(shows(page)).toBeVisible()
      return page
    })
    await sharedContext.setOffline(false)
    await Promise.all(opened.map((page) => page.close()))
  },
})

/** What other states left on the device; only the tab's own store tells that it is a new one. */
function forgetOthers() {
  if (!sessionStorage.getItem('isKnown')) localStorage.clear()
  sessionStorage.setItem('isKnown', 'yes')
}

/**
 * Each state is examined in two of the eight: both schemes, and over four states each width in each scheme. `npm run gallery`
 * takes all eight.
 */
const isExamined = (number: number, scheme: number, width: number) => (number + 2 * scheme) % 4 === width
let examined = 0

for (const [number, state] of catalogue.entries())
  test(`A-01 ${state.screen}: ${state.state}`, async ({ openState }) => {
    if (gallery && state.isHuge) test.setTimeout(300_000)
    else if (gallery || state.isHuge) test.slow()
    const page = await openState(state)
    for (const [width, window] of windows.entries()) {
      await page.setViewportSize(window)
      expect.soft(await wideContents(page), `${window.width} pixels`).toEqual([])
      for (const [scheme, colorScheme] of schemes.entries()) {
        const isDue = state.isHuge ? gallery && width === 0 : gallery || isExamined(number, scheme, width)
        if (isDue || gallery) await page.emulateMedia({ colorScheme })
        if (isDue) await examine(page, state, `${colorScheme}, ${window.width} pixels`)
        if (gallery) await draw(page, window, `${gallery}/${state.screen}/${state.state}/${colorScheme}`)
      }
    }
    // 1280 pixels at 400 % (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 })
    expect.soft(await wideContents(page), '320 pixels').toEqual([])
  })

test.afterAll(() => {
  if (examined > 0)
    figure('A-01', `${examined} examinations by axe in a worker, of ${catalogue.length} states`)
})

async function examine(page: Page, { isBeforeScreen = false }: ScreenState, where: string) {
  const rules = { 'target-size': { enabled: true }, 'page-has-heading-one': { enabled: !isBeforeScreen } }
  // What is right is not described, which would take half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ rules, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  expect.soft(violations.map(describeViolation), where).toEqual([])
  examined += 1
}

/** What one would have to scroll sideways to read, or could not read at all. */
const wideContents = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, dialog[open], [role=dialog], [role=log]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} in ${clientWidth}`),
  )

function describeViolation({ id, nodes }: Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]) {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`
}

/** A picture of all that the screen holds: a room that scrolls gets as high a window as it needs. */
async function draw(page: Page, { width, height }: { width: number; height: number }, folder: string) {
  const hidden = await page.evaluate(() => {
    const room = document.querySelector('main')
    const isCovered = document.querySelector('[role=dialog], dialog[open]') !== null
    return room && !isCovered ? room.scrollHeight - room.clientHeight : 0
  })
  if (hidden > 0) await page.setViewportSize({ width, height: Math.min(height + hidden, tallest) })
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${width}.png`), fullPage: hidden <= 0 })
  await page.setViewportSize({ width, height })
}

/** The sample community; whoever comes later finds it there. */
async function fillDatabase(port: string) {
  const client = new pg.Client(embeddedDatabase(join(COVO_E2E_DATA, port)))
  await client.connect()
  try {
    await seedCommunity(client, Date.now())
  } finally {
    await client.end()
  }
}
