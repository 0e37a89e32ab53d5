import type { PrivateChat } from '@covo/contract/chat/chat.routes'
import type { Page } from '@playwright/test'
import { expect, muteSocket, test } from '../actors.ts'
import { long } from '../long.ts'
import { idOf } from '../screens/state.ts'
import { befriend, list, originOf, sendMessage, write } from './talk.ts'

const conversations = (page: Page) => page.getByRole('region', { name: 'Conversazioni' })
const rows = (page: Page) => conversations(page).getByRole('listitem').getByRole('link')

test('the private chats are listed in Amici and on home, the newest first, live in every tab', async ({
  anna,
  bruno,
  carla,
}) => {
  const [withBruno, withCarla] = [await befriend(anna, bruno), await befriend(anna, carla)]
  const { page } = anna
  const home = await anna.context.newPage()
  for (const [tab, path] of [
    [page, '/app/amici'],
    [home, '/app/home'],
  ] as const) {
    await tab.goto(path)
    await expect(conversations(tab)).toContainText('Qui troverai le tue conversazioni.')
    await expect(tab.getByText('connesso')).toBeVisible()
  }
  await sendMessage(bruno, withBruno, 'Ci vediamo?')
  await sendMessage(carla, withCarla, 'Hai visto la prova 3?')
  for (const tab of [page, home]) {
    await expect(rows(tab)).toHaveText([/Hai visto la prova 3\?non letta$/, /Ci vediamo\?non letta$/])
    await expect(rows(tab).first()).toContainText(carla.name)
  }

  await rows(home).last().click()
  await expect(home).toHaveURL(`/app/chat/${withBruno}`)
  await expect(list(home)).toContainText('Ci vediamo?')
  await write({ page: home }, 'Alle nove')
  await expect(rows(page)).toHaveText([/Tu: Alle nove$/, /Hai visto la prova 3\?non letta$/])

  await bruno.context.request.patch('/api/profiles/me', {
    headers: { origin: originOf() },
    data: { displayName: `Brunello ${bruno.name}` },
  })
  await expect(rows(page).first()).toContainText(`Brunello ${bruno.name}`)
})

test('more conversations are shown where they are asked for', long, async ({ anna }) => {
  const { page } = anna
  const chatOf = (index: number): PrivateChat => ({
    conversationId: `${idOf(index)}_${idOf(99)}`,
    partner: { uid: idOf(index), displayName: `Amica ${index}`, photoURL: '' },
    lastMessage: 'ciao',
    lastMessageTimestamp: '2026-03-02T10:00:00.000Z',
    sequence: 1,
    isLastOwn: false,
    isUnread: false,
  })
  await muteSocket(page)
  await page.route(
    ({ pathname }) => pathname === '/api/chat',
    (route) => {
      const isFirst = !route.request().url().includes('cursor')
      const [from, count] = isFirst ? [1, 20] : [21, 2]
      const chats = Array.from({ length: count }, (_, index) => chatOf(from + index))
      return route.fulfill({ json: { chats, nextCursor: isFirst ? 'oltre' : null } })
    },
  )
  await page.goto('/app/home')
  await expect(rows(page)).toHaveCount(3)
  await conversations(page).getByRole('link', { name: 'Tutte le conversazioni' }).click()
  await expect(page).toHaveURL('/app/amici')
  await expect(rows(page)).toHaveCount(3)
  await conversations(page).getByRole('button', { name: 'Mostra altre' }).click()
  await expect(rows(page)).toHaveCount(22)
  await expect(rows(page).last()).toContainText('Amica 22')
  await expect(conversations(page).getByRole('button', { name: 'Mostra altre' })).toHaveCount(0)
})
