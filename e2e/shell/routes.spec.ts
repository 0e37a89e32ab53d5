import { expect, muteSocket, test } from '../actors.ts'
import { box } from '../chat/talk.ts'
import { long } from '../long.ts'

const screens = [
  { path: '/app/home', entry: 'Home', title: 'Home · Covo' },
  { path: '/app/profilo', entry: 'Profilo', title: 'Profilo · Covo' },
  { path: '/app/eventi', entry: 'Eventi', title: 'Eventi · Covo' },
  { path: '/app/chat-generale', entry: 'Chat Generale', title: 'Chat Generale · Covo' },
  { path: '/app/amici', entry: 'Amici', title: 'Amici · Covo' },
  { path: '/app/impostazioni', entry: 'Impostazioni', title: 'Impostazioni · Covo' },
]

test.describe('signed out', () => {
  test("a visitor's screens are shown", async ({ page }) => {
    for (const [path, title] of [
      ['/', 'Covo'],
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
  })

  test('an unknown address leads to the landing page', long, async ({ page }) => {
    for (const path of ['/HomePage', '/altro', '/altro/ancora', '/appendice']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
    }
  })

  test("a member's screens ask to sign in", async ({ page }) => {
    for (const path of ['/app', '/app/chat/uno_due', ...screens.map((screen) => screen.path)]) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/Login')
      await expect(page.getByRole('navigation', { name: 'Menu principale' })).toHaveCount(0)
    }
  })

  test('the landing page leads to login and registration', long, async ({ page }) => {
    await page.goto('/')
    await expect(
      page.getByText('Unisciti alla rivoluzione digitale • Connetti • Crea • Innova'),
    ).toBeVisible()
    await expect(page.getByText('24/7 Community Online')).toBeVisible()
    await expect(page.getByText('infinite Possibilità')).toBeVisible()
    await page.getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/Login')
    await page.getByRole('link', { name: 'Registrati' }).click()
    await expect(page).toHaveURL('/Register')
    await page.getByRole('link', { name: 'Accedi' }).click()
    await expect(page).toHaveURL('/Login')
    await page.getByRole('link', { name: 'Password dimenticata?' }).click()
    await expect(page).toHaveURL('/reset-password')
  })
})

test.describe('signed in', () => {
  test("a visitor's screens and unknown addresses lead to the home", long, async ({ anna }) => {
    const paths = ['/', '/Login', '/login', '/Register', '/HomePage', '/altro', '/app', '/app/altro']
    for (const path of paths) {
      await anna.page.goto(path)
      await expect(anna.page, path).toHaveURL('/app/home')
      await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(`Bentornato, ${anna.name}!`)
    }
  })

  test("a member's screens are shown, and current in the menu", async ({ anna }) => {
    for (const { path, entry, title } of screens) {
      await anna.page.goto(path)
      await expect(anna.page).toHaveURL(path)
      await expect(anna.page).toHaveTitle(title)
      await expect(anna.page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(anna.page.getByRole('main')).toHaveCount(1)
      const menu = anna.page.getByRole('navigation', { name: 'Menu principale' })
      await expect(menu.getByRole('link')).toHaveText(screens.map((screen) => screen.entry))
      await expect(menu.locator('[aria-current=page]')).toHaveText(entry)
    }
  })

  test('a private chat belongs to the friends', long, async ({ anna }) => {
    await anna.page.goto('/app/chat/uno_due')
    const menu = anna.page.getByRole('navigation', { name: 'Menu principale' })
    await expect(menu.locator('[aria-current=page]')).toHaveText('Amici')
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
      const start =
        path === '/app/chat-generale' ? box(anna.page) : anna.page.getByRole('heading', { level: 1 })
      await expect(start).toBeFocused()
    }
    await anna.page.getByRole('banner').getByRole('link', { name: anna.name }).click()
    await expect(anna.page).toHaveURL('/app/profilo')
  })

  test('a member without name and email is called so', long, async ({ anna }) => {
    const profile = await (await anna.context.request.get('/api/profiles/me')).json()
    await anna.page.route('**/api/profiles/me', (route) =>
      route.fulfill({ json: { ...profile, displayName: '', email: '' } }),
    )
    await anna.page.goto('/app/home')
    await expect(anna.page.getByRole('banner').getByText('Utente', { exact: true })).toBeVisible()
  })

  test('while the program is awaited', long, async ({ anna }) => {
    await anna.page.route('**/assets/index-*.js', () => {
      // Never answered: the page's own markup is all there is.
    })
    await anna.page.goto('/app/home', { waitUntil: 'commit' })
    await expect(anna.page.getByRole('status')).toHaveText('Avvio ...')
  })

  test(
    "while the member's document is awaited, and when it does not come",
    long,
    async ({ anna, announced }) => {
      announced.push(/ERR_FAILED/)
      // The socket's first news would refetch it.
      await muteSocket(anna.page)
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      await anna.page.route('**/api/profiles/me', async (route) => {
        await answered
        await route.abort()
      })
      await anna.page.goto('/app/home')
      await expect(anna.page.getByRole('status')).toHaveText('Caricamento utente...')
      answer()
      await expect(anna.page.getByRole('button', { name: 'Riprova' })).toBeVisible()
      await anna.page.unrouteAll()
      await anna.page.getByRole('button', { name: 'Riprova' }).click()
      await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(`Bentornato, ${anna.name}!`)
    },
  )
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

  test('is not one of another site, nor a script', long, async ({ anna, page, announced }) => {
    // The member's page still sends requests after its cookie is removed.
    announced.push(/status of 401/)
    for (const asked of [
      '//male.example/x',
      '/\\male.example',
      'https://male.example',
      'javascript:alert(1)',
    ]) {
      await page.context().clearCookies()
      await page.goto('/Login')
      await page.evaluate((path) => {
        history.replaceState({ ...history.state, usr: { askedPage: path } }, '')
      }, asked)
      await page.reload()
      await page.getByLabel('Email').fill(anna.email)
      await page.getByLabel('Password', { exact: true }).fill(anna.password)
      await page.getByRole('button', { name: 'Accedi', exact: true }).click()
      await expect(page, asked).toHaveURL('/app/home')
    }
  })
})
