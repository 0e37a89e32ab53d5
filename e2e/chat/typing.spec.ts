import { expect, test } from '../actors.ts'
import { befriend, box, originOf, write } from './talk.ts'

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
  const composer = bruno.page.locator('form').filter({ has: box(bruno.page) })
  const place = await composer.boundingBox()
  // News from before the other page had subscribed is published again with the next letters.
  await expect(async () => {
    await box(anna.page).press('c')
    await expect(line).toHaveText(`${anna.name} sta scrivendo…`, { timeout: 1000 })
  }).toPass()
  expect(await composer.boundingBox()).toEqual(place)
  await expect(line.locator('bdi')).toHaveText(anna.name)
  await expect(
    bruno.page.locator('[aria-live=polite], [role=status]').filter({ hasText: 'scrivendo' }),
  ).toHaveCount(0)
  await expect(anna.page.getByText('scrivendo…')).toHaveCount(0)
  await write(anna, 'ciao')
  await expect(bruno.page.getByRole('log').getByText('ciao')).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('the page of a member who hides their typing does not report it', async ({ anna, bruno }) => {
  const id = await befriend(anna, bruno)
  const headers = { origin: originOf() }
  const saved = await anna.context.request.put('/api/settings/privacy', {
    headers,
    data: { showTyping: false },
  })
  expect(saved.status()).toBe(200)
  const sent: string[] = []
  anna.page.on('request', (request) => {
    if (request.url().endsWith('/typing')) sent.push(request.url())
  })
  for (const { page } of [anna, bruno]) {
    await page.goto(`/app/chat/${id}`)
    await expect(page.getByText('connesso')).toBeVisible()
  }
  await box(anna.page).pressSequentially('ciao')
  await write(anna, 'eccomi')
  await expect(bruno.page.getByRole('log').getByText('eccomi')).toBeVisible()
  expect(sent).toEqual([])
})
