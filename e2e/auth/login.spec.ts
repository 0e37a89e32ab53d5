import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'

const fields = (page: Page) => ({
  email: page.getByLabel('Email'),
  password: page.getByLabel('Password', { exact: true }),
  submit: page.getByRole('button', { name: 'Accedi', exact: true }),
  problem: page.getByRole('alert'),
})

test.beforeEach(async ({ page }) => {
  await page.goto('/Login')
})

test('fields are missing, the password is wrong, the server fails, then all tabs are signed in', async ({
  page,
  context,
  anna,
  announced,
}) => {
  announced.push(/401|500/)
  const { email, password, submit, problem } = fields(page)
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()
  await submit.click()
  await expect(problem).toHaveText('Email e password sono obbligatori.')
  await expect(email).toBeFocused()
  await email.fill(anna.email)
  await password.fill('sbagliata')
  await password.press('Enter')
  await expect(problem).toHaveText('Email o password non validi.')
  await expect(email).toHaveValue(anna.email)
  await expect(password).toHaveValue('sbagliata')

  await email.fill(anna.email.toUpperCase())
  await password.fill(anna.password)
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 500, json: { code: 'common.internal', requestId: 'x' } }),
  )
  await submit.click()
  await expect(problem).toHaveText('Errore durante il login. Riprova.')
  await page.unrouteAll()
  await submit.click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/app/home')
    await expect(tab.getByRole('banner')).toContainText(anna.name)
  }
})

test('after too many wrong passwords the right one does not help either', async ({
  page,
  anna,
  announced,
}) => {
  announced.push(/401|429/)
  // By the page itself: the limit counts by address, and the machine has more than one.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const status = await page.evaluate(
      async (json) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(json) }))
          .status
      },
      { email: anna.email, password: 'sbagliata' },
    )
    expect(status).toBe(401)
  }
  const { email, password, submit, problem } = fields(page)
  await email.fill(anna.email)
  await password.fill(anna.password)
  await submit.click()
  await expect(problem).toHaveText(
    'Accesso temporaneamente disabilitato a causa di troppi tentativi falliti. Riprova più tardi.',
  )
})

test('the panel with the logo needs 768 pixels, beside the registration 992', long, async ({ page }) => {
  const panel = page.getByText('~/covo')
  for (const width of [768, 992]) {
    await page.setViewportSize({ width: width - 1, height: 800 })
    await expect(panel).toBeHidden()
    await page.setViewportSize({ width, height: 800 })
    await expect(panel).toBeVisible()
    await page.goto('/Register')
  }
})
