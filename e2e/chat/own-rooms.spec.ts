import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { organise } from '../events/organise.ts'
import { long } from '../long.ts'
import { originOf, sendMessage, textsWith } from './talk.ts'

const conversations = (page: Page) => page.getByRole('region', { name: 'Conversazioni' })
const empty = 'Qui troverai le tue conversazioni.'

async function join({ context }: Actor, eventId: string): Promise<void> {
  const answer = await context.request.put(`/api/events/${eventId}/participation`, {
    headers: { origin: originOf() },
  })
  expect(answer.status()).toBe(200)
}

test('a message in the room of one’s event is marked on every page until it is read', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  const other = await anna.context.newPage()
  await page.goto('/app/home')
  await other.goto('/app/amici')
  for (const tab of [page, other]) {
    await expect(conversations(tab)).toContainText(empty)
    await expect(tab.getByText('connesso')).toBeVisible()
  }
  const title = `Notte <b>${anna.name}</b>`
  const { id } = await organise(anna, { title })
  await join(bruno, id)
  const rowOf = (tab: Page) => conversations(tab).getByRole('link', { name: `Chat di ${title}` })
  for (const tab of [page, other]) {
    await expect(rowOf(tab)).toHaveAccessibleDescription('')
    await expect(conversations(tab)).not.toContainText(empty)
  }

  await sendMessage(bruno, `evento-${id}`, 'Chi porta il proiettore?')
  for (const tab of [page, other]) await expect(rowOf(tab)).toHaveAccessibleDescription('messaggi nuovi')
  await page.keyboard.press('Control+k')
  const found = page.getByRole('listbox', { name: 'Vai a…' }).getByRole('group', { name: 'Conversazioni' })
  await expect(found.getByRole('option')).toHaveText([`Chat di ${title}`])
  await page.keyboard.press('Escape')

  await rowOf(page).click()
  await expect(page).toHaveURL(`/app/eventi/${id}/chat`)
  await expect(textsWith(page, 'Chi porta il proiettore?')).toBeVisible()
  await expect(rowOf(other)).toHaveAccessibleDescription('')
  await page.goBack()
  await expect(rowOf(page)).toHaveAccessibleDescription('')
})

test('the next event on the home leads those who take part to its room', long, async ({ anna, bruno }) => {
  const link = (page: Page) =>
    page.getByRole('region', { name: 'Prossimo Evento' }).getByRole('link', { name: "Chat dell'evento" })
  const { id } = await organise(anna, {})
  for (const { page } of [anna, bruno]) await page.goto('/app/home')
  await expect(link(anna.page)).toBeVisible()
  await expect(bruno.page.getByRole('button', { name: 'Vedi tutti gli eventi' })).toBeVisible()
  await expect(link(bruno.page)).toHaveCount(0)
  await join(bruno, id)
  await link(bruno.page).click()
  await expect(bruno.page).toHaveURL(`/app/eventi/${id}/chat`)
})
