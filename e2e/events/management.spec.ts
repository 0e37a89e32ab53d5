import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { card, openEvents, organise } from './organise.ts'

test('two organizers edit at once: one gets an alert, and keeps the typed text', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/409/)
  const title = `Gestita ${randomUUID()}`
  const { id } = await organise(anna, { title })
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  await bruno.context.request.put(`/api/events/${id}/participation`, { headers: { origin } })
  const me = (await (await bruno.context.request.get('/api/profiles/me')).json()) as { uid: string }
  const added = await anna.context.request.put(`/api/events/${id}/organizers/${me.uid}`, {
    headers: { origin },
  })
  expect(added.status()).toBe(204)

  const { page } = anna
  await page.goto(`/app/eventi/${id}`)
  const management = page.getByRole('region', { name: 'Gestione evento' })
  await management.getByRole('button', { name: 'Modifica' }).click()
  const dialog = page.getByRole('dialog', { name: 'Modifica Evento' })
  await dialog.getByLabel('Durata *').fill('Un giorno intero')
  const edited = await bruno.context.request.patch(`/api/events/${id}`, {
    headers: { origin },
    data: { version: 0, link: 'https://ctf.esempio.it/nuovo' },
  })
  expect(edited.status()).toBe(200)
  await expect(dialog.getByRole('alert')).toContainText("Qualcuno ha cambiato l'evento mentre scrivevi.")
  await dialog.getByRole('button', { name: 'Ricarica e tieni il mio testo' }).click()
  await expect(dialog.getByLabel('Link *')).toHaveValue('https://ctf.esempio.it/nuovo')
  await expect(dialog.getByLabel('Durata *')).toHaveValue('Un giorno intero')
  await dialog.getByRole('button', { name: 'Salva modifiche' }).click()
  await expect(dialog).toBeHidden()
  const updates = page.getByRole('list', { name: 'Elenco degli aggiornamenti' })
  await expect(updates.getByRole('listitem')).toHaveCount(2)
  await expect(updates.getByRole('listitem').first()).toContainText('Modificato: durata')
})

test(
  'saving an event raises no alert of the own change; a newer version that cannot be fetched does',
  long,
  async ({ anna, announced }) => {
    announced.push(/ERR_FAILED/)
    const { id } = await organise(anna, { title: `Salvata ${randomUUID()}` })
    const { page } = anna
    const path = `**/api/events/${id}`
    const seen = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      const response = await route.fetch()
      await seen.promise
      await route.fulfill({ response })
    })
    await page.goto(`/app/eventi/${id}`)
    const management = page.getByRole('region', { name: 'Gestione evento' })
    await management.getByRole('button', { name: 'Modifica' }).click()
    const dialog = page.getByRole('dialog', { name: 'Modifica Evento' })
    await dialog.getByLabel('Durata *').fill('Un giorno intero')
    await dialog.getByRole('button', { name: 'Salva modifiche' }).click()
    await expect(page.locator('dd').getByText('Un giorno intero')).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    seen.resolve()
    await expect(dialog).toBeHidden()

    await management.getByRole('button', { name: 'Modifica' }).click()
    const origin = new URL(test.info().project.use.baseURL ?? '').origin
    const edited = await page.request.patch(`/api/events/${id}`, {
      headers: { origin },
      data: { version: 1, duration: 'Due giorni' },
    })
    expect(edited.status()).toBe(200)
    await expect(dialog.getByRole('alert')).toHaveCount(1)
    await page.route(path, (route) => route.abort())
    await dialog.getByRole('button', { name: 'Ricarica e tieni il mio testo' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(2)
    await expect(dialog.getByRole('alert').last()).toHaveText('Errore: Operazione fallita.')
  },
)

test('an event is cancelled with a reason, restored, and deleted', async ({ anna, announced }) => {
  // The page refetches the deleted event once.
  announced.push(/404/)
  const mark = randomUUID()
  const title = `Annullata ${mark}`
  const { id } = await organise(anna, { title })
  const { page } = anna
  await page.goto(`/app/eventi/${id}`)
  const management = page.getByRole('region', { name: 'Gestione evento' })
  await management.getByRole('button', { name: "Annulla l'evento" }).click()
  const cancelling = page.getByRole('alertdialog', { name: "Annulla l'evento" })
  await cancelling.getByLabel('Motivo *').fill('La sala è allagata.')
  await cancelling.getByRole('button', { name: "Annulla l'evento" }).click()
  await expect(page.getByRole('timer')).toHaveText('Annullato')
  const state = page.getByRole('group', { name: "Stato dell'evento" })
  await expect(state).toContainText('La sala è allagata.')
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  // However long the reason is, the title stays in its place.
  expect(await topOf(state)).toBeGreaterThan(await topOf(page.getByRole('heading', { level: 1 })))
  await openEvents(anna, mark)
  await expect(card(page, title).getByText('Annullato', { exact: true })).toBeVisible()

  await card(page, title).getByRole('link', { name: title }).click()
  await management.getByRole('button', { name: "Ripristina l'evento" }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ripristina' }).click()
  await expect(page.getByRole('timer')).toContainText('Inizia tra')
  await expect(page.getByText('Annullato: La sala è allagata.')).toBeVisible()

  await management.getByRole('button', { name: 'Elimina' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(page).toHaveURL('/app/eventi')
})

test('an event is copied, a week later, and the draft of another stays', long, async ({ anna }) => {
  const mark = randomUUID()
  const draft = `Bozza ${mark}`
  const { page } = anna
  await page.goto('/app/eventi')
  await page.getByRole('button', { name: 'Crea Evento' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crea Nuovo Evento' })
  await dialog.getByLabel('Titolo *').fill(draft)
  const { id, dateTime } = await organise(anna, { title: `Serie ${mark}`, description: 'Ogni settimana' })
  await page.goto(`/app/eventi/${id}`)
  await page.getByRole('region', { name: 'Gestione evento' }).getByRole('button', { name: 'Duplica' }).click()
  await expect(dialog.getByLabel('Titolo *')).toHaveValue(`Serie ${mark}`)
  await expect(dialog.getByLabel('Descrizione *')).toHaveValue('Ogni settimana')
  await dialog.getByLabel('Titolo *').fill(`Seconda ${mark}`)
  await dialog.getByRole('button', { name: 'Crea', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Seconda ${mark}` })).toBeVisible()
  const copied = new URL(page.url()).pathname.split('/').at(-1)
  expect(copied).not.toBe(id)
  const event = (await (await page.request.get(`/api/events/${copied}`)).json()) as { dateTime: string }
  expect(Date.parse(event.dateTime) - Date.parse(dateTime)).toBe(7 * 86_400_000)
  await page.goto('/app/eventi')
  await page.getByRole('button', { name: 'Crea Evento' }).click()
  await expect(dialog.getByLabel('Titolo *')).toHaveValue(draft)
})
