import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { anna } from '@covo/testing/cast'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import { seedCommunity } from '@covo/testing/seed-community'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
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
const { COVO_E2E_DATA = '' } = process.env

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type Sessions = Record<ScreenState['viewer'], Cookies>

export const test = base.extend<
  { openState: (state: ScreenState) => Promise<Page> },
  { sessions: Sessions; sharedContext: BrowserContext }
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
        viewport: windows.at(-1) ?? null,
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
  // Passed rules are not described, which would take half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ rules, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  expect.soft(violations.map(describeViolation), where).toEqual([])
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

function describeViolation({ id, nodes }: Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]) {
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
