import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { card } from './organise.ts'

const dialog = (page: Page, name = 'Crea Nuovo Evento') => page.getByRole('dialog', { name })
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const source = (page: Page) => field(page, 'Pagina su CTFtime')
const fillIn = (page: Page) => dialog(page).getByRole('button', { name: 'Compila' }).click()

async function openDialog({ page }: Actor) {
  await page.goto('/app/eventi')
  await page.getByRole('button', { name: 'Crea Evento' }).click()
  await dialog(page).getByText('Altre opzioni').click()
}

test('an event of CTFtime fills the form in, and its page leads back there', async ({
  anna,
  bruno,
  browser,
  announced,
}) => {
  announced.push(/404|422/)
  const { page } = anna
  await openDialog(anna)
  await source(page).fill('https://ctftime.org/team/1')
  await fillIn(page)
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toHaveText("Incolla l'indirizzo di un evento su CTFtime.")
  await expect(source(page)).toBeFocused()
  await source(page).fill('https://ctftime.org/event/999')
  await expect(alert).toHaveCount(0)
  await fillIn(page)
  await expect(alert).toHaveText('CTFtime non ha questo evento.')
  await expect(alert).toBeInViewport({ ratio: 0.9 })
  await expect(source(page)).toHaveAccessibleDescription('CTFtime non ha questo evento.')

  await source(page).fill(' ctftime.org/event/1000/tasks/ ')
  const sent = page.waitForRequest('**/api/events/ctftime')
  await source(page).press('Enter')
  expect((await sent).postDataJSON()).toEqual({ link: 'https://ctftime.org/event/1000/' })
  await expect(field(page, 'Titolo *')).toHaveValue('Esempio CTF 2027')
  await expect(field(page, 'Titolo *')).toBeFocused()
  await expect(field(page, 'Titolo *')).toBeInViewport()
  await expect(field(page, 'Descrizione *')).toHaveValue(
    'Sfide jeopardy per tutti.\n\nPremi per i primi tre.',
  )
  await expect(field(page, 'Data e ora di inizio *')).toHaveValue('2027-07-01T12:00')
  await expect(field(page, 'Termine *')).toHaveValue('2027-07-03T16:00')
  await expect(field(page, 'Link *')).toHaveValue('https://ctf.esempio.it/')
  await expect(field(page, 'Durata *')).toHaveValue('2 giorni e 4 ore')
  await expect(dialog(page).getByText('Fuso: UTC', { exact: true })).toBeVisible()
  await expect(field(page, 'Dove')).toHaveValue('online')
  await expect(alert).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Crea', exact: true }).click()
  await card(page, 'Esempio CTF 2027').getByRole('link', { name: 'Esempio CTF 2027' }).click()
  const address = 'https://ctftime.org/event/1000/'
  const link = page.getByRole('link', { name: 'CTFtime', exact: true })
  await expect(page.getByText('fonte', { exact: true })).toBeVisible()
  await expect(link).toHaveAttribute('href', address)
  await expect(link).toHaveAttribute('rel', /noopener.*nofollow/)
  await page.getByRole('button', { name: 'Modifica', exact: true }).click()
  const editing = dialog(page, 'Modifica Evento')
  await expect(editing.getByLabel('Pagina su CTFtime')).toHaveValue(address)
  await editing.getByRole('button', { name: 'Compila' }).click()
  await expect(editing.getByLabel('Titolo *', { exact: true })).toBeFocused()
  await expect(editing.getByRole('status').filter({ hasText: "Questo evento c'è già." })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // The next look-up leads to it.
  await openDialog(bruno)
  await source(bruno.page).fill('https://ctftime.org/event/1000')
  await fillIn(bruno.page)
  const note = dialog(bruno.page).getByRole('status').filter({ hasText: "Questo evento c'è già." })
  const path = new URL(page.url()).pathname
  await expect(note.getByRole('link')).toHaveAttribute('href', path)
  await expect(note).toBeInViewport({ ratio: 0.9 })
  await expect(field(bruno.page, 'Titolo *')).toHaveValue('')

  const visitor = await browser.newPage()
  await visitor.goto(path.replace('/app', ''))
  await expect(visitor.getByRole('link', { name: 'CTFtime', exact: true })).toHaveAttribute('href', address)
  await visitor.close()
})

test(
  'typed text is replaced only when asked, and not by an answer to a dialog that was given up',
  long,
  async ({ anna }) => {
    const { page } = anna
    await openDialog(anna)
    await field(page, 'Titolo *').fill('Il mio titolo')
    await field(page, 'Data e ora di inizio *').fill('2027-08-01T10:00')
    await source(page).fill('https://ctftime.org/event/1001/')
    const ask = page.getByRole('alertdialog', { name: 'Sostituire quello che hai scritto?' })
    await fillIn(page)
    await expect(ask.getByRole('button', { name: 'Tieni' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(ask).toBeHidden()
    await expect(field(page, 'Titolo *')).toHaveValue('Il mio titolo')
    await expect(field(page, 'Data e ora di inizio *')).toHaveValue('2027-08-01T10:00')
    await expect(dialog(page).getByText('Fuso: Europe/Rome', { exact: true })).toBeVisible()
    await expect(field(page, 'Link *')).toHaveValue('https://ctf.esempio.it/')
    await expect(field(page, 'Indirizzo')).toHaveValue('Via Zamboni 33, Bologna')

    await fillIn(page)
    await ask.getByRole('button', { name: 'Tieni' }).click()
    await expect(field(page, 'Titolo *')).toHaveValue('Il mio titolo')
    await fillIn(page)
    await ask.getByRole('button', { name: 'Sostituisci' }).click()
    await expect(field(page, 'Titolo *')).toHaveValue('Altra CTF 2027')
    await expect(field(page, 'Titolo *')).toBeFocused()
    await expect(field(page, 'Data e ora di inizio *')).toHaveValue('2027-07-01T12:00')
    await expect(field(page, 'Termine *')).toHaveValue('2027-07-03T16:00')
    await expect(dialog(page).getByText('Fuso: UTC', { exact: true })).toBeVisible()

    // Nothing is left to ask about.
    await fillIn(page)
    await expect(field(page, 'Titolo *')).toBeFocused()
    await expect(ask).toBeHidden()

    await dialog(page).getByRole('button', { name: 'Annulla' }).click()
    await openDialog(anna)
    const { promise: isHeld, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/events/ctftime', async (route) => {
      await isHeld
      await route.continue()
    })
    await source(page).fill('https://ctftime.org/event/1001')
    await fillIn(page)
    await dialog(page).getByRole('button', { name: 'Annulla' }).click()
    await expect(dialog(page)).toHaveCount(0)
    const answered = page.waitForResponse('**/api/events/ctftime')
    answer()
    await (await answered).finished()
    await page.reload()
    await page.getByRole('button', { name: 'Crea Evento' }).click()
    await expect(field(page, 'Titolo *')).toBeFocused()
    await expect(field(page, 'Titolo *')).toHaveValue('')
  },
)
