import type { Locator, Page, Route } from '@playwright/test'
import { expect, muteSocket, test } from '../actors.ts'
import { ask, befriend, sendMessage } from '../chat/talk.ts'
import { organise } from '../events/organise.ts'
import { makeTeam } from '../teams/make-team.ts'

test.use({ savesData: false })

const budget = 0.02
/** Milliseconds for an answer of the API: long enough for skeletons to show. */
const slowness = 300

type Shift = { value: number; moved: string[] }

/** The layout shifts so far that no input of the visitor caused. */
function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<{ value: number; moved: string[] }[]>((resolve) => {
        type Entry = PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        const describe = (node: Node | null) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? '')
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as Entry[])
              .filter(({ hadRecentInput }) => !hadRecentInput)
              .map(({ value, sources }) => ({ value, moved: sources.map(({ node }) => describe(node)) })),
          ),
        ).observe({ type: 'layout-shift', buffered: true })
        // Without any shift there is no entry.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
      }),
  )
}

/** Opens a page while answers and the font take their time, and looks on until all is there. */
async function expectStill(page: Page, path: string, ready: Locator): Promise<void> {
  await page.goto(path)
  await expect(ready).toBeVisible()
  await page.waitForLoadState('networkidle')
  const shifts = await shiftsOf(page)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${path}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(budget)
}

/** The browser never caches the answer of an intercepted route, so each page is a first visit. */
async function slowDown(page: Page): Promise<void> {
  const late = (milliseconds: number) => async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await route.continue()
  }
  await page.route('**/api/**', late(slowness))
  await page.route('**/*.woff2', late(2 * slowness))
  // Other members' changes may move the layout.
  await muteSocket(page)
}

for (const width of [360, 1440])
  test.describe(`${width} pixels wide, nothing moves by itself`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('for a visitor', async ({ page }) => {
      await slowDown(page)
      for (const path of ['/', '/Login', '/Register', '/reset-password'])
        await expectStill(page, path, page.getByRole('heading', { level: 1 }))
    })

    test('for a member', async ({ anna, bruno, carla }) => {
      const { page } = anna
      await page.setViewportSize({ width, height: 800 })
      const conversationId = await befriend(anna, bruno)
      await ask(carla, anna)
      for (const text of ['Ci sei?', 'Ho provato il livello 4.\nNiente da fare.', 'Riprovo stasera'])
        await sendMessage(bruno, conversationId, text)
      const soon = new Date(Date.now() + 3_600_000).toISOString()
      const { id: eventId } = await organise(bruno, { title: `Serata ${bruno.name}`, dateTime: soon })
      for (const text of ['Buonasera a tutti', `Guardate ${bruno.name}`, 'A domani']) await carla.writes(text)

      const { id: teamId } = await makeTeam(anna, `Volpi ${anna.name}`)

      await slowDown(page)
      const main = page.getByRole('main')
      for (const [path, ready] of [
        ['/app/home', main.getByText('Riprovo stasera').first()],
        ['/app/profilo', main.getByText(anna.email)],
        ['/app/eventi', main.getByRole('article').first()],
        ['/app/squadre', main.getByRole('region', { name: 'Squadre che cercano' })],
        [`/app/squadre/${teamId}`, main.getByRole('button', { name: 'Crea codice' })],
        [`/app/eventi/${eventId}/squadre`, main.getByRole('region', { name: 'Cercano squadra' })],
        ['/app/chat-generale', main.getByRole('log')],
        ['/app/amici', main.getByText(bruno.name).first()],
        ['/app/impostazioni', main.getByRole('heading', { level: 1 })],
        [`/app/chat/${conversationId}`, main.getByText('Riprovo stasera')],
      ] as const)
        await expectStill(page, path, ready)
    })
  })
