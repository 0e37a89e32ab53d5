import { type Actor, expect, test } from '../actors.ts'
import { linkFor } from '../outbox.ts'

async function isConfirmed({ context }: Actor): Promise<boolean> {
  const account = (await (await context.request.get('/api/account')).json()) as { emailVerified: boolean }
  return account.emailVerified
}

test('an address is confirmed by a press on the page of the mailed link, once', async ({
  page,
  anna,
  announced,
}) => {
  announced.push(/status of 410/)
  const { origin } = new URL(test.info().project.use.baseURL ?? '')
  await anna.context.request.post('/api/account/verification-mail', { headers: { origin } })
  const link = await linkFor(anna.email, '/conferma-email')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferma indirizzo')
  const confirm = page.getByRole('button', { name: "Conferma l'indirizzo" })
  await expect(confirm).toBeVisible()
  expect(await isConfirmed(anna)).toBe(false)
  await confirm.click()
  await expect(page.getByRole('status')).toHaveText(`Indirizzo confermato: ${anna.email}.`)
  expect(await isConfirmed(anna)).toBe(true)
  await page.getByRole('link', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/Login')

  await page.goto(link)
  await confirm.click()
  const invalid = 'Il link non è valido o è scaduto. Richiedine uno nuovo.'
  await expect(page.getByRole('alert')).toHaveText(invalid)
  await expect(confirm).toHaveCount(0)
  await page.goto('/conferma-email')
  await expect(page.getByRole('alert')).toHaveText(invalid)
})
