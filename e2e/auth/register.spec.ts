import { anna as annaOfCast } from '@covo/testing/cast'
import type { Page } from '@playwright/test'
import { expect, expectToast, test, unique } from '../actors.ts'

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
