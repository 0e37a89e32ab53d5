import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'

/** What a person does in the popup, at the provider's own pages. */
async function signInAtProvider(popup: Page, login: string) {
  await popup.getByPlaceholder('Enter any login').fill(login)
  await popup.getByPlaceholder('and password').fill('una qualsiasi')
  await popup.getByRole('button', { name: 'Sign-in' }).click()
  await popup.getByRole('button', { name: 'Continue' }).click()
}

async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continua con Esempio' }).click()
  return await opening
}

test.beforeEach(({ announced }) => {
  // The provider's own pages ask for a font and an icon that are not there; a session that is not there answers 401.
  announced.push(/ERR_NAME_NOT_RESOLVED/, /status of 404/, /status of 401/)
})

test('signs in at the provider and opens the page that was asked for', async ({ page }) => {
  await page.goto('/app/chat-generale')
  const login = `nuova.${randomUUID().slice(0, 8)}`
  await signInAtProvider(await openPopup(page), login)
  await expect(page.getByRole('heading', { level: 1, name: 'Chat Generale' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(login)
})

test('says that it was cancelled when the popup is closed', async ({ page }) => {
  await page.goto('/Login')
  const popup = await openPopup(page)
  await popup.getByPlaceholder('Enter any login').waitFor()
  await popup.close()
  await expect(page.getByRole('alert')).toHaveText('Login con Esempio annullato.')
})

test('says that it was cancelled when the consent is refused', async ({ page }) => {
  await page.goto('/Login')
  const popup = await openPopup(page)
  await popup.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('Login con Esempio annullato.')
})

test('never opens the account that has the address', async ({ page, anna }) => {
  await page.goto('/Login')
  await signInAtProvider(await openPopup(page), anna.email)
  await expect(page.getByRole('alert')).toHaveText('Errore durante il login con Esempio. Riprova.')
  await expect(page).toHaveURL('/Login')
})

test('says so when the browser blocks the popup', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/Login')
  await page.getByRole('button', { name: 'Continua con Esempio' }).click()
  await expect(page.getByRole('alert')).toHaveText('Errore durante il login con Esempio. Riprova.')
})

test('believes the session, not the popup that only looks closed', async ({ page }) => {
  await page.goto('/Login')
  await page.evaluate(() => {
    // The popup's last words get lost.
    BroadcastChannel.prototype.addEventListener = () => {}
  })
  await signInAtProvider(await openPopup(page), `zitta.${randomUUID().slice(0, 8)}`)
  await expect(page).toHaveURL('/app/home')
})
