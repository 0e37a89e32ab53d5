import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'

/** The elements before the reader's eyes and under their finger, with their distances from the top of the window. */
const places = (parts: Locator[]) =>
  Promise.all(parts.map(async (part) => Math.round((await part.boundingBox())?.y ?? Number.NaN)))

/** Fails where anything of the form moves when `act` brings an error. */
async function expectStill(parts: Locator[], error: Locator, act: () => Promise<unknown>) {
  await expect(error).toHaveCount(0)
  // The font that replaces a system's moves a line by a pixel.
  await error.page().evaluate(() => document.fonts.ready.then(() => {}))
  const before = await places(parts)
  await act()
  await expect(error).toBeVisible()
  expect(await places(parts)).toEqual(before)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

for (const width of [1440, 360])
  test(`${width} pixels wide, an error moves nothing of a form`, long, async ({ page, anna, announced }) => {
    announced.push(/status of (401|500)/)
    for (const one of [page, anna.page]) await one.setViewportSize({ width, height: 900 })

    await test.step('of the login', async () => {
      await page.goto('/Login')
      const parts = [
        heading(page),
        field(page, 'Email'),
        field(page, 'Password'),
        page.getByRole('link', { name: 'Password dimenticata?' }),
        button(page, 'Accedi'),
      ]
      const missing = page.getByText('Email e password sono obbligatori.')
      await expectStill(parts, missing, () => button(page, 'Accedi').click())
      await field(page, 'Email').fill('nessuna@esempio.it')
      await field(page, 'Password').fill('Tana-verde9')
      await expect(missing).toHaveCount(0)
      await expectStill(parts, page.getByText('Email o password non validi.'), () =>
        button(page, 'Accedi').click(),
      )
    })

    await test.step('of the registration', async () => {
      await page.route('**/api/auth/register', (route) =>
        route.fulfill({ status: 500, json: { code: 'common.internal', requestId: 'x' } }),
      )
      await page.goto('/Register')
      const parts = [
        heading(page),
        ...['Email', 'Username', 'Password', 'Conferma password'].map((name) => field(page, name)),
        button(page, 'Inizia Ora'),
      ]
      const submit = () => button(page, 'Inizia Ora').click()
      await expectStill(parts, page.getByText('Tutti i campi obbligatori'), submit)
      await field(page, 'Email').fill('nessuna@esempio.it')
      await field(page, 'Password').fill('tana')
      await expectStill(parts, page.getByText('Le password non coincidono.'), () =>
        field(page, 'Conferma password').fill('t'),
      )
      await field(page, 'Conferma password').fill('tana')
      await expectStill(parts, page.getByText('La password deve essere di almeno 6 caratteri.'), submit)
      await field(page, 'Password').fill('Tana-verde9')
      await field(page, 'Conferma password').fill('Tana-verde9')
      await expectStill(parts, page.getByText('Errore durante la registrazione. Riprova.'), submit)
    })

    await test.step('of the reset', async () => {
      await page.goto('/reset-password')
      const parts = [heading(page), field(page, 'Email'), button(page, 'Invia link')]
      await expectStill(parts, page.getByText('Inserisci un indirizzo email valido.'), () =>
        button(page, 'Invia link').click(),
      )
    })

    await test.step('above it in the dialog of an event', async () => {
      await anna.page.goto('/app/eventi')
      await button(anna.page, 'Crea Evento').click()
      const dialog = anna.page.getByRole('dialog')
      const parts = [dialog.getByRole('heading'), dialog.getByLabel('Titolo *')]
      await expect(dialog.getByLabel('Titolo *')).toBeFocused()
      // The dialog has come to rest.
      await dialog.evaluate((element) =>
        Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
      )
      await expectStill(parts, dialog.getByRole('alert'), () =>
        dialog.getByRole('button', { name: 'Crea' }).click(),
      )
    })
  })
