import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { long } from '../long.ts'
import { listen } from './aloud.ts'
import { befriend, box, list, sendMessage } from './talk.ts'

async function openChat({ page }: Actor, id: string) {
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

const message = (page: Page, text: string) => list(page).getByRole('article').filter({ hasText: text })

async function openMenu(page: Page, text: string) {
  await message(page, text).hover()
  await message(page, text).getByRole('button', { name: 'Altre azioni' }).click()
  return page.getByRole('menu', { name: 'Azioni sul messaggio' })
}

test('a reply names its target, survives a reload before it is sent, and is announced', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  const announcements = await listen(bruno.page)
  const id = await befriend(anna, bruno)
  await sendMessage(bruno, id, 'la flag è ||CTF{1}||')
  await openChat(bruno, id)
  await openChat(anna, id)
  await message(page, 'la flag').hover()
  await message(page, 'la flag').getByRole('button', { name: 'Rispondi' }).click()
  const strip = page.getByText(`Rispondi a ${bruno.name}: la flag è [spoiler]`)
  await expect(strip).toBeVisible()
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(strip).toHaveCount(0)

  const menu = await openMenu(page, 'la flag')
  await menu.getByRole('menuitem', { name: 'Rispondi' }).click()
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('come hai fatto?')
  await page.reload()
  await expect(strip).toBeVisible()
  await page.getByRole('button', { name: 'Annulla risposta' }).focus()
  await box(page).press('Enter')
  await expect(strip).toHaveCount(0)
  const quote = (reader: Page) =>
    message(reader, 'come hai fatto?').getByRole('button', {
      name: `In risposta a ${bruno.name}: la flag è [spoiler]`,
    })
  await expect(quote(page)).toBeVisible()
  await expect(quote(bruno.page)).toBeVisible()
  await expect
    .poll(async () => (await announcements()).map(({ text }) => text))
    .toContain(`${anna.name} ti ha risposto: come hai fatto?`)
  await quote(bruno.page).click()
  await expect(message(bruno.page, 'la flag').first()).toBeFocused()
  await expect(message(bruno.page, 'la flag').first()).toHaveAttribute('aria-current', 'true')
})

test(
  'the link of a message is copied, and one of no message leads to the newest',
  long,
  async ({ anna, bruno, announced }) => {
    announced.push(/404/)
    const { page } = anna
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await befriend(anna, bruno)
    await sendMessage(bruno, id, 'da condividere')
    await openChat(anna, id)
    const menu = await openMenu(page, 'da condividere')
    await menu.getByRole('menuitem', { name: 'Copia link' }).click()
    await expectToast(page, 'Link copiato.')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${new URL(page.url()).origin}/app/chat/${id}?messaggio=1`)
    for (const wrong of ['999', 'quello']) {
      await page.goto(`/app/chat/${id}?messaggio=${wrong}`)
      await expect(page.getByText('Questo messaggio non esiste.')).toBeVisible()
      await expect(message(page, 'da condividere')).toBeInViewport()
    }
  },
)
