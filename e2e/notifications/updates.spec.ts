import { randomUUID } from 'node:crypto'
import { expect, expectToast, test } from '../actors.ts'
import { organise } from '../events/organise.ts'

test('participants are notified of changes, a cancellation and messages of an organizer, on any screen', async ({
  anna,
  bruno,
}) => {
  const event = await organise(anna, { title: `Spostata ${randomUUID()}` })
  const { id, title } = event
  const headers = { origin: new URL(test.info().project.use.baseURL ?? '').origin }
  await bruno.context.request.put(`/api/events/${id}/participation`, { headers })
  for (const { page } of [anna, bruno]) {
    // No toast announces a line of the first list.
    const listed = page.waitForResponse('**/api/notifications')
    await page.goto('/app/profilo')
    await listed
    await expect(page.getByText('connesso')).toBeVisible()
  }
  const button = bruno.page.getByRole('button', { name: 'Notifiche', exact: true })

  const dateTime = new Date(Date.parse(event.dateTime) + 3_600_000).toISOString()
  const { request } = anna.context
  await request.patch(`/api/events/${id}`, { headers, data: { version: 0, dateTime, category: 'other' } })
  await expectToast(bruno.page, `Modificato "${title}": inizio.`)
  await expect(button).toHaveAccessibleDescription('1 nuova')
  const message = { clientId: randomUUID(), text: 'Si entra dal retro.' }
  await request.post(`/api/events/${id}/updates`, { headers, data: message })
  await expectToast(bruno.page, `${anna.name} su "${title}": Si entra dal retro.`)
  await request.post(`/api/events/${id}/cancel`, { headers, data: { version: 1, reason: 'Piove.' } })
  await expectToast(bruno.page, `Annullato "${title}": Piove.`)
  await request.post(`/api/events/${id}/restore`, { headers, data: { version: 2 } })
  await expectToast(bruno.page, `Confermato di nuovo "${title}".`)
  await expect(button).toHaveAccessibleDescription('4 nuove')

  // Another tab reads them by opening the event.
  const tab = await bruno.context.newPage()
  await tab.goto(`/app/eventi/${id}`)
  await expect(button).toHaveAccessibleDescription('')
  await button.click()
  const lines = bruno.page.getByRole('list', { name: 'Elenco delle notifiche' }).getByRole('listitem')
  await expect(lines.filter({ hasText: title })).toHaveCount(4)
  await expect(anna.page.getByRole('alert')).toHaveCount(0)
  // That somebody has joined, and nothing of what she did herself.
  await expect(anna.page.getByRole('button', { name: 'Notifiche', exact: true })).toHaveAccessibleDescription(
    '1 nuova',
  )
})
