import { anna as annaOfCast } from '@covo/testing/cast'
import type { Page } from '@playwright/test'
import { expect, expectToast, test, unique } from '../actors.ts'
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
  await expectToast(page, 'Registrazione completata con successo!')
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

test('passwords are judged while they are typed, compared, and can be shown', long, async ({ page }) => {
  const { password, confirmation } = fields(page)
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

  const differs = page.getByText('Le password non coincidono.')
  await expect(differs).toHaveCount(0)
  await confirmation.fill('Abc')
  await expect(differs).toBeVisible()
  await confirmation.fill('Abcdef1!')
  await expect(differs).toHaveCount(0)

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
