import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { befriend, list, scrollToStart, sendMessage, setVisibility, write } from './talk.ts'

const receipt = (page: Page) => list(page).getByText('Letto', { exact: true })

async function open({ page }: Actor, id: string) {
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

test('the receipt stands below the newest own message that the partner had on a visible screen', async ({
  anna,
  bruno,
}) => {
  const id = await befriend(anna, bruno)
  await open(anna, id)
  await write(anna, 'uno')
  await write(anna, 'due')
  await expect(list(anna.page).getByText('due')).toBeVisible()
  await expect(receipt(anna.page)).toHaveCount(0)

  await open(bruno, id)
  await expect(list(anna.page).getByRole('article').filter({ hasText: 'due' })).toContainText('Letto')
  await expect(receipt(anna.page)).toHaveCount(1)

  await setVisibility(bruno.page, 'hidden')
  await write(anna, 'tre')
  await expect(list(bruno.page).getByText('tre')).toBeVisible()
  await expect(list(anna.page).getByRole('article').filter({ hasText: 'due' })).toContainText('Letto')
  await setVisibility(bruno.page, 'visible')
  await expect(list(anna.page).getByRole('article').filter({ hasText: 'tre' })).toContainText('Letto')
  await expect(receipt(anna.page)).toHaveCount(1)
  await expect(receipt(bruno.page)).toHaveCount(0)
})

test(
  'a message below the screen of a partner who reads further up is not read',
  long,
  async ({ anna, bruno }) => {
    const id = await befriend(anna, bruno)
    for (let number = 1; number <= 12; number += 1)
      await sendMessage(anna, id, `${number}. ${'parole e parole '.repeat(30)}`)
    await Promise.all([open(anna, id), open(bruno, id)])
    await expect(receipt(anna.page)).toBeVisible()
    await scrollToStart(bruno.page)
    const reads: string[] = []
    bruno.page.on('request', (request) => {
      if (request.url().endsWith('/read')) reads.push(request.url())
    })
    await write(anna, 'Ci sei?')
    await expect(bruno.page.getByRole('button', { name: '1 nuovo messaggio' })).toBeVisible()
    expect(reads).toEqual([])
    await expect(list(anna.page).getByRole('article').filter({ hasText: 'Ci sei?' })).not.toContainText(
      'Letto',
    )
    await list(bruno.page).press('End')
    await expect(list(anna.page).getByRole('article').filter({ hasText: 'Ci sei?' })).toContainText('Letto')
  },
)

test(
  'a message on the screen is read while the keyboard is at another one',
  long,
  async ({ anna, bruno }) => {
    const id = await befriend(anna, bruno)
    await sendMessage(anna, id, 'uno')
    await Promise.all([open(anna, id), open(bruno, id)])
    await expect(receipt(anna.page)).toBeVisible()
    await list(bruno.page).press('ArrowUp')
    await expect(list(bruno.page).getByRole('article')).toBeFocused()
    await write(anna, 'due')
    await expect(list(anna.page).getByRole('article').filter({ hasText: 'due' })).toContainText('Letto')
    await expect(bruno.page.getByRole('button', { name: '1 nuovo messaggio' })).toHaveCount(0)
  },
)

test('turning receipts off hides them from both at once', async ({ anna, bruno }) => {
  const id = await befriend(anna, bruno)
  await Promise.all([open(anna, id), open(bruno, id)])
  await write(anna, 'ciao')
  await expect(receipt(anna.page)).toBeVisible()
  await write(bruno, 'eccomi')
  await expect(receipt(bruno.page)).toBeVisible()

  const settings = await bruno.context.newPage()
  await settings.goto('/app/impostazioni/privacy')
  const choice = settings.getByRole('checkbox', { name: 'Invia e mostra le conferme di lettura' })
  await choice.press('Space')
  for (const { page } of [anna, bruno]) await expect(receipt(page)).toHaveCount(0)
  await choice.press('Space')
  for (const { page } of [anna, bruno]) await expect(receipt(page)).toBeVisible()
})
