import { expect, expectToast, test } from '../actors.ts'
import { codeOfApp } from '../auth/one-time-code.ts'

test('a member who changes the password and ends other devices confirms their identity once', async ({
  anna,
  openBrowser,
  announced,
}) => {
  // Refusals, and the end of the other browser's session.
  announced.push(/401|403|422/)
  const { page, email, password } = anna
  const other = await openBrowser()
  const elsewhere = await other.newPage()
  await elsewhere.goto('/Login')
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(password)
  await elsewhere.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(elsewhere).toHaveURL('/app/home')

  await page.goto('/app/impostazioni')
  const sections = page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
  await sections.getByRole('link', { name: 'Sicurezza' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sicurezza')

  // For password managers, which would ask whose password it is.
  const owner = page.locator('input[autocomplete="username"]')
  await expect(owner).toHaveValue(email)
  await expect(owner).toBeHidden()
  const next = 'Tana-gialla7'
  await page.getByLabel('Password attuale', { exact: true }).fill('sbagliata')
  await page.getByLabel('Nuova password', { exact: true }).fill(next)
  await page.getByLabel('Conferma nuova password', { exact: true }).fill(next)
  await page.getByRole('checkbox', { name: 'Esci dagli altri dispositivi' }).uncheck()
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await expect(page.getByRole('alert')).toHaveText('La password attuale non è corretta.')
  await expect(page.getByLabel('Password attuale', { exact: true })).toBeFocused()
  await page.getByLabel('Password attuale', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Password cambiata.' })).toBeVisible()

  const devices = page.getByRole('list', { name: 'Dispositivi collegati' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').first()).toContainText('Questo dispositivo')
  // As ten minutes later.
  let refusals = 0
  await page.route('**/api/account/sessions', async (route) => {
    if (route.request().method() !== 'DELETE' || refusals > 0) return route.continue()
    refusals += 1
    await route.fulfill({ status: 403, json: { code: 'account.confirmation_needed', requestId: '' } })
  })
  await page.getByRole('button', { name: 'Disconnetti gli altri dispositivi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Conferma', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'La conferma non è riuscita. Controlla i dati e riprova.',
  )
  await dialog.getByLabel('Password', { exact: true }).fill(next)
  await dialog.getByRole('button', { name: 'Conferma', exact: true }).click()
  await expectToast(page, 'Dispositivi disconnessi: 1.')
  await expect(dialog).toHaveCount(0)
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(elsewhere).toHaveURL(/Login|\/$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sicurezza')
})

test('a second factor is turned on, asked for at the sign-in, and turned off', async ({
  anna,
  announced,
}) => {
  announced.push(/401/)
  const { page, email, password } = anna
  await page.goto('/app/impostazioni/sicurezza')
  const panel = page.getByRole('region', { name: 'Verifica in due passaggi' })
  await expect(panel).toContainText('Disattivata')
  await panel.getByRole('button', { name: 'Attiva', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Attiva la verifica in due passaggi' })
  await expect(dialog.getByRole('img', { name: "Codice QR per l'app di autenticazione" })).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await expect(dialog.getByLabel('Codice a 6 cifre')).toBeFocused()
  await dialog.getByLabel('Codice a 6 cifre').fill('000000')
  await dialog.getByRole('button', { name: 'Attiva', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Codice non valido.')
  await dialog.getByLabel('Codice a 6 cifre').fill(codeOfApp(secret))
  await dialog.getByRole('button', { name: 'Attiva', exact: true }).click()
  const codes = page.getByRole('dialog', { name: 'Codici di recupero' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await expect(codes.getByRole('button', { name: 'Fine' })).toBeDisabled()
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('Escape')
  await codes.getByRole('checkbox', { name: 'Li ho salvati' }).check()
  await codes.getByRole('button', { name: 'Fine' }).click()
  await expect(panel).toContainText('Attiva · codici di recupero rimasti: 10')

  await page.context().clearCookies()
  await page.goto('/Login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifica in due passaggi')
  await expect(page.getByLabel('Codice di verifica')).toBeFocused()
  await page.getByLabel('Codice di verifica').fill('000000')
  await page.getByRole('button', { name: 'Verifica', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Codice non valido.')
  await page.getByLabel('Codice di verifica').fill(recoveryCode.toLowerCase())
  await page.getByRole('button', { name: 'Verifica', exact: true }).click()
  await expect(page).toHaveURL('/app/home')

  await page.goto('/app/impostazioni/sicurezza')
  await expect(panel).toContainText('Attiva · codici di recupero rimasti: 9')
  await panel.getByRole('button', { name: 'Disattiva' }).click()
  await expect(panel).toContainText('Disattivata')
})
