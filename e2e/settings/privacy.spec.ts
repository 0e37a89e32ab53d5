import { expect, test } from '../actors.ts'

const names = [
  'Mostra quando sono in linea',
  'Invia e mostra le conferme di lettura',
  'Mostra quando sto scrivendo',
  'Mostra a chi partecipa agli stessi eventi che ci sono',
]

test('each choice is saved at once, and is the same in every tab', async ({ anna }) => {
  const { page, context } = anna
  await page.goto('/app/impostazioni')
  const sections = page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
  await expect(sections.getByRole('link')).toHaveText(['Account', 'Sicurezza', 'Notifiche', 'Privacy', 'API'])
  await expect(sections.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page')
  await sections.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/app/impostazioni/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Chi vede che cosa',
    'Persone bloccate',
    'I tuoi dati',
  ])
  await expect(sections.getByRole('link', { name: 'Privacy' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: 'Impostazioni', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )

  const other = await context.newPage()
  await other.goto('/app/impostazioni/privacy')
  await expect(other.getByText('connesso')).toBeVisible()
  for (const name of names) {
    const box = page.getByRole('checkbox', { name, exact: true })
    await expect(box).toBeChecked()
    await box.press('Space')
    await expect(box).not.toBeChecked()
    await expect(page.getByRole('alert').filter({ hasText: 'Preferenze aggiornate.' })).toHaveCount(1)
    await expect(other.getByRole('checkbox', { name, exact: true })).not.toBeChecked()
  }
  await page.reload()
  await expect(page.getByRole('checkbox')).toHaveCount(names.length)
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
})

test('the confirmation goes after three seconds', async ({ anna: { page } }) => {
  await page.clock.install()
  await page.goto('/app/impostazioni/privacy')
  await expect(page.getByRole('checkbox')).toHaveCount(names.length)
  await page.clock.pauseAt(Date.now() + 10_000)
  const confirmation = page.getByRole('alert').filter({ hasText: 'Preferenze aggiornate.' })
  await page.getByRole('checkbox').first().press('Space')
  await expect(confirmation).toHaveCount(1)
  await page.clock.runFor(2_500)
  await expect(confirmation).toHaveCount(1)
  await page.clock.runFor(1_000)
  await expect(confirmation).toHaveCount(0)
})

test('a choice that is not stored is taken back', async ({ anna: { page }, announced }) => {
  announced.push(/500|ERR_FAILED/)
  await page.goto('/app/impostazioni/privacy')
  const box = page.getByRole('checkbox', { name: 'Mostra quando sto scrivendo' })
  await expect(box).toBeChecked()
  await page.route('**/api/settings/privacy', (route) => route.abort())
  await box.press('Space')
  await expect(page.getByRole('alert').filter({ hasText: 'Operazione fallita.' })).toBeVisible()
  await expect(box).toBeChecked()

  await page.reload()
  await expect(page.getByRole('main').getByText('Operazione fallita.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(box).toBeChecked()
})
