import { randomUUID } from 'node:crypto'
import * as cast from '@covo/testing/cast'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { menuScreens } from '../apps/web/src/screens.ts'

/** A member with a browser of their own, already signed in. */
export type Actor = cast.CastMember & {
  context: BrowserContext
  page: Page
  /** Writes in the general chat through the API. */
  writes(text: string): Promise<void>
}

type Fixtures = {
  anna: Actor
  bruno: Actor
  carla: Actor
  dario: Actor
  /** Error messages of the browser's console that the test brings about on purpose; any other one fails it. */
  announced: RegExp[]
  /** Whether browsers ask to save data, and so prefetch no screen, which takes a third of the processor time of a page. */
  savesData: boolean
  /** A further browser, watched like all others. */
  openBrowser: (options?: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>
  failOnProblems: undefined
  problems: string[]
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  announced: async ({}, use) => {
    await use([])
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  problems: async ({}, use) => {
    await use([])
  },
  failOnProblems: [
    async ({ announced, problems }, use) => {
      await use(undefined)
      expect(problems.filter((problem) => !announced.some((pattern) => pattern.test(problem)))).toEqual([])
    },
    { auto: true },
  ],
  savesData: [true, { option: true }],
  context: async ({ context, problems, savesData }, use) => {
    await watch(context, problems)
    if (savesData) await saveData(context)
    await use(context)
    await endRoutes(context)
  },
  openBrowser: async ({ browser, problems, savesData }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      await watch(context, problems)
      if (savesData) await saveData(context)
      return context
    })
    for (const context of opened) await endRoutes(context)
    await Promise.all(opened.map((context) => context.close()))
  },
  anna: async ({ openBrowser }, use) => use(await register(openBrowser, cast.anna)),
  bruno: async ({ openBrowser }, use) => use(await register(openBrowser, cast.bruno)),
  carla: async ({ openBrowser }, use) => use(await register(openBrowser, cast.carla)),
  dario: async ({ openBrowser }, use) => use(await register(openBrowser, cast.dario)),
})

export { expect }

/**
 * Expects that the page has shown a toast with this text since it was opened. Most toasts vanish after a few seconds, which may
 * pass between two looks of a test at its page on a busy machine.
 */
export async function expectToast(page: Page, text: string): Promise<void> {
  const shown = () => page.evaluate(() => (window as unknown as { shownAlerts: string[] }).shownAlerts)
  await expect.poll(shown).toContainEqual(expect.stringContaining(text))
}

/** The addresses of the menu. */
export const menuPaths = menuScreens.map(({ path }) => path)

/** Has a browser ask to save data. */
export async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() =>
    // Configurable, since the script runs twice in a window that begins with an empty document.
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )
}

/**
 * Lets the page's next sockets open and receive nothing: their first frames would make the page refetch everything, and news
 * would change what a test holds still.
 */
export async function muteSocket(page: Page): Promise<void> {
  await page.routeWebSocket('**/api/live**', () => {})
}

/**
 * Ends the actor's session unnoticed by the page, so that the member's next change meets the refusal: the page's own
 * reads, which would be refused too, get no answer.
 */
export async function loseSession({ page, context }: Actor): Promise<void> {
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await route.continue()
  })
  await context.clearCookies()
}

/** An account that nobody else has: the tests share one server. */
export function unique(member: cast.CastMember): cast.CastMember {
  const mark = randomUUID().slice(0, 8)
  return { ...member, name: `${member.name} ${mark}`, email: `${mark}.${member.email}` }
}

/**
 * A handler that still waits for an answer when its page is closed would fail a test that has passed. A popup that closes
 * itself meanwhile has none any more.
 */
async function endRoutes(context: BrowserContext): Promise<void> {
  await Promise.all(
    context.pages().map((page) =>
      page.unrouteAll({ behavior: 'ignoreErrors' }).catch((error: unknown) => {
        if (!page.isClosed()) throw error
      }),
    ),
  )
}

async function watch(context: BrowserContext, problems: string[]) {
  await context.addInitScript(listAlerts)
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
}

/** Keeps the texts of the alerts that the page shows, for `expectToast`. */
function listAlerts() {
  const shownAlerts: string[] = []
  Object.assign(window, { shownAlerts })
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element)
        for (const alert of [node, ...node.querySelectorAll('*')])
          if (alert.role === 'alert') shownAlerts.push(alert.textContent)
  }).observe(document, { childList: true, subtree: true })
}

async function register(openBrowser: Fixtures['openBrowser'], castMember: cast.CastMember): Promise<Actor> {
  const member = unique(castMember)
  const context = await openBrowser()
  const page = await context.newPage()
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  const headers = { origin }
  const { name, email, password } = member
  const answer = await context.request.post('/api/auth/register', {
    headers,
    data: { email, username: name, password, passwordConfirmation: password },
  })
  expect(answer.status()).toBe(201)
  return {
    ...member,
    context,
    page,
    writes: async (text) => {
      const data = { clientId: randomUUID(), text }
      const sent = await context.request.post('/api/chat/generale/messages', { headers, data })
      expect(sent.status()).toBe(201)
    },
  }
}
