import { visit } from '@covo/testing/visitor'
import { expect, expectToast, test } from '../actors.ts'

test('a token is made once its member has confirmed who they are, shown once, used and revoked', async ({
  anna,
  announced,
}) => {
  announced.push(/403/)
  const { page, password } = anna
  await page.goto('/app/impostazioni')
  const sections = page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
  await sections.getByRole('link', { name: 'API' }).click()
  await expect(page).toHaveURL('/app/impostazioni/api')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Token API', 'Bot'])
  await expect(page.getByText('Non hai nessun token.')).toBeVisible()
  await expect(page.getByRole('link', { name: "Documentazione dell'API" })).toHaveAttribute(
    'href',
    '/sviluppatori',
  )

  await page.getByRole('button', { name: 'Crea token' }).click()
  const form = page.getByRole('dialog', { name: 'Crea token' })
  await form.getByRole('button', { name: 'Crea', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText('Dai un nome al token.')
  await expect(form.getByLabel('Nome *')).toBeFocused()
  await form.getByLabel('Nome *').fill('Bot di casa')
  await form.getByRole('button', { name: 'Crea', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText('Scegli almeno un permesso.')
  await form.getByRole('group', { name: 'Permessi *' }).getByLabel('Scrivere nelle chat').check()
  await form.getByLabel('Scadenza').selectOption('Mai')
  // As ten minutes after the sign-in.
  let refusals = 0
  await page.route('**/api/tokens', async (route) => {
    if (route.request().method() !== 'POST' || refusals > 0) return route.continue()
    refusals += 1
    await route.fulfill({ status: 403, json: { code: 'account.confirmation_needed', requestId: '' } })
  })
  await form.getByRole('button', { name: 'Crea', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await confirmation.getByLabel('Password', { exact: true }).fill(password)
  await confirmation.getByRole('button', { name: 'Conferma', exact: true }).click()

  const shown = page.getByRole('dialog', { name: 'Il tuo token' })
  await expect(shown).toContainText('Non lo vedrai più.')
  const secret = (await shown.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^covo_[\dA-Za-z]{36}$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copia token' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Fine' }).click()
  await expect(shown).toHaveCount(0)
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Crea token' })).toBeFocused()

  const list = page.getByRole('list', { name: 'I tuoi token' })
  const row = list.getByRole('listitem').filter({ hasText: 'Bot di casa' })
  await expect(row).toContainText('Scrivere nelle chat')
  await expect(row).toContainText('non scade')
  await expect(row).toContainText('Mai usato')
  const program = visit(new URL(page.url()).origin, { token: secret })
  const sent = await program.post('/api/chat/generale/messages', {
    clientId: crypto.randomUUID(),
    text: 'Sono un bot.',
  })
  expect(sent.status).toBe(201)
  await page.reload()
  await expect(row).toContainText('Ultimo uso: oggi')

  await row.getByRole('button', { name: 'Revoca' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoca token' })
  await expect(question).toContainText('Bot di casa')
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Revoca' }).click()
  await question.getByRole('button', { name: 'Revoca' }).click()
  await expectToast(page, 'Token revocato.')
  await expect(page.getByText('Non hai nessun token.')).toBeVisible()
  expect((await program.fetch('/api/profiles/me')).status).toBe(401)
})
