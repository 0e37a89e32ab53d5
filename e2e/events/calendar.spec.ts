import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { organise } from './organise.ts'

const path = '/app/eventi/calendario'
const copy = 'Copia indirizzo del calendario'
const copied = 'Indirizzo copiato: chi lo ha vede i tuoi eventi.'

test('the address of the calendar is copied, read by programs, chosen for, replaced and revoked', async ({
  anna,
}) => {
  const { page, context } = anna
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { title } = await organise(anna, { title: 'Notte del calendario', category: 'ctf' })
  await page.goto('/app/eventi')
  await expect(page.getByRole('button', { name: copy })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Filtra eventi' }).selectOption('I miei eventi')
  await page.getByRole('button', { name: copy }).click()
  await expect(page.getByRole('status').filter({ hasText: copied })).toBeVisible()
  const first = await page.evaluate(() => navigator.clipboard.readText())
  expect(first).toMatch(/\/calendario\/[\da-f-]{36}-[\w-]{22}\.ics$/)
  // Without the page's cookies, as a calendar program reads it.
  const read = async (address: string) => {
    const answer = await fetch(new URL(new URL(address).pathname, page.url()))
    return [answer.status, (await answer.text()).includes(`SUMMARY:${title}`)]
  }
  expect(await read(first)).toEqual([200, true])

  await page.getByRole('link', { name: 'Calendario e promemoria' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calendario e promemoria')
  await expect(
    page
      .getByRole('navigation', { name: 'Menu principale' })
      .getByRole('link', { name: 'Eventi', exact: true }),
  ).toHaveAttribute('aria-current', 'page')
  await page.getByText('Opzioni', { exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Indirizzo del calendario' })
  await expect(field).toHaveValue(first)
  await expect(page.getByText(/^Letto l'ultima volta: \d/)).toBeVisible()
  for (const [name, address] of [
    ["Apri nell'app Calendario", /^webcal:/],
    ['Aggiungi a Google Calendar', /^https:\/\/calendar\.google\.com\/calendar\/render\?cid=webcal%3A/],
    ['Aggiungi a Outlook', /^https:\/\/outlook\.live\.com\/calendar\/0\/addfromweb\?url=http/],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address)
  await expect(page.getByRole('link', { name: /\/eventi\.ics/ })).toHaveCount(5)

  const isStored = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await expect(page.getByRole('radio', { name: 'I miei eventi' })).toBeChecked()
  for (const name of ['CTF', 'Hackathon', 'Contest']) {
    const stored = isStored()
    await page.getByRole('checkbox', { name }).click()
    await stored
  }
  // The last one stays.
  await page.getByRole('checkbox', { name: 'Altro' }).click()
  await expect(page.getByRole('checkbox', { name: 'Altro' })).toBeChecked()
  expect(await read(first)).toEqual([200, false])
  const stored = isStored()
  await page.getByRole('radio', { name: 'Tutti gli eventi' }).click()
  await stored
  await page.reload()
  await page.getByText('Opzioni', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Tutti gli eventi' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'CTF' })).not.toBeChecked()

  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Rigenera' }).click()
  await expect(question).toContainText("L'indirizzo di prima smetterà di funzionare. Vuoi continuare?")
  await question.getByRole('button', { name: 'Torna indietro' }).click()
  await expect(field).toHaveValue(first)
  await page.getByRole('button', { name: 'Rigenera' }).click()
  await question.getByRole('button', { name: 'Continua' }).click()
  await expect(question).toBeHidden()
  await expect(field).not.toHaveValue(first)
  const second = await field.inputValue()
  await expect(page.getByText("Letto l'ultima volta: mai")).toBeVisible()
  expect([(await read(first))[0], (await read(second))[0]]).toEqual([404, 200])

  await page.getByRole('button', { name: 'Revoca' }).click()
  await question.getByRole('button', { name: 'Continua' }).click()
  await expect(field).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Revoca' })).toHaveCount(0)
  expect((await read(second))[0]).toBe(404)

  await page.getByRole('link', { name: 'Scegli promemoria e mail' }).click()
  await expect(page).toHaveURL('/app/impostazioni/notifiche')
})

test('without a clipboard the address is shown and selected', long, async ({ bruno: { page } }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto('/app/eventi')
  await page.getByRole('combobox', { name: 'Filtra eventi' }).selectOption('I miei eventi')
  await page.getByRole('button', { name: copy }).click()
  await expect(page).toHaveURL(path)
  const field = page.getByRole('textbox', { name: 'Indirizzo del calendario' })
  await expect(field).toBeFocused()
  const selected = () =>
    page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement
      return [input.selectionStart, (input.selectionEnd ?? 0) - input.value.length, input.value.length > 0]
    })
  expect(await selected()).toEqual([0, 0, true])

  await page.reload()
  await page.getByRole('button', { name: copy }).click()
  await expect(field).toBeFocused()
  expect(await selected()).toEqual([0, 0, true])
})
