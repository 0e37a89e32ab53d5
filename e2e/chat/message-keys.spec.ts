import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { befriend, box, list, sendMessage, write } from './talk.ts'

async function openChat({ page }: Actor, id: string) {
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

const message = (page: Page, text: string) =>
  list(page)
    .getByRole('article')
    .filter({ has: page.getByText(text, { exact: true }) })

test('by arrows one goes from message to message, by letters to its actions', async ({ anna, bruno }) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  for (const text of ['uno', 'due: **grassetto** e ||segreto||']) await sendMessage(bruno, id, text)
  await openChat(anna, id)
  await write(anna, 'tre')
  await expect(message(page, 'tre').getByRole('toolbar')).toHaveCount(1)
  const second = list(page).getByRole('article').nth(1)
  await list(page).focus()
  await page.keyboard.press('e')
  await page.keyboard.press('ArrowUp')
  await expect(message(page, 'tre')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(message(page, 'tre')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(second).toBeFocused()
  await expect(second).toHaveAccessibleName(new RegExp(`^${bruno.name}, \\d\\d:\\d\\d$`))
  await expect(second).toHaveAccessibleDescription('due: grassetto e [spoiler]')
  await page.keyboard.press('e')
  await expect(second).toBeFocused()

  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Azioni sul messaggio' })
  await expect(menu.getByRole('menuitemcheckbox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(second.getByRole('button', { name: 'Mostra spoiler' })).toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.press('Tab')
  await expect(second.getByRole('button', { name: 'Altre azioni' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(message(page, 'uno').getByRole('button', { name: 'Altre azioni' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Annulla risposta' })).toHaveCount(0)

  await list(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('r')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('')
  await expect(page.getByText(`Rispondi a ${bruno.name}: due: grassetto e [spoiler]`)).toBeVisible()
  await page.keyboard.press('Escape')

  await list(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('e')
  const editBox = page.getByRole('textbox', { name: 'Modifica messaggio' })
  await expect(editBox).toHaveValue('tre')
  await page.keyboard.type(' e mezzo')
  await list(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('e')
  await expect(editBox).toBeFocused()
  await expect(editBox).toHaveValue('tre e mezzo')
})

test('a message’s menu opens again by Enter', async ({ anna, bruno }) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  await sendMessage(bruno, id, 'suo')
  await openChat(anna, id)
  await write(anna, 'mio')
  await expect(message(page, 'mio').getByRole('toolbar')).toHaveCount(1)
  const menu = page.getByRole('menu', { name: 'Azioni sul messaggio' })
  await list(page).focus()
  await page.keyboard.press('ArrowUp')
  for (const text of ['mio', 'mio', 'suo', 'suo']) {
    if (text === 'suo') await page.keyboard.press('ArrowUp')
    await expect(message(page, text)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('menuitemcheckbox').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(message(page, text)).toBeFocused()
  }
})

test(
  'arrows load older messages, and a message scrolled away leaves the focus in the list',
  long,
  async ({ anna, bruno }) => {
    const { page } = anna
    const id = await befriend(anna, bruno)
    const code = `\n\`\`\`\n${'riga\n'.repeat(40)}\`\`\``
    // By both, since one alone may not send as many.
    for (let number = 1; number <= 54; number += 1)
      await sendMessage(number % 2 ? anna : bruno, id, `riga ${number}.${number === 50 ? code : ''}`)
    await openChat(anna, id)
    await expect(message(page, 'riga 54.')).toBeInViewport()
    await list(page).focus()
    for (let number = 54; number >= 1; number -= 1) {
      await page.keyboard.press('ArrowUp')
      await expect(message(page, `riga ${number}.`)).toBeFocused()
      await expect(message(page, `riga ${number}.`)).toBeInViewport()
    }
    await page.keyboard.press('End')
    await expect(message(page, 'riga 54.')).toBeInViewport()
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(message(page, 'riga 54.')).toBeFocused()
    for (let number = 0; number < 3; number += 1) await page.keyboard.press('PageUp')
    await expect(message(page, 'riga 54.')).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  },
)
