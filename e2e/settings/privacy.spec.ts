import { expect, expectToast, test } from '../actors.ts'
import { befriend, uidOf } from '../chat/talk.ts'
import { long } from '../long.ts'

const names = [
  'Mostra la tua email agli amici',
  'Fatti trovare con la tua email',
  'Mostra a chi partecipa agli stessi eventi che ci sono',
  'Mostra quando sono in linea',
  'Invia e mostra le conferme di lettura',
  'Mostra quando sto scrivendo',
]
const members = 'Tutti gli iscritti'
const friends = 'Solo gli amici'
const oneself = 'Solo io'
const selects = [
  { name: 'Chi vede la bio', options: [members, friends, oneself], chosen: friends },
  { name: 'Chi vede la professione', options: [members, friends, oneself], chosen: friends },
  { name: 'Chi vede la città', options: [members, friends, oneself], chosen: friends },
  { name: 'Chi vede il telefono', options: [friends, oneself], chosen: oneself },
  { name: 'Chi vede la data di nascita', options: [friends, oneself], chosen: oneself },
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
  const panel = page.getByRole('region', { name: 'Chi vede che cosa' })
  await expect(panel.getByRole('checkbox')).toHaveCount(names.length)
  for (const [index, name] of names.entries())
    await expect(panel.getByRole('checkbox').nth(index)).toHaveAccessibleName(name)
  for (const name of names) {
    const box = page.getByRole('checkbox', { name, exact: true })
    await expect(box).toBeChecked()
    await box.press('Space')
    await expect(box).not.toBeChecked()
    await expectToast(page, 'Preferenze aggiornate.')
    await expect(other.getByRole('checkbox', { name, exact: true })).not.toBeChecked()
  }
  await page.reload()
  await expect(page.getByRole('checkbox')).toHaveCount(names.length)
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
})

test('each field of the profile is shown to whom its member chooses', async ({ anna, bruno, baseURL }) => {
  await befriend(anna, bruno)
  await anna.context.request.patch('/api/profiles/me', {
    headers: { origin: String(baseURL) },
    data: { telefono: '+39 011 123456', citta: 'Torino' },
  })
  await bruno.page.goto(`/app/profilo/${await uidOf(anna)}`)
  await expect(bruno.page.getByText('Torino')).toBeVisible()
  await expect(bruno.page.getByText('+39 011 123456')).toHaveCount(0)

  const { page, context } = anna
  await page.goto('/app/impostazioni/privacy')
  const other = await context.newPage()
  await other.goto('/app/impostazioni/privacy')
  await expect(other.getByText('connesso')).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveCount(selects.length)
  for (const [index, { name, options, chosen }] of selects.entries()) {
    const select = page.getByRole('combobox').nth(index)
    await expect(select).toHaveAccessibleName(name)
    await expect(select.getByRole('option')).toHaveText(options)
    await expect(select.getByRole('option', { selected: true })).toHaveText(chosen)
  }
  await page.getByLabel('Chi vede il telefono').selectOption(friends)
  await expectToast(page, 'Preferenze aggiornate.')
  await expect(other.getByLabel('Chi vede il telefono')).toHaveValue('friends')
  await page.getByLabel('Chi vede la città').selectOption(oneself)
  await expect(other.getByLabel('Chi vede la città')).toHaveValue('me')

  await bruno.page.reload()
  await expect(bruno.page.getByText('+39 011 123456')).toBeVisible()
  await expect(bruno.page.getByText('Torino')).toHaveCount(0)

  await page.getByLabel('Mostra la tua email agli amici').press('Space')
  await expect(other.getByLabel('Mostra la tua email agli amici')).not.toBeChecked()
  await bruno.page.goto('/app/amici')
  await expect(bruno.page.getByText('Email non disponibile')).toBeVisible()
})

test('a choice that is not stored is taken back', long, async ({ anna: { page }, announced }) => {
  announced.push(/500|ERR_FAILED/)
  await page.goto('/app/impostazioni/privacy')
  const box = page.getByRole('checkbox', { name: 'Mostra quando sto scrivendo' })
  await expect(box).toBeChecked()
  await page.route('**/api/settings/privacy', (route) => route.abort())
  await box.press('Space')
  await expect(page.getByRole('alert').filter({ hasText: 'Operazione fallita.' })).toBeVisible()
  await expect(box).toBeChecked()
  await page.getByLabel('Chi vede la bio').selectOption(oneself)
  await expect(page.getByLabel('Chi vede la bio')).toHaveValue('friends')

  await page.reload()
  await expect(page.getByRole('main').getByText('Operazione fallita.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(box).toBeChecked()
})
