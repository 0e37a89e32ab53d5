import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { linkFor } from '../outbox.ts'

test('a forgotten password is reset by a mailed link, once', async ({
  page,
  anna,
  openBrowser,
  announced,
}) => {
  announced.push(/status of (401|422|410)/)
  await anna.page.goto('/app/home')
  await page.goto('/Login')
  await page.getByLabel('Email').fill('gia@scritta.it')
  await page.getByRole('link', { name: 'Password dimenticata?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reimposta password')
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByLabel('Email')).toHaveValue('gia@scritta.it')
  await page.getByLabel('Email').fill('storta')
  await page.getByRole('button', { name: 'Invia link' }).click()
  await expect(page.getByRole('alert')).toHaveText('Inserisci un indirizzo email valido.')
  await page.getByLabel('Email').fill(anna.email)
  await page.getByRole('button', { name: 'Invia link' }).click()
  await expect(page.getByRole('status')).toContainText('Se esiste un account con questo indirizzo')

  const link = await linkFor(anna.email, '/reset-password')
  await page.goto(link.replace('#', '?'))
  await expect(page.getByRole('button', { name: 'Invia link' })).toBeVisible()
  await page.goto(link)
  const submit = page.getByRole('button', { name: 'Imposta password' })
  const [password, confirmation] = [
    page.getByLabel('Nuova password', { exact: true }),
    page.getByLabel('Conferma nuova password'),
  ]
  const other = await (await openBrowser()).newPage()
  await other.goto(link)
  for (const [first, second, text] of [
    ['Tana-nuova9', 'Tana-altra9', 'Le password non coincidono.'],
    [anna.email, anna.email, 'La password è troppo debole.'],
  ] as const) {
    await password.fill(first)
    await confirmation.fill(second)
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText(text)
  }
  await password.fill('Tana-nuova9')
  await confirmation.fill('Tana-nuova9')
  await submit.click()
  await expect(page.getByRole('status')).toHaveText('Password cambiata. Ora puoi accedere.')
  // The session that the account had is over, in the tab where it was open too.
  await expect(anna.page).toHaveURL('/Login')

  // Where its page was open before, too.
  await other.getByLabel('Nuova password', { exact: true }).fill('Tana-altra9')
  await other.getByLabel('Conferma nuova password').fill('Tana-altra9')
  await other.getByRole('button', { name: 'Imposta password' }).click()
  await expect(other.getByRole('alert')).toHaveText('Il link non è valido o è scaduto. Richiedine uno nuovo.')
  await expect(other.getByLabel('Nuova password', { exact: true })).toHaveCount(0)
  await other.getByRole('link', { name: 'Chiedi un nuovo link' }).click()
  await expect(other.getByRole('button', { name: 'Invia link' })).toBeVisible()

  await page.getByRole('link', { name: 'Accedi' }).click()
  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill('Tana-nuova9')
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL('/app/home')
})

test('a link that could not be checked may be tried', long, async ({ page, announced }) => {
  announced.push(/ERR_FAILED/)
  await page.route('**/api/auth/reset-link', (route) => route.abort())
  await page.goto('/reset-password#token=chissa')
  await expect(page.getByRole('button', { name: 'Imposta password' })).toBeVisible()
})
