import { firstVisitBudget, type Transfer, transfersOf } from '@covo/testing/transfers'
import type { Page } from '@playwright/test'
import { expect, menuPaths, muteSocket, test } from '../actors.ts'
import { nextYear, organise } from '../events/organise.ts'

const hashed = /^\/assets\/.+-[\w-]{7}\.(js|css|woff2)$/

const pageOf = (transfers: Transfer[]) =>
  transfers.find(({ response }) => response.request().isNavigationRequest())?.response

/** Scripts and styles that the page itself doesn't name: the browser learned of them from another file, so they came late. */
async function lateFiles(page: Page, path: string): Promise<string[]> {
  const transfers = await transfersOf(page, path)
  const html = (await pageOf(transfers)?.text()) ?? ''
  return transfers
    .map(({ url }) => url.pathname)
    .filter((file) => /\.(js|css)$/.test(file) && !html.includes(`"${file}"`))
}

/** A month without the events of other tests, some of which have letters that need another font. */
const listed = `/eventi?categoria=contest&mese=${nextYear}-10`

for (const path of ['/', listed, '/Login'])
  test(`${path} is small, from one place and ready without a question`, async ({ anna, page, baseURL }) => {
    // As many as a member may create in an hour.
    if (path === listed)
      for (let day = 1; day <= 20; day += 1)
        await organise(anna, {
          title: `Gara di ottobre, giornata ${day}`,
          description: `Una descrizione del giorno ${day}, lunga come di solito: ${'sfide, premi e una cena. '.repeat(5)}`,
          category: 'contest',
          dateTime: `${nextYear}-10-${String(day).padStart(2, '0')}T12:00:00.000Z`,
        })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const transfers = await transfersOf(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked.filter((one) => one.startsWith('/api'))).toEqual([])
    expect(new Set(transfers.map(({ url }) => url.origin))).toEqual(new Set([baseURL]))
    expect(transfers.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(firstVisitBudget)

    const assets = transfers.filter(({ url }) => url.pathname.startsWith('/assets/'))
    expect(assets.length).toBeGreaterThan(3)
    for (const { url, bytes, response } of assets) {
      expect(url.pathname).toMatch(hashed)
      const headers = response.headers()
      expect(headers['cache-control'], url.pathname).toBe('public, max-age=31536000, immutable')
      // A font is compressed by its format, and a smaller file not at all (vite.config.ts).
      if (!url.pathname.endsWith('.woff2') && bytes >= 500)
        expect(headers['content-encoding'], url.pathname).toBe('br')
    }
    expect(pageOf(transfers)?.headers()['cache-control']).toBe('no-store')
  })

test('a page names the files of its first screen', async ({ page }) => {
  for (const path of ['/', '/eventi', '/Login', '/Register'])
    expect(await lateFiles(page, path), path).toEqual([])
})

test("a member's page names the files of its first screen", async ({ anna }) => {
  for (const path of ['/', ...menuPaths]) {
    const late = await lateFiles(anna.page, path)
    // Toasts and their files come after the screen.
    expect(
      late.filter((file) => /\.screen-|\/shell-/.test(file)),
      path,
    ).toEqual([])
  }
})

test('requests that a page starts before its scripts are not repeated', async ({ anna }) => {
  const { page } = anna
  // News would refetch the messages.
  await muteSocket(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const html = (await (await page.goto('/app/chat-generale'))?.text()) ?? ''
  await expect(page.getByPlaceholder('Scrivi un messaggio...')).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const path of ['/api/profiles/me', '/api/chat/generale/messages']) {
    expect(html).toContain(`<link rel="preload" as="fetch" href="${path}"`)
    expect(asked.filter((one) => one === path)).toHaveLength(1)
  }
})

test('search engines and previews find their tags without scripts', async ({ openBrowser }) => {
  const page = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  await page.goto('/')
  const tagline = 'Unisciti alla rivoluzione digitale • Connetti • Crea • Innova'
  await expect(page).toHaveTitle('Covo')
  for (const [name, content] of [
    ['name="description"', tagline],
    ['property="og:title"', 'Covo'],
    ['property="og:description"', tagline],
    ['property="og:image"', /\/social-card\.png$/],
    ['name="twitter:card"', 'summary_large_image'],
  ] as const)
    await expect(page.locator(`meta[${name}]`)).toHaveAttribute('content', content)
})
