import { makeToken } from '@covo/testing/member-actions'
import { visit } from '@covo/testing/visitor'
import { expect, test } from '../actors.ts'

test('a developer reads an operation and tries it by their own token, by the keyboard', async ({
  page,
  anna,
  announced,
}) => {
  // The first try is without a token.
  announced.push(/401/)
  await page.goto('/sviluppatori')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ API$/)
  await expect(page.getByRole('banner').getByRole('link')).toHaveAttribute('href', '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Per cominciare' })).toBeFocused()
  const section = page.getByRole('navigation', { name: 'Sezioni' }).getByRole('link', { name: 'Chat' })
  await section.click()
  await expect(page.getByRole('heading', { name: 'Chat', exact: true })).toBeInViewport()
  await expect(section).toBeInViewport()

  const operation = page.locator('#sendMessage')
  await operation.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(operation.getByText('Permesso del token: chat:write')).toBeVisible()
  await operation.getByLabel('conversationId').fill('generale')
  const body = { clientId: crypto.randomUUID(), text: 'Dalla pagina di riferimento' }
  await operation.getByLabel('Corpo').fill(JSON.stringify(body))
  const answer = operation.getByRole('status')
  await operation.getByLabel('Corpo').press('Tab')
  await page.keyboard.press('Enter')
  await expect(answer).toContainText('common.unauthenticated')

  const origin = new URL(page.url()).origin
  const { cookies } = await anna.context.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { secret } = await makeToken(visit(origin, { cookie }), 'chat:write')
  await page.getByRole('textbox', { name: 'Token', exact: true }).fill(secret)
  await operation.getByRole('button', { name: 'Prova' }).click()
  await expect(answer).toContainText(/^201/)
  await expect(answer).toContainText('RateLimit: "messageBurst";r=29')
  await expect(answer).toContainText(body.text)
  await operation.getByRole('button', { name: 'Prova' }).click()
  await expect(answer).toContainText(/^200/)

  await page.locator('#readAccount').locator('summary').click()
  await expect(page.locator('#readAccount')).toContainText('Solo dal browser')
  await expect(page.locator('#readAccount').getByRole('button')).toHaveCount(0)
})
