import { expect, test } from '../actors.ts'
import { listen, textsOf } from './aloud.ts'
import { befriend, list, sendMessage } from './talk.ts'

// How many are announced together depends on what the page has fetched by then, and so on the machine's speed.
test('A-03 of several messages at once each is announced, and of many their number', async ({
  anna,
  bruno,
}) => {
  const id = await befriend(anna, bruno)
  await sendMessage(bruno, id, 'storia')
  const announcements = await listen(anna.page)
  const openChat = async () => {
    await anna.page.goto(`/app/chat/${id}`)
    await expect(anna.page.getByText('connesso')).toBeVisible()
    await expect(list(anna.page)).toBeVisible()
  }
  await openChat()
  const matching = async (word: string) =>
    textsOf(await announcements()).filter((text) => text.includes(word))
  const some = ['pochi 1', 'pochi 2', 'pochi 3']
  await Promise.all(some.map((text) => sendMessage(bruno, id, text)))
  await expect
    .poll(async () => (await matching('pochi')).sort())
    .toEqual(some.map((text) => `${bruno.name}: ${text}`))

  // Messages that arrive during the cut come together at its end.
  const many = 12
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await anna.page.route('**/messages?after=*', async (route) => {
    await isReleased
    await route.continue()
  })
  await anna.page.routeWebSocket('**/api/live**', (socket) => {
    const server = socket.connectToServer()
    // Only the last of them is announced.
    server.onMessage((frame) => {
      if (!String(frame).includes('chat.message_sent') || String(frame).includes('molti 12'))
        socket.send(frame)
    })
  })
  await openChat()
  for (let number = 1; number <= many; number += 1) await sendMessage(bruno, id, `molti ${number}`)
  release()
  await expect(list(anna.page).getByText('molti 12')).toBeVisible()
  await expect.poll(async () => textsOf(await announcements())).toContain('12 nuovi messaggi')
  expect(await matching('molti')).toEqual([])
})
