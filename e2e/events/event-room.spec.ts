import { type Actor, expect, expectToast, test } from '../actors.ts'
import { box, list, originOf, sendMessage, textsWith, uidOf, write } from '../chat/talk.ts'
import { long } from '../long.ts'
import { nextYear, organise } from './organise.ts'

const path = (eventId: string) => `/app/eventi/${eventId}`
const roomPath = (eventId: string) => `${path(eventId)}/chat`
const roomId = (eventId: string) => `evento-${eventId}`
const roomLink = "Chat dell'evento"
const outside = "Questa chat è di chi partecipa all'evento."
const readOnly = 'Questa chat è in sola lettura.'

async function join({ context }: Actor, eventId: string): Promise<void> {
  const answer = await context.request.put(`/api/events/${eventId}/participation`, {
    headers: { origin: originOf() },
  })
  expect(answer.status()).toBe(200)
}

test('a participant talks with the organizer in the event’s room, until they leave', async ({
  anna,
  bruno,
  carla,
}) => {
  const { id, title } = await organise(anna, { title: 'Ritrovo in laboratorio' })
  for (const { page } of [anna, bruno, carla]) await page.goto(path(id))
  await expect(carla.page.getByRole('button', { name: 'Partecipa' })).toBeVisible()
  await expect(carla.page.getByRole('link', { name: roomLink })).toHaveCount(0)

  await bruno.page.getByRole('button', { name: 'Partecipa' }).click()
  for (const { page } of [anna, bruno]) {
    await page.getByRole('link', { name: roomLink }).click()
    await expect(page).toHaveURL(roomPath(id))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Chat di ${title}`)
    await expect(page).toHaveTitle(new RegExp(`^Chat di ${title} · `))
    await expect(page.getByRole('heading', { name: 'Regole della Chat' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Eventi', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  await write(anna, 'Chi porta il proiettore?')
  await expect(textsWith(bruno.page, 'Chi porta il proiettore?')).toBeVisible()
  await write(bruno, 'Io.')
  await expect(textsWith(anna.page, 'Io.')).toBeVisible()
  for (const { page } of [anna, bruno]) await expect(page.getByText('2 utenti attivi')).toBeVisible()

  // In another tab, with the room open here.
  const tab = await bruno.context.newPage()
  await tab.goto(path(id))
  await tab.getByRole('button', { name: 'Partecipo' }).click()
  await expect(bruno.page.getByText(outside)).toBeVisible()
  await expect(list(bruno.page)).toHaveCount(0)
  await expect(box(bruno.page)).toHaveCount(0)
  await write(anna, 'Bruno non viene più.')
  await expect(textsWith(anna.page, 'Bruno non viene più.')).toBeVisible()

  await bruno.page.getByRole('link', { name: "Torna all'evento" }).click()
  await expect(bruno.page).toHaveURL(path(id))
  await expect(bruno.page.getByRole('link', { name: roomLink })).toHaveCount(0)
  await bruno.page.getByRole('button', { name: 'Partecipa' }).click()
  await bruno.page.getByRole('link', { name: roomLink }).click()
  await expect(textsWith(bruno.page, 'Bruno non viene più.')).toBeVisible()
})

test(
  'the way into the room is there once the participation is stored',
  long,
  async ({ anna, bruno: { page } }) => {
    const { id } = await organise(anna, {})
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/participation', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(path(id))
    await expect(page.getByText('connesso')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Partecipa' })).toBeVisible()

    // An answer that was read before the press arrives after it.
    const { promise: wasRead, resolve: markRead } = Promise.withResolvers<void>()
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    await page.route(`**/api/events/${id}`, async (route) => {
      const read = await route.fetch()
      markRead()
      await mayAnswer
      await route.fulfill({ response: read })
    })
    const moved = await anna.context.request.patch(`/api/events/${id}`, {
      headers: { origin: originOf() },
      data: { version: 0, deadline: `${nextYear}-07-03T12:00:00.000Z` },
    })
    expect(moved.status()).toBe(200)
    await wasRead
    await page.getByRole('button', { name: 'Partecipa' }).click()
    await expect(page.getByRole('button', { name: 'Partecipo' })).toBeVisible()
    const refetched = page.waitForResponse(`**/api/events/${id}`)
    answer()
    await refetched
    await expect(page.getByText(/3 luglio/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Partecipo' })).toBeVisible()
    await expect(page.getByText('1 partecipante')).toBeVisible()
    await expect(page.getByRole('link', { name: roomLink })).toHaveCount(0)
    release()
    await expect(page.getByRole('link', { name: roomLink })).toBeVisible()
  },
)

test('a message for somebody is a line of Notifiche, which leads to it', long, async ({ anna, bruno }) => {
  const { id, title } = await organise(anna, {})
  await join(bruno, id)
  const { page } = bruno
  const button = page.getByRole('button', { name: 'Notifiche', exact: true })
  // No toast announces a line of the first list.
  const listed = page.waitForResponse('**/api/notifications')
  await page.goto('/app/home')
  await listed
  await expect(page.getByText('connesso')).toBeVisible()
  await expect(button).toHaveAccessibleDescription('')
  await sendMessage(anna, roomId(id), `ci sei, <@${await uidOf(bruno)}>?`)
  const line = `${anna.name} ti ha menzionato in "${title}".`
  await expectToast(page, line)
  await expect(button).toHaveAccessibleDescription('1 nuova')
  await button.click()
  await page.getByRole('list', { name: 'Elenco delle notifiche' }).getByRole('link', { name: line }).click()
  await expect(page).toHaveURL(new RegExp(`^[^?]*${roomPath(id)}`))
  await expect(list(page).getByRole('article').filter({ hasText: 'ci sei' })).toBeFocused()
  await expect(list(page).getByRole('article')).toHaveAccessibleName(/ti menziona$/)

  // Before the reader's eyes it is no news.
  await write(bruno, 'eccomi')
  await expect(textsWith(page, 'eccomi')).toBeVisible()
  await anna.page.goto(roomPath(id))
  await anna.page.getByRole('article').filter({ hasText: 'eccomi' }).hover()
  await anna.page
    .getByRole('article')
    .filter({ hasText: 'eccomi' })
    .getByRole('button', { name: 'Rispondi' })
    .click()
  await write(anna, 'bene')
  await expect(textsWith(page, 'bene')).toBeVisible()
  await expect(button).toHaveAccessibleDescription('')
  await button.click()
  const replied = `${anna.name} ti ha risposto in "${title}".`
  await expect(page.getByRole('list', { name: 'Elenco delle notifiche' })).toContainText(replied)
  await expect(page.getByRole('alert').filter({ hasText: replied })).toHaveCount(0)
})

test('a closed room is read, and one’s own messages are removed, but nothing is written', async ({
  anna,
  announced,
}) => {
  announced.push(/status of 403/)
  const { id } = await organise(anna, {})
  await sendMessage(anna, roomId(id), 'Bella serata')
  const { page } = anna
  await page.route(`**/api/events/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), chatClosesAt: '2020-01-01T00:00:00.000Z' },
    })
  })
  await page.goto(roomPath(id))
  await expect(page.getByText(readOnly)).toBeVisible()
  await expect(textsWith(page, 'Bella serata')).toBeVisible()
  await expect(box(page)).toBeDisabled()
  const message = list(page).getByRole('article')
  await message.hover()
  await expect(message.getByRole('button', { name: 'Rispondi' })).toHaveCount(0)
  await message.getByRole('button', { name: 'Altre azioni' }).click()
  await expect(page.getByRole('menuitem', { name: 'Modifica' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Elimina' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(list(page).getByText('Messaggio eliminato.')).toBeVisible()
})
