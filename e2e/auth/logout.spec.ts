import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'

test.beforeEach(({ announced }) => {
  // The socket may report the end before the answer does; then the page requests the session.
  announced.push(/status of 401/)
})

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test(
  'a logout deletes unsent text in every tab; an expired session leaves it',
  long,
  async ({ anna, bruno }) => {
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
      else {
        // Signed out elsewhere: here the session just ends.
        const cookies = await context.cookies()
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
        const { origin } = new URL(page.url())
        const ended = await fetch(`${origin}/api/auth/logout`, {
          method: 'POST',
          headers: { origin, cookie },
        })
        expect(ended.status).toBe(204)
      }
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
  async ({ anna, bruno }) => {
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

test('a logout signs out every tab, and every other browser with the session', async ({
  anna,
  openBrowser,
}) => {
  const sameSession = await openBrowser({ storageState: await anna.context.storageState() })
  const otherTab = await anna.context.newPage()
  const otherBrowser = await sameSession.newPage()
  await anna.page.goto('/app/home')
  await otherTab.goto('/app/chat-generale')
  await otherBrowser.goto('/app/chat-generale')
  await expect(otherTab.getByText('connesso')).toBeVisible()
  await expect(otherBrowser.getByText('connesso')).toBeVisible()

  await anna.page.getByRole('button', { name: 'Logout' }).click()

  for (const page of [anna.page, otherTab, otherBrowser]) {
    await expect(page).toHaveURL('/Login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await anna.page.goto('/app/home')
  await expect(anna.page).toHaveURL('/Login')
})

test('a failed logout shows an error and changes nothing', long, async ({ anna, announced }) => {
  announced.push(/ERR_FAILED/)
  await anna.page.goto('/app/home')
  await anna.page.route('**/api/auth/logout', (route) => route.abort())
  await anna.page.getByRole('button', { name: 'Logout' }).click()
  await expect(anna.page.getByRole('alert')).toContainText('Operazione fallita.')
  await expect(anna.page).toHaveURL('/app/home')
})

test('a sign-in after a logout starts at the home', long, async ({ anna }) => {
  await anna.page.goto('/app/impostazioni')
  await anna.page.getByRole('button', { name: 'Logout' }).click()
  await anna.page.getByLabel('Email').fill(anna.email)
  await anna.page.getByLabel('Password', { exact: true }).fill(anna.password)
  await anna.page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(anna.page).toHaveURL('/app/home')
})
