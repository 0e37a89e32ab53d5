import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { anna } from '@covo/testing/cast'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import { seedCommunity } from '@covo/testing/seed-community'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import pg from 'pg'
import { visitorScreens } from '../../apps/web/src/screens.ts'
import { saveData, unique } from '../actors.ts'
import type { ScreenState } from './state.ts'

export const schemes = ['dark', 'light'] as const
/** Of the layout's four forms; heights are those of usual devices. */
export const windows = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 992, height: 800 },
  { width: 1440, height: 900 },
] as const
const axeProgram = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const widest = windows[3]
const login = visitorScreens.login.path
const { COVO_E2E_DATA = '' } = process.env

declare global {
  interface Window {
    axe: typeof axe
  }
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type Sessions = Record<ScreenState['viewer'], Cookies>

export const test = base.extend<
  { openState: (state: ScreenState) => Promise<Page> },
  {
    sessions: Sessions
    sharedContext: BrowserContext
    tab: { open: () => Promise<Page>; leave: () => Promise<void> }
  }
>({
  sessions: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use
      await fillDatabase(new URL(baseURL).port)
      const enter = async (path: string, data: object) => {
        // A sign-in ends the session that the browser had.
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
        viewport: widest,
        reducedMotion: 'reduce',
        locale: 'it-IT',
        timezoneId: 'Europe/Rome',
        serviceWorkers: 'block',
      })
      await saveData(context)
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  // Members' screens are shown in turns by one tab, which loads the program once.
  tab: [
    async ({ sharedContext }, use) => {
      let page: Page | undefined
      await use({
        // A tab that is still signed in tells the others that the session is over, once it asks without its cookie.
        leave: async () => {
          if (page && !page.isClosed()) await leave(page)
        },
        open: async () => {
          // A toast would lie over the next state.
          if (await page?.locator('html[data-toasts]').count()) await page?.close()
          if (!page || page.isClosed()) {
            page = await sharedContext.newPage()
            await page.goto(login)
            await leave(page)
          }
          return page
        },
      })
    },
    { scope: 'worker' },
  ],
  openState: async ({ sharedContext, sessions, tab }, use) => {
    let page: Page | undefined
    let isShared = false
    await use(async ({ viewer, path, arrange, act, shows, ownPage }) => {
      isShared = viewer !== 'visitor' && !ownPage
      await tab.leave()
      await sharedContext.clearCookies()
      page = isShared ? await tab.open() : await sharedContext.newPage()
      await page.setViewportSize(widest)
      if (!isShared) await page.addInitScript(forgetOthers)
      await sharedContext.addCookies(sessions[viewer])
      const address = typeof path === 'string' ? path : await path(page)
      await arrange?.(page)
      if (isShared) await enter(page, address)
      // A page whose scripts are held back never gets further.
      else await page.goto(address, { waitUntil: 'commit' })
      await act?.(page)
      await expect(shows(page)).toBeVisible()
      return page
    })
    await sharedContext.setOffline(false)
    if (!isShared) await page?.close()
  },
})

/** Ends the session of the state before, as another tab that signs out does: the program drops its data and its socket. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The newest of a tab's handlers counts, and none can be removed.
  await page.routeWebSocket('**/api/live**', (socket) => void socket.connectToServer())
  await tell(page, 'left')
  await page.waitForURL(login)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Opens an address of members after another tab has signed in. */
async function enter(page: Page, address: string): Promise<void> {
  await page.evaluate((asked) => {
    history.pushState(null, '', asked)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page.waitForURL(login)
  await tell(page, 'in')
}

/** Has the program receive a message of another tab about the session. */
function tell(page: Page, message: 'in' | 'left'): Promise<void> {
  return page.evaluate((data) => {
    const channel = new BroadcastChannel('covo.session')
    channel.postMessage(data)
    channel.close()
  }, message)
}

/** Removes the data that other states left on the device; only the tab's own store shows that it is a new one. */
function forgetOthers() {
  if (!sessionStorage.getItem('isKnown')) localStorage.clear()
  sessionStorage.setItem('isKnown', 'yes')
}

/** Lets axe look for faults on the page; `where` names the place in its findings. */
export async function examine(
  page: Page,
  { isBeforeScreen = false, repeatsRegions = false }: ScreenState,
  where: string,
): Promise<void> {
  const rules = {
    'target-size': { enabled: true },
    'page-has-heading-one': { enabled: !isBeforeScreen },
    'landmark-unique': { enabled: !repeatsRegions },
  }
  await waitForMeasuredRows(page)
  await waitForAnimations(page)
  // A page that shows several states gets its program once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeProgram)
  const violations = await page.evaluate(async (run) => {
    // Passed rules are not described, which would take half of the time.
    const found = await window.axe.run(document, { rules: run, resultTypes: ['violations'] })
    return found.violations
  }, rules)
  expect.soft(violations.map(describeViolation), where).toEqual([])
}

/** A virtual list measures its rows some frames after the window has changed; until then they may lie over each other. */
async function waitForMeasuredRows(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const places = () =>
      [...document.querySelectorAll('[role=log] article')].map((row) => row.getBoundingClientRect().y).join()
    let last = ''
    for (let sameFrames = 0; sameFrames < 3; ) {
      await new Promise(requestAnimationFrame)
      sameFrames = places() === last ? sameFrames + 1 : 0
      last = places()
    }
  })
}

/** What appears by an animation has the colours of its end only then; one that repeats for ever is not awaited. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    // A cancelled animation rejects: its element has gone.
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Fails where one would have to scroll sideways to read, or could not read at all. */
export async function expectNoWideContents(page: Page, where: string): Promise<void> {
  const wide = () =>
    page.evaluate(() =>
      [
        document.documentElement,
        ...document.querySelectorAll('main, dialog[open], [role=dialog], [role=log]'),
      ]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} in ${clientWidth}`),
    )
  // A menu follows its button a frame after the window has changed.
  await expect.configure({ soft: true }).poll(wide, where).toEqual([])
}

/** In a window of 1280 pixels at 400 % (WCAG 1.4.10). */
export async function expectReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  await expectNoWideContents(page, '320 pixels')
}

function describeViolation({ id, nodes }: axe.Result) {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`
}

/** The sample community, made once for all states. */
async function fillDatabase(port: string) {
  const client = new pg.Client(embeddedDatabase(join(COVO_E2E_DATA, port)))
  await client.connect()
  try {
    await seedCommunity(client, Date.now())
  } finally {
    await client.end()
  }
}
