import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { organise } from '../events/organise.ts'
import { makeModerator } from '../moderation/moderate.ts'
import { box, originOf, post, sendMessage, textsWith, uidOf } from './talk.ts'

const rooms = '/api/moderation/rooms'
const more = (page: Page) => page.getByRole('button', { name: 'Altre azioni' }).first()

async function put({ context }: Actor, path: string): Promise<void> {
  const answer = await context.request.put(path, { headers: { origin: originOf() } })
  expect(answer.ok(), `${path} answers ${answer.status()}`).toBe(true)
}

/** Makes a room, as a moderator; answers the end of its address. */
async function makeRoom(moderator: Actor, name: string): Promise<string> {
  const { slug } = await post<{ slug: string }>(moderator, rooms, {
    name,
    purpose: 'Prove',
    group: 'Sviluppo',
  })
  return slug
}

test('a room and that of an event are muted, and no longer', async ({ anna, carla }) => {
  await makeModerator(carla)
  const slug = await makeRoom(carla, `Muta ${anna.name}`)
  await put(anna, `/api/rooms/${slug}/membership`)
  const { id } = await organise(anna, { title: `Serata ${anna.name}` })
  const other = await anna.context.newPage()
  for (const path of [`/app/stanze/${slug}`, `/app/eventi/${id}/chat`]) {
    await anna.page.goto(path)
    await other.goto(path)
    await more(anna.page).click()
    await expect(anna.page.getByRole('menu', { name: 'Azioni sulla stanza' })).toBeVisible()
    await anna.page.getByRole('menuitem', { name: 'Silenzia per 1 ora' }).click()
    await expectToast(anna.page, 'Silenziata fino alle ')
    await more(other).click()
    await other.getByRole('menuitem', { name: 'Riattiva' }).click()
    await expectToast(other, 'Riattivata.')
    for (const [item, toast] of [
      ['Silenzia fino a domani', 'Silenziata fino a domani alle 08:00.'],
      ['Riattiva', 'Riattivata.'],
      ['Silenzia sempre', 'Silenziata.'],
    ] as const) {
      await more(anna.page).click()
      await anna.page.getByRole('menuitem', { name: item }).click()
      await expectToast(anna.page, toast)
    }
  }
})

const ways = (page: Page) => page.getByRole('navigation', { name: 'Le tue stanze' })

test('of a muted room a mention alone is marked, until one of the pages has read it', async ({
  anna,
  bruno,
  carla,
}) => {
  const name = `Quiete ${anna.name}`
  await makeModerator(carla)
  const slug = await makeRoom(carla, name)
  for (const member of [anna, bruno]) await put(member, `/api/rooms/${slug}/membership`)
  const other = await anna.context.newPage()
  await anna.page.goto('/app/home')
  await other.goto('/app/amici')
  const way = (page: Page) => ways(page).getByRole('link', { name })
  await expect(ways(anna.page).getByRole('heading', { name: 'Sviluppo' })).toBeVisible()
  await sendMessage(bruno, `stanza-${slug}`, 'Buongiorno')
  for (const page of [anna.page, other])
    await expect(way(page)).toHaveAccessibleDescription('messaggi nuovi', { timeout: 20_000 })

  await way(anna.page).click()
  await expect(textsWith(anna.page, 'Buongiorno')).toBeVisible()
  await expect(way(other)).toHaveAccessibleDescription('')
  await more(anna.page).click()
  await anna.page.getByRole('menuitem', { name: 'Silenzia per 1 ora' }).click()
  await expect(way(other)).toHaveAccessibleDescription('silenziata')
  await anna.page.goto('/app/home')
  await sendMessage(bruno, `stanza-${slug}`, `<@${await uidOf(anna)}>, dove sei?`)
  for (const page of [anna.page, other])
    await expect(way(page)).toHaveAccessibleDescription('1 messaggio per te, silenziata')
  await way(anna.page).press('Enter')
  await expect(textsWith(anna.page, 'dove sei?')).toBeVisible()
  await expect(way(other)).toHaveAccessibleDescription('silenziata')
})

test('the ways to the own rooms are one stop of Tab, and on a phone a sheet', async ({ anna, carla }) => {
  const names = [`Alfa ${anna.name}`, `Beta ${anna.name}`]
  await makeModerator(carla)
  for (const name of names) await put(anna, `/api/rooms/${await makeRoom(carla, name)}/membership`)
  const { page } = anna
  await page.goto('/app/impostazioni')
  const links = ways(page).getByRole('link')
  await expect(links).toHaveText([...names, 'Tutte le stanze'])
  await page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link').last().focus()
  for (const [key, place] of [
    ['Tab', 0],
    ['ArrowDown', 1],
    ['End', 2],
    ['ArrowUp', 1],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(links.nth(place)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Vai a…' })).toBeFocused()
  await page.keyboard.press('Enter')
  const found = page.getByRole('listbox', { name: 'Vai a…' }).getByRole('group', { name: 'Stanze' })
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expect(found).toHaveCount(0)
  await page
    .getByPlaceholder('Cerca una persona, una stanza, una schermata, un evento')
    .fill(`a ${anna.name}`.toLowerCase())
  await expect(found.getByRole('option')).toHaveText(names)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/app/chat-generale')
  await expect(ways(page)).toHaveCount(0)
  const change = page.getByRole('button', { name: 'Cambia stanza' })
  await change.click()
  const sheet = page.getByRole('dialog', { name: 'Le tue stanze' })
  await expect(sheet.getByRole('link')).toHaveText(['Chat Generale', ...names, 'Tutte le stanze'])
  await sheet.getByRole('searchbox', { name: 'Cerca tra le tue stanze' }).fill('beta')
  await sheet.getByRole('link', { name: names[1] ?? '' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('heading', { name: names[1] ?? '', level: 1 })).toBeVisible()
  await expect(box(page)).toBeVisible()
  await change.click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
})
