import { type Actor, expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { befriend, box, list, sendMessage, setVisibility, write } from './talk.ts'

const mark = 'Nuovi messaggi'
const longText = 'parole e parole '.repeat(30)

async function open({ page }: Actor, id: string) {
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

/** Two friends who have talked, one of whom has read it all and is elsewhere. */
async function talked(reader: Actor, other: Actor): Promise<string> {
  const id = await befriend(reader, other)
  await sendMessage(other, id, 'letto')
  await open(reader, id)
  await expect(list(reader.page).getByText('letto')).toBeVisible()
  await expect(list(reader.page).getByText(mark)).toHaveCount(0)
  await reader.page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(reader.page.getByRole('region', { name: 'Messaggi Recenti' })).toBeVisible()
  return id
}

test('a line stands before the first unread message, until the next time', async ({ anna, bruno }) => {
  const id = await talked(anna, bruno)
  await sendMessage(anna, id, 'da un altro dispositivo')
  await sendMessage(bruno, id, 'primo')
  await sendMessage(bruno, id, 'secondo')
  await anna.page
    .getByRole('region', { name: 'Messaggi Recenti' })
    .getByRole('link', { name: bruno.name })
    .click()
  const { page } = anna
  const texts = () =>
    list(page)
      .getByText(/^(letto|da un altro dispositivo|Nuovi messaggi|primo|secondo|terzo|mio)$/)
      .allTextContents()
  const all = ['letto', 'da un altro dispositivo', mark, 'primo', 'secondo']
  await expect.poll(texts).toEqual(all)
  await sendMessage(bruno, id, 'terzo')
  await write(anna, 'mio')
  await expect.poll(texts).toEqual([...all, 'terzo', 'mio'])
  await expect(page.getByRole('button', { name: /non lett/ })).toHaveCount(0)
  await expect(page.getByText('invio in corso')).toHaveCount(0)

  await page.reload()
  await expect(list(page).getByText('mio')).toBeVisible()
  await expect(list(page).getByText(mark)).toHaveCount(0)
})

test(
  'a line that lies further up is reached by keyboard, and the focus stays in the list',
  long,
  async ({ anna, bruno }) => {
    const id = await talked(anna, bruno)
    for (let number = 1; number <= 12; number += 1) await sendMessage(bruno, id, `${number}. ${longText}`)
    const { page } = anna
    await open(anna, id)
    await expect(list(page).getByText('12. parole')).toBeInViewport()
    const pill = page.getByRole('button', { name: '12 messaggi non letti' })
    await pill.press('Enter')
    await expect(list(page).getByText(mark)).toBeInViewport()
    await expect(list(page).getByText('1. parole').first()).toBeInViewport()
    await expect(pill).toHaveCount(0)
    await expect(list(page)).toBeFocused()
    await list(page).press('End')
    await expect(list(page).getByText('12. parole')).toBeInViewport()
    await expect(pill).toHaveCount(0)
  },
)

test('sending a message marks everything as read', async ({ anna, bruno }) => {
  const id = await talked(anna, bruno)
  for (let number = 1; number <= 12; number += 1) await sendMessage(bruno, id, `${number}. ${longText}`)
  const { page } = anna
  await open(anna, id)
  const pill = page.getByRole('button', { name: '12 messaggi non letti' })
  await expect(pill).toBeVisible()
  await write(anna, 'Eccomi')
  await expect(pill).toHaveCount(0)
})

test('a line on a page that was not fetched yet is led to page by page', long, async ({ anna, bruno }) => {
  const id = await talked(anna, bruno)
  for (let number = 1; number <= 25; number += 1) await sendMessage(bruno, id, `${number}. ${longText}`)
  const { page } = anna
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
  await page.route('**/messages*', async (route) => {
    const url = new URL(route.request().url())
    if (route.request().method() === 'GET') url.searchParams.set('limit', '10')
    // So short a page makes the list fetch the one before it at once.
    if (url.searchParams.has('before')) await isSeen
    await route.continue({ url: url.href })
  })
  await open(anna, id)
  await expect(page.getByRole('button', { name: 'oltre 10 messaggi non letti' })).toBeVisible()
  see()
  await expect(async () => {
    await page.getByRole('button', { name: /non letti$/ }).click({ timeout: 1_000 })
    await expect(list(page).getByText(mark)).toBeInViewport({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: /non lett/ })).toHaveCount(0)
})

test(
  'messages that arrive while the page is hidden are marked on the reader’s return',
  long,
  async ({ anna, bruno }) => {
    const id = await talked(anna, bruno)
    const { page } = anna
    await open(anna, id)
    await expect(list(page).getByText('letto')).toBeVisible()
    await setVisibility(page, 'hidden')
    await sendMessage(bruno, id, 'intanto')
    await expect(list(page).getByText('intanto')).toBeVisible()
    await expect(list(page).getByText(mark)).toHaveCount(0)
    await setVisibility(page, 'visible')
    await expect(list(page).getByText(mark)).toBeVisible()
    await sendMessage(bruno, id, 'ancora')
    await expect(list(page).getByText(/^(letto|Nuovi messaggi|intanto|ancora)$/)).toHaveText([
      'letto',
      mark,
      'intanto',
      'ancora',
    ])
  },
)

test(
  'the read position of the public room is kept on the device until the logout',
  long,
  async ({ anna, bruno, announced }) => {
    announced.push(/status of 401/)
    const { page } = anna
    await bruno.writes('prima')
    await page.goto('/app/chat-generale')
    await expect(list(page).getByText('prima').last()).toBeVisible()
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.generale')).length)
    await expect.poll(kept).toBe(1)
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect(page.getByRole('region', { name: 'Messaggi Recenti' })).toBeVisible()
    await bruno.writes(`dopo ${bruno.name}`)
    await page.goto('/app/chat-generale')
    await expect(list(page).getByText(`dopo ${bruno.name}`)).toBeVisible()
    await expect(list(page).getByText(mark)).toHaveCount(1)
    await expect(box(page)).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/Login')
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  },
)
