import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'

/** Other tabs and browsers learn of it by their sockets, and request the session. */
const afterLogout = /status of 401/

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

/** Ends the session of a page, which learns it from the server alone. */
async function signOutElsewhere(page: Page) {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { origin } = new URL(page.url())
  const ended = await fetch(`${origin}/api/auth/logout`, { method: 'POST', headers: { origin, cookie } })
  expect(ended.status).toBe(204)
}

test(
  'a logout deletes unsent text in every tab; an expired session leaves it',
  long,
  async ({ anna, bruno, announced }) => {
    announced.push(afterLogout)
    for (const { page, context } of [anna, bruno]) {
      const event = await context.newPage()
      await page.goto('/app/chat-generale')
      await page.getByPlaceholder('Scrivi un messaggio...').fill('una bozza')
      await event.goto('/app/eventi')
      await event.getByRole('button', { name: 'Crea Evento' }).click()
      await event.getByLabel('Titolo').fill('una serata')
      expect([await stored(page), await stored(event)]).toEqual([
        expect.stringContaining('una bozza'),
        expect.stringContaining('una serata'),
      ])
      if (page === anna.page) await page.getByRole('button', { name: 'Logout' }).click()
      else await signOutElsewhere(page)
      await expect(page).toHaveURL('/Login')
      await expect(event).toHaveURL('/Login')
      const isKept = page === bruno.page
      await expect.poll(async () => (await stored(page)).includes('una bozza')).toBe(isKept)
      await expect.poll(async () => (await stored(event)).includes('una serata')).toBe(isKept)
    }
  },
)

test(
  'a sign-in in another tab takes this one to the new session, also of another member',
  long,
  async ({ anna, bruno, announced }) => {
    announced.push(afterLogout)
    const { page, context } = anna
    await page.goto('/app/chat-generale')
    await expect(page.getByText('connesso')).toBeVisible()
    await page.getByPlaceholder('Scrivi un messaggio...').fill('una bozza di Anna')
    const other = await context.newPage()
    await other.goto('/reset-password')
    // As a form would that was open before; without the message to the other tabs.
    const status = await other.evaluate(
      async (json) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(json) }))
          .status
      },
      { email: bruno.email, password: bruno.password },
    )
    expect(status).toBe(200)
    await expect(page.getByRole('banner')).toContainText(bruno.name)
    await expect(page).toHaveURL('/app/chat-generale')
    await expect(page.getByText('connesso')).toBeVisible()
    await expect(page.getByPlaceholder('Scrivi un messaggio...')).toHaveValue('')
    await page.getByPlaceholder('Scrivi un messaggio...').fill('una bozza di Bruno')
    expect(await stored(page)).toContain('una bozza di Anna')
  },
)

test(
  'who signs in again before the page knows that its session ended keeps the page',
  long,
  async ({ anna, announced }) => {
    announced.push(afterLogout)
    const { page, context, email, password } = anna
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/app/eventi')
      await expect(tab.getByText('connesso')).toBeVisible()
    }
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      '**/api/profiles/me',
      async (route) => {
        asked.resolve()
        await released.promise
        await route.fulfill({ status: 200, json: {} })
      },
      { times: 1 },
    )
    await signOutElsewhere(page)
    await asked.promise
    await expect(page).toHaveURL('/Login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await expect(page.getByText('connesso')).toBeVisible()
    await page.evaluate(() => document.body.setAttribute('data-kept', ''))
    const answered = page.waitForResponse('**/api/profiles/me')
    released.resolve()
    await answered
    await page
      .getByRole('navigation', { name: 'Menu principale' })
      .getByRole('link', { name: 'Amici' })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amici')
    await expect(page.locator('body[data-kept]')).toBeVisible()
  },
)

test('a tab that signs out requests nothing more, though its socket closes before the answer', async ({
  anna: { page },
  announced,
}) => {
  announced.push(afterLogout)
  const opened = page.waitForEvent('websocket')
  await page.goto('/app/home')
  await expect(page.getByText('connesso')).toBeVisible()
  const closed = (await opened).waitForEvent('close')
  const requested: string[] = []
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await closed
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/Login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([])
})

test('a logout signs out every tab and every browser with the session, and the next sign-in starts at the home', async ({
  anna,
  openBrowser,
  announced,
}) => {
  announced.push(afterLogout)
  const sameSession = await openBrowser({ storageState: await anna.context.storageState() })
  const otherTab = await anna.context.newPage()
  const otherBrowser = await sameSession.newPage()
  await anna.page.goto('/app/impostazioni')
  await otherTab.goto('/app/chat-generale')
  await otherBrowser.goto('/app/chat-generale')
  await expect(otherTab.getByText('connesso')).toBeVisible()
  await expect(otherBrowser.getByText('connesso')).toBeVisible()

  await anna.page.getByRole('button', { name: 'Logout' }).click()

  for (const page of [anna.page, otherTab, otherBrowser]) {
    await expect(page).toHaveURL('/Login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await otherTab.goto('/app/home')
  await expect(otherTab).toHaveURL('/Login')
  await anna.page.getByLabel('Email').fill(anna.email)
  await anna.page.getByLabel('Password', { exact: true }).fill(anna.password)
  await anna.page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(anna.page).toHaveURL('/app/home')
})
