import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { listen } from './aloud.ts'
import { befriend, list, sendMessage } from './talk.ts'

async function openChat({ page }: Actor, id: string) {
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

const message = (page: Page, text: string) => list(page).getByRole('article').filter({ hasText: text })
const reactions = (page: Page, text: string) => message(page, text).getByRole('group', { name: 'Reazioni' })

async function openMenu(page: Page, text: string) {
  await message(page, text).hover()
  await message(page, text).getByRole('button', { name: 'Altre azioni' }).click()
  return page.getByRole('menu', { name: 'Azioni sul messaggio' })
}

test('a reaction is there at once for both, with their names, is announced, goes again, and is refused', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/429/)
  const { page } = anna
  const announcements = await listen(page)
  const id = await befriend(anna, bruno)
  await sendMessage(bruno, id, 'flag presa!')
  await openChat(bruno, id)
  await openChat(anna, id)
  await message(page, 'flag presa').hover()
  const quick = message(page, 'flag presa').getByRole('toolbar', { name: 'Azioni rapide' })
  await quick.getByRole('button', { name: 'Flag' }).click()
  await expect(quick.getByRole('button', { name: 'Flag' })).toHaveAttribute('aria-pressed', 'true')
  const one = (reader: Page) =>
    reactions(reader, 'flag presa').getByRole('button', { name: 'Flag, 1 reazione' })
  await expect(one(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(one(bruno.page)).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await announcements()).map(({ text }) => text)).toContain('Flag: aggiunta.')
  await one(bruno.page).click()
  const two = reactions(page, 'flag presa').getByRole('button', { name: 'Flag, 2 reazioni' })
  await expect(two).toBeVisible()
  // The own reaction is marked after a reload too.
  await page.reload()
  await expect(two).toHaveAttribute('aria-pressed', 'true')

  await (await openMenu(page, 'flag presa')).getByRole('menuitem', { name: 'Vedi le reazioni' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reazioni' })
  await expect(dialog.getByRole('heading', { name: 'Flag 2' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText([anna.name, bruno.name])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(message(page, 'flag presa').getByRole('button', { name: 'Altre azioni' })).toBeFocused()
  const menu = await openMenu(page, 'flag presa')
  const kinds = menu.getByRole('group', { name: 'Reagisci' }).getByRole('menuitemcheckbox')
  await expect(kinds).toHaveCount(6)
  await expect(kinds.nth(5)).toHaveAccessibleName('Flag')
  await expect(kinds.nth(5)).toBeChecked()
  await kinds.nth(3).click()
  await expect(menu).toHaveCount(0)
  await expect(reactions(bruno.page, 'flag presa').getByRole('button')).toHaveText([/2/, /1/])

  await two.click()
  await reactions(page, 'flag presa').getByRole('button', { name: 'Ci guardo, 1 reazione' }).click()
  await expect
    .poll(async () => (await announcements()).map(({ text }) => text))
    .toContain('Ci guardo: tolta.')
  await one(bruno.page).click()
  await expect(list(page).getByRole('group')).toHaveCount(0)
  await page.route('**/reactions/*', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'chat.too_many_reactions', params: { seconds: 7 }, requestId: '' },
    }),
  )
  await quick.getByRole('button', { name: 'Flag' }).click()
  await expect(page.getByRole('alert')).toHaveText('Troppe reazioni. Riprova tra 7 secondi.')
  await expect(reactions(page, 'flag presa')).toHaveCount(0)
})
