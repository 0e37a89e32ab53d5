import { visit } from '@covo/testing/visitor'
import { expect, test } from '../actors.ts'
import { list } from '../chat/talk.ts'

test('a bot is made, writes by its own name with its mark, gets another token and is deleted', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  await page.goto('/app/impostazioni/api')
  await expect(page.getByText('Non hai nessun bot.')).toBeVisible()
  await page.getByRole('button', { name: 'Crea bot' }).click()
  const form = page.getByRole('dialog', { name: 'Crea bot' })
  await form.getByRole('button', { name: 'Crea', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText('Dai un nome al bot.')
  await form.getByLabel('Nome *').fill('Annunciatore')
  const scopes = form.getByRole('group', { name: 'Permessi *' })
  await expect(scopes.getByRole('checkbox')).toHaveCount(4)
  await scopes.getByLabel('Leggere i profili').check()
  await scopes.getByLabel('Scrivere nelle chat').check()
  await form.getByLabel('Scadenza').selectOption('Mai')
  await form.getByRole('button', { name: 'Crea', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Il tuo token' })
  await expect(shown).toContainText('Non lo vedrai più.')
  await expect(shown.getByRole('button', { name: 'Copia token' })).toBeVisible()
  const origin = new URL(page.url()).origin
  const programOf = async () => visit(origin, { token: (await shown.locator('code').textContent()) ?? '' })
  const program = await programOf()
  await shown.getByRole('button', { name: 'Fine' }).click()
  const row = page.getByRole('list', { name: 'I tuoi bot' }).getByRole('listitem')
  await expect(row).toContainText('Annunciatore bot')

  const text = 'La sfida 12 è aperta.'
  const sent = await program.post('/api/chat/generale/messages', { clientId: crypto.randomUUID(), text })
  expect(sent.status).toBe(201)
  await bruno.page.goto('/app/chat-generale')
  const message = list(bruno.page).getByRole('article').filter({ hasText: text })
  await expect(message).toContainText('Annunciatore bot')
  await message.getByRole('link', { name: 'Annunciatore' }).click()
  await expect(bruno.page.getByText('Questo è un bot')).toBeVisible()
  await expect(bruno.page.getByRole('heading', { level: 1 })).toHaveText('Annunciatore bot')
  await expect(bruno.page.getByRole('button', { name: 'Aggiungi Amico' })).toHaveCount(0)

  await row.getByRole('button', { name: 'Nuovo token' }).click()
  const renewal = page.getByRole('dialog', { name: 'Nuovo token' })
  await expect(renewal.getByLabel('Scrivere nelle chat')).toBeChecked()
  await renewal.getByRole('button', { name: 'Crea', exact: true }).click()
  const renewed = await programOf()
  await shown.getByRole('button', { name: 'Fine' }).click()
  const statusOf = async (one: typeof program) => (await one.fetch('/api/profiles/me')).status
  expect([await statusOf(program), await statusOf(renewed)]).toEqual([401, 200])

  await row.getByRole('button', { name: 'Elimina' }).click()
  const question = page.getByRole('alertdialog', { name: 'Elimina bot' })
  await expect(question).toContainText('Annunciatore')
  await question.getByRole('button', { name: 'Elimina' }).click()
  await expect(page.getByText('Non hai nessun bot.')).toBeVisible()
  expect(await statusOf(renewed)).toBe(401)
})

test('a webhook of a bot is made, posts by its address and is revoked', async ({ anna }) => {
  const { page } = anna
  await page.goto('/app/impostazioni/api')
  const origin = new URL(page.url()).origin
  const form = { name: 'Postino', scopes: ['chat:write'], expiresInDays: null }
  await page.request.post('/api/bots', { headers: { origin }, data: form })
  const bot = page.getByRole('list', { name: 'I tuoi bot' }).getByRole('listitem').first()
  await bot.getByRole('button', { name: 'Crea webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crea webhook' })
  await dialog.getByRole('button', { name: 'Crea', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Dai un nome al webhook.')
  await dialog.getByLabel('Nome *').fill('Sfide su GitHub')
  await dialog.getByRole('button', { name: 'Crea', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Il tuo indirizzo' })
  await expect(shown).toContainText('Non lo vedrai più.')
  const address = (await shown.locator('code').textContent()) ?? ''
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copia indirizzo' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await shown.getByRole('button', { name: 'Fine' }).click()

  const post = async () =>
    await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'La sfida 13 è aperta.' }),
    })
  expect((await post()).status).toBe(201)
  await page.reload()
  const row = page.getByRole('list', { name: 'Webhook di Postino' }).getByRole('listitem')
  await expect(row).toContainText('Ultimo uso: oggi')
  await row.getByRole('button', { name: 'Revoca' }).click()
  await page
    .getByRole('alertdialog', { name: 'Revoca webhook' })
    .getByRole('button', { name: 'Revoca' })
    .click()
  await expect(row).toHaveCount(0)
  expect((await post()).status).toBe(401)
})
