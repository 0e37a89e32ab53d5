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

test('both fields are required', async ({ page, anna }) => {
  const { email, password, submit, problem } = fields(page)
  await submit.click()
  await expect(problem).toHaveText('Email e password sono obbligatori.')
  await expect(email).toBeFocused()
  await email.fill(anna.email)
  await submit.click()
  await expect(problem).toHaveText('Email e password sono obbligatori.')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('Email e password sono obbligatori.')
})

test('a wrong password, then the right one', async ({ page, anna, announced }) => {
  announced.push(/401/)
  const { email, password, submit, problem } = fields(page)
  await email.fill(anna.email)
  await password.fill('sbagliata')
  await password.press('Enter')
  await expect(problem).toHaveText('Email o password non validi.')
  await expect(email).toHaveValue(anna.email)
  await expect(password).toHaveValue('sbagliata')

  await email.fill(anna.email.toUpperCase())
  await password.fill(anna.password)
  await submit.click()
  await expect(page).toHaveURL('/app/home')
  await expect(page.getByRole('banner')).toContainText(anna.name)
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

test(
  'any other failure shows the general error, and the button shows that it is busy',
  long,
  async ({ page, anna, announced }) => {
    announced.push(/500|ERR_FAILED/)
    const { email, password, submit, problem } = fields(page)
    await email.fill(anna.email)
    await password.fill(anna.password)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/auth/login', async (route) => {
      await answered
      await route.fulfill({ status: 500, json: { code: 'common.internal', requestId: 'x' } })
    })
    await submit.click()
    await expect(page.getByRole('button', { name: 'Accesso in corso...' })).toBeVisible()
    answer()
    await expect(problem).toHaveText('Errore durante il login. Riprova.')
    await page.unrouteAll()
    await page.route('**/api/auth/login', (route) => route.abort())
    await submit.click()
    await expect(problem).toHaveText('Errore durante il login. Riprova.')
    await page.unrouteAll()
    await submit.click()
    await expect(page).toHaveURL('/app/home')
  },
)

test('a login in one tab reaches the others', long, async ({ page, context, anna }) => {
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()
  const { email, password, submit } = fields(page)
  await email.fill(anna.email)
  await password.fill(anna.password)
  await submit.click()
  await expect(other).toHaveURL('/app/home')
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
