import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { befriend, box, write } from './talk.ts'

test('a member who writes is shown to the other, not to themselves, until the message is there', async ({
  anna,
  bruno,
}) => {
  const id = await befriend(anna, bruno)
  for (const { page } of [anna, bruno]) {
    await page.goto(`/app/chat/${id}`)
    await expect(page.getByText('connesso')).toBeVisible()
  }
  const line = bruno.page.getByText('sta scrivendo…')
  // News from before the other page had subscribed is published again with the next letters.
  await expect(async () => {
    await box(anna.page).press('c')
    await expect(line).toHaveText(`${anna.name} sta scrivendo…`, { timeout: 1000 })
  }).toPass()
  await expect(line.locator('bdi')).toHaveText(anna.name)
  await expect(
    bruno.page.locator('[aria-live=polite], [role=status]').filter({ hasText: 'scrivendo' }),
  ).toHaveCount(0)
  await expect(anna.page.getByText('scrivendo…')).toHaveCount(0)
  await write(anna, 'ciao')
  await expect(bruno.page.getByRole('log').getByText('ciao')).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('the line keeps its height, and names three of many', long, async ({ anna, bruno, carla, dario }) => {
  const { page } = anna
  await page.goto('/app/chat-generale')
  await expect(page.getByText('connesso')).toBeVisible()
  const writing = [bruno, carla, dario]
  for (const other of writing) {
    await other.page.goto('/app/chat-generale')
    await expect(other.page.getByText('connesso')).toBeVisible()
  }
  const composer = page.locator('form').filter({ has: box(page) })
  const before = await composer.boundingBox()
  // Who writes nothing more is named for a few seconds.
  await expect(async () => {
    for (const other of writing) await box(other.page).press('a')
    await expect(page.getByText('scrivendo…')).toHaveText(/^.+, .+ e .+ stanno scrivendo…$/, {
      timeout: 1000,
    })
  }).toPass()
  for (const { name } of writing) await expect(page.getByText('scrivendo…')).toContainText(name)
  expect(await composer.boundingBox()).toEqual(before)
})
