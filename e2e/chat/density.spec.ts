import { expect, expectToast, test } from '../actors.ts'
import { befriend, list, sendMessage } from './talk.ts'

test('compact messages are chosen for a device, stand closer there, and are found by their links', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  for (let number = 1; number <= 40; number += 1)
    await sendMessage(number % 4 ? bruno : anna, id, `riga ${number}`)
  const rowOf = (number: number) =>
    list(page)
      .getByRole('article')
      .filter({ has: page.getByText(`riga ${number}`, { exact: true }) })
  const heightOf = async (number: number) => (await rowOf(number).boundingBox())?.height ?? 0
  await page.goto(`/app/chat/${id}`)
  await expect(rowOf(40)).toBeInViewport()
  const usual = await heightOf(39)

  await page.goto('/app/impostazioni')
  await page.getByRole('combobox', { name: 'Messaggi' }).selectOption('Compatti')
  await expectToast(page, 'Preferenze aggiornate.')
  await page.goto(`/app/chat/${id}`)
  await expect(rowOf(40)).toBeInViewport()
  expect(await heightOf(39)).toBeLessThan(usual - 4)
  await page.goto(`/app/chat/${id}?messaggio=3`)
  await expect(rowOf(3)).toBeInViewport()
  await expect(rowOf(3)).toBeFocused()

  await page.goto('/app/impostazioni')
  const choice = page.getByRole('combobox', { name: 'Messaggi' })
  await expect(choice).toHaveValue('compact')
  await choice.selectOption('Comodi')
  await page.goto(`/app/chat/${id}`)
  await expect(rowOf(40)).toBeInViewport()
  expect(await heightOf(39)).toBe(usual)
})
