import type { Page } from '@playwright/test'
import { menuScreens } from '../../apps/web/src/screens.ts'
import { expect, saveData, test } from '../actors.ts'
import { long } from '../long.ts'

test.use({ savesData: false })

/** The scripts that a page asks for from now on. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  return scripts
}

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name })

test('the screens of the menu are loaded once the home has come to rest', async ({ anna }) => {
  const { page } = anna
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const loaded = menuScreens.map(({ file }) => {
    const name = file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length)
    return page.waitForResponse((response) => response.url().includes(`/assets/${name}-`))
  })
  await page.goto('/app/home')
  await Promise.all(loaded)
  // Their scripts, and none of their data.
  const ofFrame = ['/api/events/next', '/api/events/own']
  expect(asked.filter((path) => path.startsWith('/api/events') && !ofFrame.includes(path))).toEqual([])
  const scripts = scriptsOf(page)
  for (const [name, heading] of [
    ['Eventi', 'Eventi nella tua zona'],
    ['Chat Generale', 'Chat Generale'],
    ['Amici', 'Amici'],
    ['Profilo', 'Profilo'],
    ['Impostazioni', 'Impostazioni Account'],
  ] as const) {
    await entry(page, name).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const focused =
      name === 'Chat Generale' ? page.getByRole('textbox') : page.getByRole('heading', { level: 1 })
    await expect(focused).toBeFocused()
  }
  expect(scripts.filter((script) => script.includes('.screen-'))).toEqual([])
})

test(
  'a link that is pointed at is loaded before it is pressed, and one that is touched',
  long,
  async ({ page, openBrowser }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    const loaded = page.waitForResponse(/login\.screen-.*\.js$/)
    await page.getByRole('link', { name: 'Login' }).hover()
    await loaded

    const phone = await (await openBrowser({ hasTouch: true, isMobile: true })).newPage()
    await phone.goto('/', { waitUntil: 'networkidle' })
    const touched = phone.waitForResponse(/register\.screen-.*\.js$/)
    await phone
      .getByRole('link', { name: 'Registrati' })
      .dispatchEvent('pointerover', { pointerType: 'touch' })
    await touched
  },
)

test('a browser that saves data prefetches nothing', long, async ({ page }) => {
  await saveData(page.context())
  await page.goto('/', { waitUntil: 'networkidle' })
  const scripts = scriptsOf(page)
  await page.getByRole('link', { name: 'Login' }).hover()
  await page.getByRole('link', { name: 'Login' }).focus()
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accedi')
  expect(scripts).not.toEqual([])
})

test(
  'a screen whose script takes its time says so, and is then shown as any other',
  long,
  async ({ anna }) => {
    const { page } = anna
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/assets/friends.screen-*.js', async (route) => {
      await answered
      await route.continue()
    })
    await page.goto('/app/home')
    await entry(page, 'Amici').click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Caricamento...')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amici')
    await expect(entry(page, 'Amici')).toHaveAttribute('aria-current', 'page')
    answer()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amici')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page).toHaveTitle('Amici · Covo')
  },
)
