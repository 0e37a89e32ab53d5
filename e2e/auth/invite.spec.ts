import { expect, test } from '../actors.ts'
import { registeringBy } from '../screens/state.ts'

test('the link of an invite fills in its code, which the registration sends', async ({ page, announced }) => {
  announced.push(/422/)
  await registeringBy('invite')(page)
  const sent: unknown[] = []
  await page.route('**/api/auth/register', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ status: 422, json: { code: 'auth.invite_invalid', requestId: '' } })
  })
  await page.goto('/Register#invito=ABCDEF-GHJKMN-PQRSTU-VWXYZ2')
  const code = page.getByLabel('Codice invito *')
  await expect(code).toHaveValue('ABCDEF-GHJKMN-PQRSTU-VWXYZ2')
  await page.getByLabel('Email', { exact: true }).fill('ospite@esempio.it')
  await page.getByLabel('Password', { exact: true }).fill('Tana-verde9')
  await page.getByLabel('Conferma password', { exact: true }).fill('Tana-verde9')
  await page.getByRole('button', { name: 'Inizia Ora' }).click()
  await expect(page.getByRole('alert')).toHaveText('Il codice invito non è valido.')
  await expect(code).toBeFocused()
  expect(sent).toMatchObject([{ invite: 'ABCDEF-GHJKMN-PQRSTU-VWXYZ2' }])
  await code.fill(' ')
  await page.getByRole('button', { name: 'Inizia Ora' }).click()
  await expect(page.getByRole('alert')).toHaveText('Tutti i campi obbligatori devono essere compilati.')
  expect(sent).toHaveLength(1)
})
