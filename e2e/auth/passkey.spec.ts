import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'

/** The browser's own authenticator, as a telephone's: it verifies its user, and syncs nothing. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether its finger or PIN is right from now on. */
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey is added, named, signs in, confirms who one is, and is removed', async ({
  anna,
  announced,
  baseURL,
}) => {
  // Requests that are retried after a confirmation.
  announced.push(/403/)
  const { page } = anna
  const authenticator = await addAuthenticator(page)
  await page.goto('/app/impostazioni/sicurezza')
  const panel = page.getByRole('region', { name: 'Passkey' })
  const passkeys = panel.getByRole('list', { name: 'Passkey' })
  await panel.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText(['Passkey del '])
  await passkeys.getByRole('button', { name: 'Rinomina' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rinomina la passkey' })
  await dialog.getByLabel('Nome').fill('Il mio telefono')
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(passkeys.getByRole('listitem')).toContainText(['Il mio telefono'])

  await page.context().clearCookies()
  await page.goto('/Login')
  const signIn = page.getByRole('button', { name: 'Accedi con una passkey' })
  await authenticator.verifies(false)
  await signIn.click()
  await expect(page.getByRole('alert')).toHaveText('Accesso con passkey non riuscito. Riprova.')
  await authenticator.verifies(true)
  await signIn.click()
  await expect(page).toHaveURL('/app/home')

  await page.goto('/app/impostazioni/sicurezza')
  const devices = page.getByRole('list', { name: 'Dispositivi collegati' })
  await expect(devices.getByRole('listitem').first()).toContainText('con passkey')
  // As ten minutes later.
  let refusals = 0
  await page.route('**/api/account/passkeys/*', async (route) => {
    if (route.request().method() !== 'DELETE' || refusals > 0) return route.continue()
    refusals += 1
    await route.fulfill({ status: 403, json: { code: 'account.confirmation_needed', requestId: '' } })
  })
  await passkeys.getByRole('button', { name: 'Rimuovi' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await confirmation.getByRole('button', { name: 'Usa una passkey' }).click()
  await expect(confirmation).toHaveCount(0)
  await expect(passkeys).toHaveCount(0)
  // An address of digits can have none.
  await page.goto(`${baseURL?.replace('localhost', '127.0.0.1')}/Login`)
  await expect(page.getByRole('button', { name: 'Accedi', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accedi con una passkey' })).toHaveCount(0)
})
