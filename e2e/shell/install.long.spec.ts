import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { workerIsReady } from './worker-is-ready.ts'

const { COVO_CHROMIUM_FULL: executablePath } = process.env

test.use({
  serviceWorkers: 'allow',
  // The headless browser of the other tests installs no app.
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use(executablePath ? { ...launchOptions, executablePath } : launchOptions)
    },
    { scope: 'worker' },
  ],
})

test('can be installed, and has its tags for search engines and previews', async ({ page, announced }) => {
  announced.push(/Content Security [Pp]olicy|TrustedScriptURL|TrustedTypePolicy/)
  await page.goto('/')
  await workerIsReady(page)
  const session = await page.context().newCDPSession(page)
  const { errors, data = '' } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  // Nothing else: the browsers of tests are private ones.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])

  const manifest = JSON.parse(data) as { icons: { src: string; sizes: string; type: string }[] }
  expect(manifest).toMatchObject({
    name: 'Covo',
    short_name: 'Covo',
    lang: 'it',
    start_url: '/app/home',
    scope: '/',
    display: 'standalone',
    background_color: '#0f0e0d',
    theme_color: '#0f0e0d',
  })
  for (const { src, sizes } of [
    ...manifest.icons.filter(({ type }) => type === 'image/png'),
    { src: '/apple-touch-icon.png', sizes: '180x180' },
    { src: '/social-card.png', sizes: '1200x630' },
  ])
    expect(await sizeOf(page, src), src).toBe(sizes)
  const refused = await page.evaluate(async () => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): object }
    }
    const policy = await Promise.try(() => trustedTypes.createPolicy('covo', {})).then(
      () => 'made',
      () => 'refused',
    )
    const worker = await navigator.serviceWorker.register('/assets/x.js').then(
      () => 'registered',
      () => 'refused',
    )
    return { policy, worker }
  })
  expect(refused).toEqual({ policy: 'refused', worker: 'refused' })
  const robots = await (await page.request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /app\nDisallow: /api')
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', '/social-card.png')
})

async function sizeOf(page: Page, path: string): Promise<string> {
  const picture = await (await page.request.get(path)).body()
  return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`
}
