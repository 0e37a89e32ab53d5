import { expect, muteSocket, test } from '../actors.ts'
import { befriend } from '../chat/talk.ts'
import { long } from '../long.ts'

test('a friend who is online is shown so in Amici and in the chat, unless one of the two hides it', async ({
  anna,
  bruno,
}) => {
  const id = await befriend(anna, bruno)
  await bruno.page.goto('/app/home')
  await expect(bruno.page.getByText('connesso')).toBeVisible()
  const online = anna.page.getByText('Online', { exact: true })
  // The server notes who came within two seconds; the screen asks when it opens.
  await expect(async () => {
    await anna.page.goto('/app/amici')
    await expect(online).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(anna.page.getByRole('listitem').filter({ has: online })).toContainText(bruno.name)
  await expect(anna.page.getByRole('button', { name: 'Messaggio' })).toHaveAccessibleDescription(bruno.name)
  await anna.page.goto(`/app/chat/${id}`)
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(bruno.name)
  await expect(online).toBeVisible()

  const settings = await anna.context.newPage()
  await settings.goto('/app/impostazioni/privacy')
  const choice = settings.getByRole('checkbox', { name: 'Mostra quando sono in linea' })
  await choice.press('Space')
  await expect(online).toHaveCount(0)
  await choice.press('Space')
  await expect(online).toBeVisible()
})

test('presence is fetched every 45 seconds, while the screen is shown', long, async ({ anna: { page } }) => {
  let asked = 0
  await page.route('**/api/friends/presence', async (route) => {
    asked += 1
    await route.fulfill({ json: { online: [] } })
  })
  // Its first news would make the page refetch everything.
  await muteSocket(page)
  await page.clock.install()
  await page.goto('/app/amici')
  await expect.poll(() => asked).toBe(1)
  await page.clock.pauseAt(Date.now() + 5_000)
  await page.clock.runFor(25_000)
  expect(asked).toBe(1)
  await page.clock.runFor(25_000)
  await expect.poll(() => asked).toBe(2)
})
