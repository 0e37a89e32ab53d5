import { anna as annaOfCast } from '@covo/testing/cast'
import type { Page } from '@playwright/test'
import { expect, test, unique } from '../actors.ts'
import { long } from '../long.ts'

const fields = (page: Page) => ({
  email: page.getByLabel('Email'),
  username: page.getByLabel('Username'),
  password: page.getByLabel('Password', { exact: true }),
  confirmation: page.getByLabel('Conferma password', { exact: true }),
  submit: page.getByRole('button', { name: 'Inizia Ora' }),
})

test.beforeEach(async ({ page }) => {
  await page.goto('/Register')
})

test('a refused field is marked, and nothing typed is lost', async ({ page }) => {
  const { email, username, password, confirmation, submit } = fields(page)
  const problem = page.getByRole('alert')

  await submit.click()
  await expect(problem).toHaveText('Tutti i campi obbligatori devono essere compilati.')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Tutti i campi obbligatori devono essere compilati.')

  await email.fill('anna@esempio.it')
  await username.fill('ab')
  await password.fill('Tana-verde1')
  await confirmation.fill('Tana-verde2')
  await submit.click()
  await expect(problem).toHaveText('Le password non coincidono.')
  await expect(confirmation).toBeFocused()
  await expect(email).toHaveValue('anna@esempio.it')
  await expect(username).toHaveValue('ab')
  await expect(password).toHaveValue('Tana-verde1')
  await expect(confirmation).toHaveValue('Tana-verde2')
})

test('the server’s refusals are shown, then the account is made', async ({ page, bruno, announced }) => {
  announced.push(/409/)
  const member = unique(annaOfCast)
  const { email, username, password, confirmation, submit } = fields(page)
  await email.fill(bruno.email)
  await username.fill(member.name)
  await password.fill(member.password)
  await confirmation.fill(member.password)
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('Questa email è già in uso.')
  await expect(email).toBeFocused()

  await email.fill(member.email)
  await username.fill(bruno.name.toUpperCase())
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('Questo username è già in uso. Scegline un altro.')
  await expect(username).toBeFocused()

  await username.fill(member.name)
  await submit.click()
  await expect(page).toHaveURL('/app/home')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Registrazione completata con successo!' }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bentornato, ${member.name}!`)
})

test('without a username the name comes from the email', long, async ({ page }) => {
  const member = unique(annaOfCast)
  const { email, password, confirmation, submit } = fields(page)
  await email.fill(member.email)
  await password.fill(member.password)
  await confirmation.fill(member.password)
  await submit.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Bentornato, ${member.email.split('@')[0]}!`,
  )
})

test('a failure keeps the form, and the button shows that it is busy', long, async ({ page, announced }) => {
  announced.push(/500|ERR_FAILED/)
  const member = unique(annaOfCast)
  const { email, password, confirmation, submit } = fields(page)
  await email.fill(member.email)
  await password.fill(member.password)
  await confirmation.fill(member.password)

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/auth/register', async (route) => {
    await answered
    await route.fulfill({ status: 500, json: { code: 'common.internal', requestId: 'x' } })
  })
  await submit.click()
  await expect(page.getByRole('button', { name: 'Registrazione...' })).toBeVisible()
  answer()
  await expect(page.getByRole('alert')).toHaveText('Errore durante la registrazione. Riprova.')
  await expect(email).toHaveValue(member.email)
  await expect(password).toHaveValue(member.password)

  await page.unrouteAll()
  await page.route('**/api/auth/register', (route) => route.abort())
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('Errore durante la registrazione. Riprova.')
})

test('a confirmation that differs shows an error while typing', long, async ({ page }) => {
  const { password, confirmation } = fields(page)
  await password.fill('Tana-verde')
  await expect(page.getByText('Le password non coincidono.')).toHaveCount(0)
  await confirmation.fill('Tana')
  await expect(page.getByText('Le password non coincidono.')).toBeVisible()
  await confirmation.fill('Tana-verde')
  await expect(page.getByText('Le password non coincidono.')).toHaveCount(0)
})

test(
  'the length that a password needs is shown before it is typed, its strength once it is',
  long,
  async ({ page }) => {
    const { password } = fields(page)
    await expect(password).toHaveAccessibleDescription('Almeno 6 caratteri')
    await expect(page.getByText('Molto debole')).toHaveCount(0)
    await password.fill('abc')
    await expect(page.getByText('Almeno 6 caratteri')).toHaveText('Almeno 6 caratteri Molto debole')
    for (const [typed, word] of [
      ['abcdef', 'Molto debole'],
      ['abcdefgh', 'Debole'],
      ['Abcdefgh', 'Media'],
      ['Abcdefg1', 'Forte'],
      ['Abcdef1!', 'Molto forte'],
    ] as const) {
      await password.fill(typed)
      await expect(page.getByText('Sicurezza della password')).toHaveText(`Sicurezza della password ${word}`)
    }
  },
)

test('both passwords can be shown', long, async ({ page }) => {
  const { password, confirmation } = fields(page)
  for (const [field, name] of [
    [password, 'password'],
    [confirmation, 'conferma password'],
  ] as const) {
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: `Mostra ${name}`, exact: true }).press('Enter')
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: `Nascondi ${name}`, exact: true }).click()
    await expect(field).toHaveAttribute('type', 'password')
  }
})

test('the panel with the logo needs 992 pixels', long, async ({ page }) => {
  const panel = page.getByText('~/covo')
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(panel).toBeHidden()
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(panel).toBeVisible()
})
