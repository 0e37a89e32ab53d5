import { randomUUID } from 'node:crypto'
import { expect, expectToast, test } from '../actors.ts'
import { long } from '../long.ts'
import { card, nextYear, openEvents, organise } from './organise.ts'

const waiting = "In lista d'attesa"

test('a member who comes too late waits, and gets the seat that becomes free', async ({
  anna,
  bruno,
  carla,
}) => {
  const title = `Laboratorio ${randomUUID()}`
  const { id } = await organise(anna, { title, capacity: 1, joinDeadline: `${nextYear}-07-01T10:00:00.000Z` })
  // Counts come a few times a second: the card knows that somebody waits when this one arrives.
  const waitingCount = bruno.page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes(`"${id}","participantsCount":1,"waitingCount":1`),
      ),
    )
  await Promise.all([openEvents(bruno, title), carla.page.goto(`/app/eventi/${id}`)])
  const seat = card(bruno.page, title)
  await expect(seat.getByText('1 liberi su 1')).toBeVisible()
  await seat.getByRole('button', { name: 'Partecipa' }).click()
  await expect(seat.getByText('Al completo', { exact: true })).toBeVisible()
  await expect(seat.getByText('0 liberi su 1')).toBeVisible()

  await expect(carla.page.getByText('iscrizioni entro', { exact: true })).toBeVisible()
  await carla.page.getByRole('button', { name: "Mettiti in lista d'attesa" }).click()
  await expect(carla.page.getByRole('button', { name: waiting, pressed: true })).toBeVisible()
  await expect(carla.page.getByText("Sei in lista d'attesa: posizione 1 di 1.")).toBeVisible()

  await waitingCount
  const leave = bruno.page.getByRole('alertdialog', { name: 'Lasciare il posto?' })
  await seat.getByRole('button', { name: 'Partecipo' }).click()
  await expect(leave).toHaveAccessibleDescription("C'è una lista d'attesa: il tuo posto va a chi aspetta.")
  await leave.getByRole('button', { name: 'Resta' }).click()
  await expect(seat.getByRole('button', { name: 'Partecipo', pressed: true })).toBeVisible()
  await seat.getByRole('button', { name: 'Partecipo' }).click()
  await leave.getByRole('button', { name: 'Lascia il posto' }).click()
  await expect(seat.getByRole('button', { name: "Mettiti in lista d'attesa" })).toBeVisible()

  await expect(carla.page.getByRole('button', { name: 'Partecipo', pressed: true })).toBeVisible()
  await expect(carla.page.getByText(/Sei in lista d'attesa/)).toHaveCount(0)
})

test(
  'a member who joins just after the last seat was taken sees that they wait',
  long,
  async ({ anna, bruno, carla }) => {
    const title = `Laboratorio ${randomUUID()}`
    const { id } = await organise(anna, { title, capacity: 1 })
    const { page } = carla
    // The page knows of a free seat, and misses the news that it is taken.
    await page.routeWebSocket(/.*/, () => {})
    await page.goto(`/app/eventi/${id}`)
    const join = page.getByRole('button', { name: 'Partecipa' })
    await expect(join).toBeVisible()
    const origin = new URL(page.url()).origin
    await bruno.context.request.put(`/api/events/${id}/participation`, { headers: { origin } })
    await join.click()
    await expectToast(page, "I posti sono finiti: sei in lista d'attesa, posizione 1.")
    await expect(page.getByRole('button', { name: waiting, pressed: true })).toBeVisible()
  },
)

test('nobody new joins after the deadline', long, async ({ anna, bruno }) => {
  const title = `Laboratorio ${randomUUID()}`
  const { id } = await organise(anna, { title })
  const { page } = bruno
  await page.route(`**/api/events/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), joinDeadline: '2026-01-01T12:00:00.000Z' } })
  })
  await page.goto(`/app/eventi/${id}`)
  await expect(page.getByText('Iscrizioni chiuse', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Partecipa' })).toHaveCount(0)
})
