import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { organise } from './organise.ts'

const management = (page: Page) => page.getByRole('region', { name: 'Gestione evento' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Organizzatori' })

test('the owner adds an organizer, hands the event over, and leaves it', async ({ anna, bruno }) => {
  const { id } = await organise(anna, { title: `Affidata ${randomUUID()}` })
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  await bruno.context.request.put(`/api/events/${id}/participation`, { headers: { origin } })
  for (const { page } of [anna, bruno]) {
    await page.goto(`/app/eventi/${id}`)
    await expect(page.getByText('connesso')).toBeVisible()
  }
  await expect(management(bruno.page)).toHaveCount(0)

  const { page } = anna
  await management(page).getByRole('button', { name: 'Organizzatori' }).click()
  const search = dialog(page).getByLabel('Cerca tra amici e partecipanti')
  await search.fill(randomUUID())
  await expect(dialog(page).getByText('Nessun risultato.')).toBeVisible()
  await search.fill(bruno.name)
  await dialog(page).getByRole('button', { name: 'Aggiungi', exact: true }).click()
  const people = dialog(page).getByRole('list', { name: 'Organizzatori' }).getByRole('listitem')
  await expect(people).toHaveCount(2)
  await expect(people.nth(1)).toContainText(bruno.name)
  await expect(management(bruno.page)).toBeVisible()

  await people.nth(1).getByRole('button', { name: "Affida l'evento" }).click()
  const question = page.getByRole('alertdialog', { name: "Affida l'evento" })
  await expect(question.getByText(`Affidare l'evento a ${bruno.name}?`)).toBeVisible()
  await question.getByRole('button', { name: 'Affida', exact: true }).click()
  await expect(people.first()).toContainText(bruno.name)
  await expect(bruno.page.getByText(`Affidato a ${bruno.name}`)).toBeVisible()

  await dialog(page).getByRole('button', { name: "Lascia l'organizzazione" }).click()
  await expect(management(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Partecipa' })).toBeVisible()
})

test('the owner removes an organizer', long, async ({ anna, bruno }) => {
  const { id } = await organise(anna, { title: `Tolta ${randomUUID()}` })
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  const { uid } = (await (await bruno.context.request.get('/api/profiles/me')).json()) as { uid: string }
  await bruno.context.request.put(`/api/events/${id}/participation`, { headers: { origin } })
  await anna.context.request.put(`/api/events/${id}/organizers/${uid}`, { headers: { origin } })
  await anna.page.goto(`/app/eventi/${id}`)
  await management(anna.page).getByRole('button', { name: 'Organizzatori' }).click()
  await dialog(anna.page).getByRole('button', { name: 'Rimuovi' }).click()
  await expect(dialog(anna.page).getByRole('listitem')).toHaveCount(1)
})
