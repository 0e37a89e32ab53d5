import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './actors.ts'

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1440])
    test.describe(`${colorScheme}, ${width} pixels`, () => {
      test('screens of a visitor', async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 800 })
        for (const path of ['/', '/Login', '/Register', '/reset-password']) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          if (path === '/Register') await page.getByRole('button', { name: 'Inizia Ora' }).click()
          expect((await new AxeBuilder({ page }).analyze()).violations, path).toEqual([])
        }
      })

      test('screens of a member', async ({ anna, bruno }) => {
        const { page } = anna
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 800 })
        await anna.writes('Guarda `printf` su https://lettura.esempio.org')
        await bruno.writes('Grazie!')
        for (const path of ['/app/home', '/app/chat-generale', '/app/eventi']) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          if (path === '/app/chat-generale') {
            await expect(page.getByRole('log')).toContainText('Grazie!')
            await page.getByPlaceholder('Scrivi un messaggio...').fill('a'.repeat(1900))
            await expect(page.getByText('100 caratteri rimasti')).toBeVisible()
          }
          expect((await new AxeBuilder({ page }).analyze()).violations, path).toEqual([])
        }
      })
    })

test('nothing scrolls sideways at 320 pixels', async ({ page, anna }) => {
  for (const [visitor, paths] of [
    [page, ['/', '/Login', '/Register', '/reset-password']],
    [
      anna.page,
      ['/app/home', '/app/profilo', '/app/eventi', '/app/chat-generale', '/app/amici', '/app/impostazioni'],
    ],
  ] as const) {
    await visitor.setViewportSize({ width: 320, height: 640 })
    for (const path of paths) {
      await visitor.goto(path)
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await visitor.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
  }
})
