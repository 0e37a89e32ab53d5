import { expect, expectToast, test } from '../actors.ts'

test('an account is closed, and kept by a sign-in that says so', async ({ anna, announced }) => {
  announced.push(/status of 40[13]/)
  const { page } = anna
  await page.goto('/app/impostazioni')
  await page.getByRole('button', { name: 'Elimina Il Mio Account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Elimina Il Mio Account' })
  await expect(dialog).toContainText(
    "Attenzione: l'operazione è irreversibile e tutti i tuoi dati andranno persi. Vuoi continuare?",
  )
  await expect(dialog).toContainText('Hai 14 giorni per ripensarci: basta accedere.')
  await expect(dialog).not.toContainText('Organizzi')
  const messages = dialog.getByRole('group', { name: 'I tuoi messaggi' })
  await expect(messages.getByRole('radio', { name: 'Lasciali, senza il mio nome' })).toBeChecked()
  await messages.getByRole('radio', { name: 'Elimina anche i loro testi' }).check()
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Elimina Il Mio Account' }).click()
  await dialog.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(page).toHaveURL('/')
  const in14Days = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000)
  const date = in14Days.toLocaleDateString('it-IT', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    // The browser's.
    timeZone: 'Europe/Rome',
  })
  await expect(page.getByRole('alert')).toHaveText(
    `Il tuo account sarà eliminato il ${date}. Per annullare accedi prima di allora.`,
  )

  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email', { exact: true }).fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  const signIn = page.getByRole('button', { name: 'Accedi', exact: true })
  await signIn.click()
  const closing = page.getByRole('alertdialog', { name: 'Account in eliminazione' })
  await expect(closing).toContainText(
    `Il tuo account sarà eliminato il ${date}. Vuoi annullare l'eliminazione e accedere?`,
  )
  await closing.getByRole('button', { name: 'Lascia così' }).click()
  await expect(closing).toBeHidden()
  await expect(page).toHaveURL('/Login')
  await signIn.click()
  await closing.getByRole('button', { name: "Annulla l'eliminazione" }).click()
  await expect(page).toHaveURL('/app/home')
  await expectToast(page, 'Eliminazione annullata.')
})
