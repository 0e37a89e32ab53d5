import { expect, test } from '../actors.ts'
import { linkFor } from '../outbox.ts'

const path = '/app/impostazioni/notifiche'
const reminders = "Promemoria un giorno e un'ora prima"
const mails = [
  'Mail quando un evento cambia o viene annullato',
  'Mail con i messaggi di chi organizza',
  'Mail con i promemoria',
]

test('reminders and mails are chosen once the address is confirmed', async ({ anna }) => {
  const { page, context, email } = anna
  await page.goto('/app/impostazioni')
  const sections = page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
  await sections.getByRole('link', { name: 'Notifiche' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifiche')
  await expect(sections.getByRole('link', { name: 'Notifiche' })).toHaveAttribute('aria-current', 'page')
  const region = page.getByRole('region', { name: 'Mail' })
  await expect(region.getByText('Per ricevere mail conferma il tuo indirizzo.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: reminders })).toBeChecked()

  await region.getByRole('button', { name: 'Conferma indirizzo' }).click()
  await expect(region.getByRole('status')).toHaveText('Email inviata.')
  const other = await context.newPage()
  await other.goto(await linkFor(email, '/conferma-email'))
  await other.getByRole('button', { name: "Conferma l'indirizzo" }).click()
  await expect(other.getByRole('status')).toBeVisible()

  // The page has learned of it.
  await expect(region.getByRole('checkbox')).toHaveCount(3)
  await expect(region.getByRole('button')).toHaveCount(0)
  for (const [index, name] of mails.entries())
    await expect(region.getByRole('checkbox', { name, exact: true })).toBeChecked({ checked: index === 0 })
  await other.goto(path)
  for (const name of [reminders, ...mails]) {
    const box = page.getByRole('checkbox', { name, exact: true })
    const wasChecked = await box.isChecked()
    await box.press('Space')
    await expect(page.getByRole('alert').filter({ hasText: 'Preferenze aggiornate.' })).toHaveCount(1)
    await expect(other.getByRole('checkbox', { name, exact: true })).toBeChecked({ checked: !wasChecked })
  }
  await page.reload()
  await expect(page.getByRole('checkbox', { name: reminders })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: mails[2] ?? '' })).toBeChecked()
})

test('a choice that is not stored is taken back', async ({ bruno: { page }, announced }) => {
  announced.push(/ERR_FAILED/)
  await page.goto(path)
  const box = page.getByRole('checkbox', { name: reminders })
  await expect(box).toBeChecked()
  await page.route('**/api/notifications/settings', (route) => route.abort())
  await box.press('Space')
  await expect(page.getByRole('alert').filter({ hasText: 'Operazione fallita.' })).toBeVisible()
  await expect(box).toBeChecked()

  await page.reload()
  await expect(page.getByRole('main').getByText('Operazione fallita.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(box).toBeChecked()
})
