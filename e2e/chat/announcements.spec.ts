import { randomUUID } from 'node:crypto'
import { type Actor, expect, test } from '../actors.ts'
import { listen, type Said } from './aloud.ts'
import { befriend, box, list, networkOf, tell, textsWith, write } from './talk.ts'

const places = [
  { name: 'the public room', idOf: async () => 'generale', pathOf: () => '/app/chat-generale' },
  { name: 'a private chat', idOf: befriend, pathOf: (id: string) => `/app/chat/${id}` },
]

async function open({ page }: Actor, path: string) {
  await page.goto(path)
  await expect(page.getByText('connesso')).toBeVisible()
  await expect(list(page)).toBeVisible()
}

for (const { name, idOf, pathOf } of places)
  test(`A-03 in ${name} another's message is said once, in a pause; neither one's own nor history is`, async ({
    anna,
    bruno,
  }) => {
    const mark = randomUUID()
    const id = await idOf(anna, bruno)
    // As few as would be said one by one.
    for (let number = 1; number <= 5; number += 1)
      await tell(bruno, id, `storia ${mark} ${number} ${'parole e parole '.repeat(40)}`)
    const said = await listen(anna.page)
    await open(anna, pathOf(id))
    await expect(anna.page.locator('html')).toHaveAttribute('lang', 'it')
    await write(anna, `mio ${mark}`)
    await expect(textsWith(anna.page, `mio ${mark}`)).toBeInViewport()
    await tell(bruno, id, `suo ${mark}`)
    const heard = async () => (await said()).filter(({ text }) => text.includes(mark))
    await expect.poll(heard).toEqual([{ how: 'polite', text: `${bruno.name}: suo ${mark}` }])

    await list(anna.page).hover()
    await expect(async () => {
      await anna.page.mouse.wheel(0, -200)
      await expect(textsWith(anna.page, `storia ${mark} 1 `)).toBeInViewport({ timeout: 100 })
    }).toPass({ intervals: [100] })
    await list(anna.page).press('End')
    await expect(textsWith(anna.page, `suo ${mark}`)).toBeInViewport()
    expect(await heard()).toHaveLength(1)
  })

test('A-03 of several messages at once each is said, and of many how many they are', async ({
  anna,
  bruno,
}) => {
  const id = await befriend(anna, bruno)
  await tell(bruno, id, 'storia')
  const said = await listen(anna.page)
  await open(anna, `/app/chat/${id}`)
  const heard = async (word: string) => textsOf(await said()).filter((text) => text.includes(word))
  const some = ['pochi 1', 'pochi 2', 'pochi 3']
  await Promise.all(some.map((text) => tell(bruno, id, text)))
  await expect
    .poll(async () => (await heard('pochi')).sort())
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
  await open(anna, `/app/chat/${id}`)
  for (let number = 1; number <= many; number += 1) await tell(bruno, id, `molti ${number}`)
  release()
  await expect(list(anna.page).getByText('molti 12')).toBeVisible()
  await expect.poll(async () => textsOf(await said())).toContain('12 nuovi messaggi')
  expect(await heard('molti')).toEqual([])
})

test('A-03 a message that was not sent is said at once, with the reason', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/429/)
  const id = await befriend(anna, bruno)
  const said = await listen(anna.page)
  await anna.page.route('**/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          json: { code: 'chat.too_fast', params: { seconds: 7 }, requestId: 'x' },
        })
      : route.continue(),
  )
  await anna.page.goto(`/app/chat/${id}`)
  await write(anna, 'in fretta')
  await expect
    .poll(async () => (await said()).filter(({ how }) => how === 'assertive'))
    .toEqual([
      {
        how: 'assertive',
        text: 'Messaggio non inviato. Stai scrivendo troppo in fretta. Riprova tra 7 secondi.',
      },
    ])
})

test('A-03 a connection that is lost and one that is back are said', async ({ anna, bruno, announced }) => {
  announced.push(/WebSocket/)
  const id = await befriend(anna, bruno)
  await tell(bruno, id, 'storia')
  const said = await listen(anna.page)
  const network = await networkOf(anna)
  await open(anna, `/app/chat/${id}`)
  await network.drop()
  await expect.poll(async () => textsOf(await said())).toContain('Connessione persa. Mi ricollego…')
  await network.restore()
  await expect.poll(async () => textsOf(await said())).toContain('Connessione ristabilita.')
})

test('A-03 neither messages that come nor the list that follows them move the focus', async ({
  anna,
  bruno,
}) => {
  const id = await befriend(anna, bruno)
  for (let number = 1; number <= 12; number += 1)
    await tell(bruno, id, `storia ${number} ${'parole e parole '.repeat(20)}`)
  const { page } = anna
  await open(anna, `/app/chat/${id}`)
  await box(page).fill('una bozza')
  const stops = [
    box(page),
    list(page),
    page.getByRole('button', { name: 'Invia' }),
    page.getByRole('link', { name: 'Torna agli amici' }),
  ]
  for (const [number, stop] of stops.entries()) {
    await stop.focus()
    await tell(bruno, id, `arriva ${number}`)
    await expect(list(page).getByText(`arriva ${number}`)).toBeInViewport()
    await expect(stop).toBeFocused()
  }
  await box(page).press('Enter')
  await expect(list(page).getByText('una bozza')).toBeInViewport()
  await expect(box(page)).toBeFocused()
})

function textsOf(said: Said[]): string[] {
  return said.map(({ text }) => text)
}
