import { randomUUID } from 'node:crypto'
import { type Actor, expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { listen, textsOf } from './aloud.ts'
import { befriend, box, list, networkOf, sendMessage, textsWith, write } from './talk.ts'

async function open({ page }: Actor, path: string) {
  await page.goto(path)
  await expect(page.getByText('connesso')).toBeVisible()
  await expect(list(page)).toBeVisible()
}

test("A-03 another's message is announced once, in a pause; neither one's own nor history is", async ({
  anna,
  bruno,
}) => {
  const mark = randomUUID()
  const id = await befriend(anna, bruno)
  // As few as would be announced one by one.
  for (let number = 1; number <= 5; number += 1)
    await sendMessage(bruno, id, `storia ${mark} ${number} ${'parole e parole '.repeat(40)}`)
  const announcements = await listen(anna.page)
  await open(anna, `/app/chat/${id}`)
  await expect(anna.page.locator('html')).toHaveAttribute('lang', 'it')
  await write(anna, `mio ${mark}`)
  await expect(textsWith(anna.page, `mio ${mark}`)).toBeInViewport()
  await sendMessage(bruno, id, `suo ${mark}`)
  const matching = async () => (await announcements()).filter(({ text }) => text.includes(mark))
  await expect.poll(matching).toEqual([{ how: 'polite', text: `${bruno.name}: suo ${mark}` }])

  await list(anna.page).hover()
  await expect(async () => {
    await anna.page.mouse.wheel(0, -200)
    await expect(textsWith(anna.page, `storia ${mark} 1 `)).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [100] })
  await list(anna.page).press('End')
  await expect(textsWith(anna.page, `suo ${mark}`)).toBeInViewport()
  expect(await matching()).toHaveLength(1)
})

test('A-03 a message that was not sent is announced at once, with the reason', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/429/)
  const id = await befriend(anna, bruno)
  const announcements = await listen(anna.page)
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
    .poll(async () => (await announcements()).filter(({ how }) => how === 'assertive'))
    .toEqual([
      {
        how: 'assertive',
        text: 'Messaggio non inviato. Stai scrivendo troppo in fretta. Riprova tra 7 secondi.',
      },
    ])
})

test(
  'A-03 a connection that is lost and one that is back are announced',
  long,
  async ({ anna, bruno, announced }) => {
    announced.push(/WebSocket/)
    const id = await befriend(anna, bruno)
    await sendMessage(bruno, id, 'storia')
    const announcements = await listen(anna.page)
    const network = await networkOf(anna)
    await open(anna, `/app/chat/${id}`)
    await network.drop()
    await expect
      .poll(async () => textsOf(await announcements()))
      .toContain('Connessione persa. Mi ricollego…')
    await network.restore()
    await expect.poll(async () => textsOf(await announcements())).toContain('Connessione ristabilita.')
  },
)

test(
  'A-03 neither messages that come nor the list that follows them move the focus',
  long,
  async ({ anna, bruno }) => {
    const id = await befriend(anna, bruno)
    for (let number = 1; number <= 12; number += 1)
      await sendMessage(bruno, id, `storia ${number} ${'parole e parole '.repeat(20)}`)
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
      await sendMessage(bruno, id, `arriva ${number}`)
      await expect(list(page).getByText(`arriva ${number}`)).toBeInViewport()
      await expect(stop).toBeFocused()
    }
    await box(page).press('Enter')
    await expect(list(page).getByText('una bozza')).toBeInViewport()
    await expect(box(page)).toBeFocused()
  },
)
