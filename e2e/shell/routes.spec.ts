import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { box, uidOf } from '../chat/talk.ts'

const screens = [
  { path: '/app/home', entry: 'Home', title: 'Home · Covo' },
  { path: '/app/profilo', entry: 'Profilo', title: 'Profilo · Covo' },
  { path: '/app/eventi', entry: 'Eventi', title: 'Eventi · Covo' },
  { path: '/app/chat-generale', entry: 'Chat Generale', title: 'Chat Generale · Covo' },
  { path: '/app/amici', entry: 'Amici', title: 'Amici · Covo' },
  { path: '/app/impostazioni', entry: 'Impostazioni', title: 'Impostazioni · Covo' },
]

/** What has the focus when a screen opens. */
const startOf = (page: Page, path: string) =>
  path === '/app/chat-generale' ? box(page) : page.getByRole('heading', { level: 1 })

test.describe('signed out', () => {
  test("a visitor's screens are shown, and an unknown address leads to the landing page", async ({
    page,
  }) => {
    for (const [path, title] of [
      ['/Login', 'Accedi · Covo'],
      ['/login', 'Accedi · Covo'],
      ['/Register', 'Registrati · Covo'],
      ['/register', 'Registrati · Covo'],
      ['/reset-password', 'Reimposta password · Covo'],
      ['/conferma-email', 'Conferma indirizzo · Covo'],
      ['/reclamo', 'Reclamo · Covo'],
    ] as const) {
      await page.goto(path)
      await expect(page).toHaveTitle(title)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
    }
    for (const path of ['/HomePage', '/altro', '/altro/ancora', '/appendice']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
    }
    await expect(page).toHaveTitle('Covo')
    for (const text of [
      'Unisciti alla rivoluzione digitale • Connetti • Crea • Innova',
      '24/7 Community Online',
      'infinite Possibilità',
    ])
      await expect(page.getByText(text)).toBeVisible()
  })

  test("a member's screens ask to sign in", async ({ page }) => {
    for (const path of ['/app', '/app/chat/uno_due', ...screens.map((screen) => screen.path)]) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/Login')
      await expect(page.getByRole('navigation', { name: 'Menu principale' })).toHaveCount(0)
    }
  })
})

test.describe('signed in', () => {
  test("a member's screens are shown, and current in the menu; other addresses lead to the home", async ({
    anna,
  }) => {
    for (const { path, entry, title } of screens) {
      await anna.page.goto(path)
      await expect(anna.page).toHaveURL(path)
      await expect(anna.page).toHaveTitle(title)
      await expect(anna.page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(anna.page.getByRole('main')).toHaveCount(1)
      const menu = anna.page.getByRole('navigation', { name: 'Menu principale' })
      await expect(menu.getByRole('link')).toHaveText(screens.map((screen) => screen.entry))
      await expect(menu.locator('[aria-current=page]')).toHaveText(entry)
      await expect(startOf(anna.page, path)).toBeFocused()
    }
    const ofVisitors = ['/', '/Login', '/login', '/Register']
    const unknown = ['/HomePage', '/altro', '/app', '/app/altro']
    const withoutId = ['/app/profilo/anna', '/app/eventi/nessuno', '/app/eventi/serata/chat']
    for (const path of [...ofVisitors, ...unknown, ...withoutId]) {
      await anna.page.goto(path)
      await expect(anna.page, path).toHaveURL('/app/home')
    }
    await anna.page.goto(`/app/profilo/${(await uidOf(anna)).toUpperCase()}`)
    await expect(anna.page).toHaveURL('/app/profilo')

    const profile = await (await anna.context.request.get('/api/profiles/me')).json()
    await anna.page.route('**/api/profiles/me', (route) =>
      route.fulfill({ json: { ...profile, displayName: '', email: '' } }),
    )
    await anna.page.goto('/app/home')
    await expect(anna.page.getByRole('banner').getByText('Utente', { exact: true })).toBeVisible()
  })

  test('the menu leads everywhere, and the focus goes to the heading, in a chat to its box', async ({
    anna,
  }) => {
    await anna.page.goto('/app/home')
    for (const { path, entry } of screens.slice(1)) {
      await anna.page
        .getByRole('navigation', { name: 'Menu principale' })
        .getByRole('link', { name: entry })
        .click()
      await expect(anna.page).toHaveURL(path)
      await expect(startOf(anna.page, path)).toBeFocused()
    }
    await anna.page.getByRole('banner').getByRole('link', { name: anna.name }).click()
    await expect(anna.page).toHaveURL('/app/profilo')
  })
})

test('the first stop of Tab leads past the header and the menu', async ({ anna, page }) => {
  await page.goto('/regole')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await anna.page.goto('/app/eventi')
  await anna.page.locator('a[href], button, input').first().focus()
  for (const one of [page, anna.page]) {
    const link = one.getByRole('link', { name: 'Vai al contenuto' })
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport()
    await one.keyboard.press('Enter')
    await expect(one.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(link).not.toBeInViewport()
  }
})

test.describe('a page asked for while signed out', () => {
  test('is shown after the login', async ({ anna, page }) => {
    await page.goto('/app/profilo?da=mail#in-fondo')
    await expect(page).toHaveURL('/Login')
    await page.getByLabel('Email').fill(anna.email)
    await page.getByLabel('Password', { exact: true }).fill(anna.password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await expect(page).toHaveURL('/app/profilo?da=mail#in-fondo')
  })
})
