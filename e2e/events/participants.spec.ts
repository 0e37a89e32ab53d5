import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { organise } from './organise.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Partecipanti' })
const people = (page: Page) => page.getByRole('list', { name: 'Elenco dei partecipanti' }).getByRole('link')

test('participants are seen by the organizer, and by other participants as far as each lets them', async ({
  anna,
  bruno,
  carla,
}) => {
  const { id } = await organise(anna, { title: `Vista ${randomUUID()}`, capacity: 2 })
  const headers = { origin: new URL(test.info().project.use.baseURL ?? '').origin }
  for (const { page } of [anna, bruno, carla]) {
    await page.goto(`/app/eventi/${id}`)
    await expect(page.getByText('connesso')).toBeVisible()
  }
  await expect(region(anna.page).getByText('Ancora nessuno.')).toBeVisible()
  await bruno.page.getByRole('button', { name: 'Partecipa' }).click()
  await expect(people(anna.page)).toHaveText([bruno.name])
  await expect(people(bruno.page)).toHaveText([bruno.name])
  await expect(
    region(carla.page).getByText('Chi partecipa si vede tra amici e tra partecipanti.'),
  ).toBeVisible()
  await carla.page.getByRole('button', { name: 'Partecipa' }).click()
  await expect(people(carla.page)).toHaveText([carla.name, bruno.name])

  // Bruno hides himself, in all his events at once.
  await bruno.page.goto('/app/impostazioni/privacy')
  const choice = bruno.page.getByRole('checkbox', {
    name: 'Mostra a chi partecipa agli stessi eventi che ci sono',
  })
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(people(carla.page)).toHaveText([carla.name])
  await expect(region(carla.page).getByText('e altri 1', { exact: true })).toBeVisible()
  await expect(people(anna.page)).toHaveText([bruno.name, carla.name])

  // The organizer sees the waiting list, too.
  await carla.context.request.delete(`/api/events/${id}/participation`, { headers })
  await anna.context.request.patch(`/api/events/${id}`, { headers, data: { version: 0, capacity: 1 } })
  await carla.context.request.put(`/api/events/${id}/participation`, { headers })
  await expect(people(anna.page)).toHaveText([bruno.name])
  await anna.page.getByLabel('Mostra', { exact: true }).selectOption("In lista d'attesa")
  await expect(people(anna.page)).toHaveText([carla.name])
  await people(anna.page).last().click()
  await expect(anna.page).toHaveURL(/\/app\/(persone|profil)/)
})
