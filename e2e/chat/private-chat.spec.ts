import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Actor, expect, muteSocket, test } from '../actors.ts'
import { long } from '../long.ts'
import { befriend, box, list, sendMessage, uidOf, write } from './talk.ts'

const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name: 'Amici', exact: true })
const recent = (page: Page) => page.getByRole('region', { name: 'Messaggi Recenti' })

async function open({ page }: Actor, conversationId: string, friend: Actor) {
  await page.goto(`/app/chat/${conversationId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(friend.name)
  await expect(box(page)).toBeVisible()
}

test("'Messaggio' opens the chat, and the two talk, live", async ({ anna, bruno }) => {
  // Bruno asks: the title counts a request that was accepted.
  const conversationId = await befriend(bruno, anna)
  await anna.page.goto('/app/amici')
  await anna.page.getByRole('button', { name: 'Messaggio' }).click()
  await expect(anna.page).toHaveURL(`/app/chat/${conversationId}`)
  await expect(anna.page).toHaveTitle(`${bruno.name} · Covo`)
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(bruno.name)
  await expect(box(anna.page)).toBeFocused()
  await expect(anna.page.getByText('Nessun messaggio')).toBeVisible()
  await expect(anna.page.getByText('Scrivi tu il primo messaggio.')).toBeVisible()
  await open(bruno, conversationId, anna)

  await write(anna, 'Ciao Bruno')
  await expect(list(bruno.page)).toContainText('Ciao Bruno')
  await write(bruno, 'Ciao Anna')
  await expect(list(anna.page)).toContainText('Ciao Anna')
  await expect(anna.page.getByText('invio in corso')).toHaveCount(0)
  await anna.page.getByRole('link', { name: 'Torna agli amici' }).click()
  await expect(anna.page).toHaveURL('/app/amici')
})

test('an unread chat is marked at once, until it is read', async ({ anna, bruno }) => {
  const conversationId = await befriend(anna, bruno)
  const secondTab = await bruno.context.newPage()
  for (const page of [bruno.page, secondTab]) {
    await page.goto('/app/home')
    await expect(recent(page)).toContainText('Nessun messaggio recente da mostrare.')
    await expect(page.getByText('connesso')).toBeVisible()
  }
  await sendMessage(anna, conversationId, 'Ci vediamo\nin stazione?')
  for (const page of [bruno.page, secondTab]) {
    await expect(recent(page).getByRole('link')).toContainText(`${anna.name}`)
    await expect(recent(page).getByRole('link')).toContainText('Ci vediamo')
    await expect(recent(page).getByText('1 chat da leggere')).toBeVisible()
    await expect(menuEntry(page)).toHaveAccessibleDescription('1 chat non letta')
  }
  await sendMessage(anna, conversationId, 'Alle nove')
  await expect(recent(secondTab).getByRole('link')).toContainText('Alle nove')

  await recent(bruno.page).getByRole('link').click()
  await expect(bruno.page).toHaveURL(`/app/chat/${conversationId}`)
  await expect(list(bruno.page)).toContainText('Alle nove')
  await expect(recent(secondTab)).toContainText('Nessun messaggio recente da mostrare.')
  for (const page of [bruno.page, secondTab]) await expect(menuEntry(page)).toHaveAccessibleDescription('')

  // A message that comes while the chat is on the screen is read, too.
  const read = bruno.page.waitForResponse('**/read')
  await sendMessage(anna, conversationId, 'Ci sei?')
  await expect(list(bruno.page)).toContainText('Ci sei?')
  expect((await read).status()).toBe(204)
  await secondTab.reload()
  await expect(recent(secondTab)).toContainText('Nessun messaggio recente da mostrare.')
})

test(
  'a chat of others is refused, and not subscribed to',
  long,
  async ({ anna, bruno, carla, announced }) => {
    announced.push(/404|500/)
    const { page } = carla
    const conversationId = await befriend(anna, bruno)
    const watched: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        watched.push(String(payload))
      }),
    )
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/chat/')) asked.push(new URL(request.url()).pathname)
    })
    for (const id of [conversationId, 'generale', 'uno_due']) {
      await page.goto(`/app/chat/${id}`)
      await expect(page.getByRole('alert')).toHaveText('ID amico non valido per caricare i dati.')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chat privata')
      await expect(box(page)).toHaveCount(0)
    }
    const ofMenu = ['/api/chat/unread', '/api/chat/mentions']
    expect(asked.filter((path) => !ofMenu.includes(path))).toEqual([])

    const carlaId = await uidOf(carla)
    const unknown = [carlaId, randomUUID()].toSorted().join('_')
    await page.goto(`/app/chat/${unknown}`)
    await expect(page.getByRole('alert')).toContainText('Amico non trovato.')
    await expect(page.getByText('connesso')).toBeVisible()
    expect(watched.filter((frame) => frame.includes('chat:'))).toEqual([])

    // The socket's first news would refetch it, without a press.
    await muteSocket(page)
    const own = await befriend(carla, anna)
    await page.route('**/partner', (route) =>
      route.fulfill({ status: 500, json: { code: 'common.internal' } }),
    )
    await page.goto(`/app/chat/${own}`)
    await expect(page.getByRole('alert')).toContainText("Impossibile caricare i dati dell'amico.")
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(anna.name)
  },
)

test(
  'the list is at most 60% of the window high, a bubble 70% of the list wide, and most of a narrow one',
  long,
  async ({ anna, bruno }) => {
    const conversationId = await befriend(anna, bruno)
    for (let number = 1; number <= 12; number += 1)
      await sendMessage(
        number % 2 ? anna : bruno,
        conversationId,
        `${number} ${'parole e parole '.repeat(20)}`,
      )
    for (const [width, height] of [
      [1440, 900],
      [768, 1000],
      [360, 740],
    ] as const) {
      await anna.page.setViewportSize({ width, height })
      await open(anna, conversationId, bruno)
      await expect(list(anna.page).getByText('12 parole')).toBeInViewport()
      const frame = await list(anna.page).boundingBox()
      expect(frame?.height).toBeLessThanOrEqual(height * 0.6 + 1)
      for (const text of ['12 parole', '11 parole']) {
        const bubble = await list(anna.page).getByText(text).boundingBox()
        expect(bubble?.width).toBeLessThanOrEqual((frame?.width ?? 0) * 0.7)
        expect(bubble?.width).toBeGreaterThan(200)
      }
      await expect(box(anna.page)).toBeInViewport({ ratio: 1 })
      expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)

test('the recent chats: time today, day before, five at most', long, async ({ anna }) => {
  await anna.page.clock.setFixedTime('2026-11-21T15:00:00+01:00')
  const chats = ['2026-11-21T14:32:00+01:00', '2026-11-21T00:05:00+01:00', '2026-11-20T23:59:00+01:00'].map(
    (lastMessageTimestamp, index) => ({
      conversationId: `uno_due${index}`,
      partner: { uid: randomUUID(), displayName: `Persona ${index}`, photoURL: '' },
      lastMessage: 'parole '.repeat(200),
      lastMessageTimestamp,
    }),
  )
  await anna.page.route('**/api/chat/unread', (route) => route.fulfill({ json: { chats, total: 7 } }))
  await anna.page.setViewportSize({ width: 360, height: 740 })
  await anna.page.goto('/app/home')
  await expect(recent(anna.page).getByRole('time')).toHaveText(['14:32', '00:05', '20 nov'])
  await expect(recent(anna.page).getByText('7 chat da leggere')).toBeVisible()
  expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  for (const link of await recent(anna.page).getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeLessThan(70)
})
