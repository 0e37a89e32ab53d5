import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { befriend, list, sendMessage } from './talk.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Cerca nei messaggi' })
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Cerca nei messaggi' })

test('a message is found without its accent, and its result leads to it', async ({ anna, bruno }) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  await sendMessage(bruno, id, '**Perché** no? La flag è ||CTF{perche}||')
  for (let place = 0; place < 25; place += 1) await sendMessage(anna, id, `riempitivo ${place}`)
  await page.goto(`/app/chat/${id}`)
  await expect(list(page).getByText('riempitivo 24')).toBeVisible()
  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('pe')
  await expect(page.getByText('Digita almeno 3 caratteri.')).toBeVisible()
  await page.keyboard.type('rche')
  const panel = page.getByRole('region', { name: 'Cerca nei messaggi' })
  const result = panel.getByRole('link', { name: /^.*: Perché no\? La flag è \[spoiler\]$/ })
  await expect(result).toBeVisible()
  await expect(result.locator('mark')).toHaveText(['Perché'])
  await expect(panel.getByRole('status')).toHaveText('1 risultato')
  await result.focus()
  await page.keyboard.press('Enter')
  const target = list(page).getByRole('article').filter({ hasText: 'Perché no?' })
  await expect(target).toBeFocused()
  await expect(target).toHaveAttribute('aria-current', 'true')

  await searchBox(page).fill('riempitivo')
  await expect(panel.getByRole('status')).toHaveText('20 risultati')
  await panel.getByRole('button', { name: 'Mostra altri' }).click()
  await expect(panel.getByRole('status')).toHaveText('25 risultati')
  await panel.getByLabel('Da chi').selectOption(bruno.name)
  await expect(panel.getByRole('status')).toHaveText('Nessun messaggio trovato.')
  await searchBox(page).press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})

test('all chats are searched from the room, and on a phone in a dialog', long, async ({ anna, bruno }) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  const word = `ornitorinco${Date.now()}`
  await sendMessage(bruno, id, `un ${word} in privato`)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/app/chat-generale')
  await button(page).click()
  const dialog = page.getByRole('dialog', { name: 'Cerca nei messaggi' })
  await searchBox(page).fill(word)
  await expect(dialog.getByRole('status')).toHaveText('Nessun messaggio trovato.')
  await dialog.getByRole('combobox', { name: 'Dove' }).selectOption('In tutte le mie chat')
  await dialog.getByRole('link', { name: new RegExp(word) }).click()
  await expect(page).toHaveURL(new RegExp(`/app/chat/${id}\\?messaggio=1$`))
  await expect(dialog).toHaveCount(0)
  await expect(list(page).getByRole('article').filter({ hasText: word })).toBeFocused()

  await button(page).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})
