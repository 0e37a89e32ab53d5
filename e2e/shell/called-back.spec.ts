import { expect, test } from '../actors.ts'
import { ask, befriend, list, replyTo, sendMessage } from '../chat/talk.ts'
import { long } from '../long.ts'

test(
  'the menu marks new messages of the public room, for a member who has read it before',
  long,
  async ({ anna, bruno, carla }) => {
    const entryOf = ({ page }: typeof anna) =>
      page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name: 'Chat Generale' })
    await bruno.writes(`prima ${anna.name}`)
    await anna.page.goto('/app/chat-generale')
    await expect(list(anna.page).getByText(`prima ${anna.name}`)).toBeVisible()
    await anna.page.getByRole('link', { name: 'Eventi' }).click()
    await expect(anna.page).toHaveURL('/app/eventi')
    await carla.page.goto('/app/eventi')

    await bruno.writes(`dopo ${anna.name}`)
    await expect(entryOf(anna)).toHaveAccessibleDescription('messaggi nuovi')
    await expect(entryOf(carla)).toHaveAccessibleDescription('')
    await entryOf(anna).click()
    await expect(list(anna.page).getByText(`dopo ${anna.name}`)).toBeVisible()
    await expect(entryOf(anna)).toHaveAccessibleDescription('')
  },
)

test('the title and the app’s icon count requests, unread chats and what is “per te”, while a member is signed in', async ({
  anna,
  bruno,
  carla,
  announced,
}) => {
  // Requests under way while the session ends.
  announced.push(/status of 401/)
  const { page } = anna
  await page.addInitScript(() => {
    const badges: number[] = []
    Object.assign(window, { badges })
    navigator.setAppBadge = async (count = 0) => void badges.push(count)
    navigator.clearAppBadge = async () => void badges.push(0)
  })
  const badge = () => page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1))
  // Bruno asks: 'Notifiche' counts a request that was accepted.
  const id = await befriend(bruno, anna)
  await page.goto('/app/home')
  await expect(page).toHaveTitle('Home · Covo')
  await ask(carla, anna)
  await expect(page).toHaveTitle('(1) Home · Covo')
  await sendMessage(bruno, id, 'Ci sei?')
  await expect(page).toHaveTitle('(2) Home · Covo')
  expect(await badge()).toBe(2)
  const { sequence } = await sendMessage(anna, 'generale', `Chi viene? ${anna.name}`)
  await replyTo(bruno, sequence, 'Io.')
  await expect(page).toHaveTitle('(3) Home · Covo')
  await expect.poll(badge).toBe(3)
  await page.goto(`/app/chat/${id}`)
  await expect(page).toHaveTitle(`(2) ${bruno.name} · Covo`)
  await expect.poll(badge).toBe(2)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/Login')
  await expect(page).toHaveTitle(/^[^(]/)
  expect(await badge()).toBe(0)
})
