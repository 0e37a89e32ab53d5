import { expect, test } from '../actors.ts'
import { linkFor } from '../outbox.ts'
import { confirmAddress } from './confirm-address.ts'

test('a member changes their address by the link of a mail, and takes the change back', async ({
  page,
  anna,
  announced,
}) => {
  // The member's page sends one more request when their session has ended.
  announced.push(/status of 401/)
  const email = `nuova.${anna.email}`
  await anna.page.goto('/app/impostazioni')
  await expect(anna.page.getByText(`Indirizzo attuale: ${anna.email} (da confermare)`)).toBeVisible()
  await confirmAddress(anna)
  await anna.page.goto('/app/impostazioni')
  await expect(anna.page.getByText(`Indirizzo attuale: ${anna.email} (confermato)`)).toBeVisible()
  await anna.page.getByLabel('Nuova email').fill(email)
  await anna.page.getByRole('button', { name: 'Invia conferma' }).click()
  await expect(
    anna.page.getByText(`Ti abbiamo scritto a ${email}. L'indirizzo cambia quando apri il link.`),
  ).toBeVisible()
  await expect(anna.page.getByText(`In attesa di conferma: ${email}`)).toBeVisible()
  await expect(anna.page.getByRole('button', { name: 'Annulla la modifica' })).toBeVisible()
  await anna.page.getByLabel('Nuova email').fill('sbagliata')
  await anna.page.getByRole('button', { name: 'Invia conferma' }).click()
  await expect(anna.page.getByText('Inserisci un indirizzo email valido.')).toBeVisible()
  await expect(anna.page.getByText('Ti abbiamo scritto a')).toHaveCount(0)

  // In the member's own browser, where their session goes on.
  const other = await anna.context.newPage()
  await other.goto(await linkFor(email, '/conferma-email'))
  await other.getByRole('button', { name: "Conferma l'indirizzo" }).click()
  await expect(other.getByRole('status')).toHaveText(`Indirizzo confermato: ${email}.`)
  await expect(anna.page.getByText(`Indirizzo attuale: ${email} (confermato)`)).toBeVisible()
  await expect(anna.page.getByText('In attesa di conferma:')).toHaveCount(0)

  await page.goto(await linkFor(anna.email, '/annulla-cambio-email'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annulla cambio email')
  await page.getByRole('button', { name: "Ripristina l'indirizzo" }).click()
  await expect(page.getByRole('status')).toHaveText(
    'Indirizzo ripristinato. Ti abbiamo mandato un link per scegliere una nuova password.',
  )
  await expect(anna.page).toHaveURL('/Login')
  await linkFor(anna.email, '/reset-password')
})
