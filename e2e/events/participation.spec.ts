import { randomUUID } from 'node:crypto'
import { expect, test } from '../actors.ts'
import { card, openEvents, organise } from './organise.ts'

test('the number of participants changes everywhere, live', async ({ anna, bruno, carla }) => {
  const title = `Notte ${randomUUID()}`
  await organise(anna, { title })
  const otherTab = await bruno.context.newPage()
  await Promise.all([
    openEvents(anna, title),
    openEvents(bruno, title),
    openEvents({ ...bruno, page: otherTab }, title),
    openEvents(carla, title),
  ])
  const pages = [anna.page, bruno.page, otherTab, carla.page]
  await expect(card(anna.page, title)).toContainText('Organizzi tu')
  await expect(card(anna.page, title).getByRole('button')).toHaveCount(0)

  await card(bruno.page, title).getByRole('button', { name: 'Partecipa' }).click()
  for (const page of pages) await expect(card(page, title)).toContainText('1 partecipante')
  for (const page of [bruno.page, otherTab])
    await expect(card(page, title).getByRole('button', { name: 'Partecipo', pressed: true })).toBeVisible()
  await expect(
    card(carla.page, title).getByRole('button', { name: 'Partecipa', pressed: false }),
  ).toBeVisible()

  await card(carla.page, title).getByRole('button', { name: 'Partecipa' }).click()
  for (const page of pages) await expect(card(page, title)).toContainText('2 partecipanti')
  await card(otherTab, title).getByRole('button', { name: 'Partecipo' }).click()
  for (const page of pages) await expect(card(page, title)).toContainText('1 partecipante')
  await expect(card(bruno.page, title).getByRole('button', { name: 'Partecipa' })).toBeVisible()
  await bruno.page.reload()
  await bruno.page.getByLabel('Cerca eventi').fill(title)
  await expect(card(bruno.page, title).getByRole('button', { name: 'Partecipa' })).toBeVisible()
})

test('a change that fails is shown at once and taken back, and leads to the login without a session', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/ERR_FAILED|401|403|404|409|429|500/)
  const { page } = bruno
  const title = `Notte ${randomUUID()}`
  await organise(anna, { title })
  await openEvents(bruno, title)
  const join = card(page, title).getByRole('button', { name: 'Partecipa' })
  await expect(join).toBeVisible()
  for (const [status, code, text] of [
    [0, '', 'Errore: Operazione fallita.'],
    [500, 'common.internal', 'Errore: Operazione fallita.'],
    [404, 'events.not_found', "Errore: L'evento non esiste più."],
    [409, 'events.ended', "Errore: L'evento è già terminato."],
    [429, 'events.too_many_changes', 'Troppi cambi in poco tempo. Riprova tra 9 secondi.'],
    [
      403,
      'events.organizer_cannot_participate',
      'Come organizzatore, le tue modifiche alla partecipazione avvengono in altro modo o non sono previste tramite questo pulsante.',
    ],
  ] as const) {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/participation', async (route) => {
      await answered
      await (status
        ? route.fulfill({ status, json: { code, params: { seconds: 9 }, requestId: 'x' } })
        : route.abort())
    })
    await join.click()
    await expect(card(page, title).getByRole('button', { name: 'Partecipo' })).toBeVisible()
    await expect(card(page, title)).toContainText('1 partecipante')
    answer()
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(join).toBeVisible()
    await expect(card(page, title)).toContainText('0 partecipanti')
    await page.getByRole('alert').getByRole('button').click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unrouteAll()
  }
  const joined = page.waitForResponse('**/participation')
  await join.click()
  await expect(card(page, title)).toContainText('1 partecipante')
  await joined
  await page.route('**/participation', (route) =>
    route.fulfill({ status: 401, json: { code: 'common.unauthenticated', requestId: 'x' } }),
  )
  // A press before the page has read the answer to the one before does nothing.
  await expect(async () => {
    await card(page, title).getByRole('button', { name: 'Partecipo' }).click({ timeout: 1000 })
    await page.waitForURL('/Login', { timeout: 5000 })
  }).toPass()
  await expect(page.getByRole('alert')).toContainText(
    'Devi effettuare il login per partecipare o abbandonare un evento.',
  )
})
