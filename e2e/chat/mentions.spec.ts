import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { expect, expectToast, test } from '../actors.ts'
import { long } from '../long.ts'
import { listen } from './aloud.ts'
import { befriend, box, list, replyTo, sendMessage, uidOf } from './talk.ts'

test('a mention reads the present name, marks its reader, and is announced', async ({ anna, bruno }) => {
  const { page } = anna
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const announcements = await listen(page)
  const id = await befriend(anna, bruno)
  const uids = { anna: await uidOf(anna), bruno: await uidOf(bruno) }
  for (const reader of [page, bruno.page]) {
    await reader.goto(`/app/chat/${id}`)
    await expect(reader.getByText('connesso')).toBeVisible()
  }
  await sendMessage(bruno, id, `<@${uids.anna}> prova \`<@${uids.bruno}>\` e <@nessuno>`)
  const text = `@${anna.name} prova @${bruno.name} e <@nessuno>`
  for (const reader of [page, bruno.page])
    await expect(list(reader).getByRole('paragraph').filter({ hasText: 'prova' })).toHaveText(text)
  const message = list(page).getByRole('article', { name: /^Bruno Conti .*, ti menziona$/ })
  await expect(message).toBeVisible()
  await expect(message.locator('[data-own=true]')).toHaveText(`@${anna.name}`)
  await expect(list(bruno.page).locator('p [data-own=true]')).toHaveCount(0)
  await expect
    .poll(async () => (await announcements()).map((one) => one.text))
    .toContain(`${bruno.name} ti ha menzionato: ${text}`)
  await message.hover()
  await message.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Copia testo' }).click()
  await expectToast(page, 'Testo copiato.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `@${anna.name} prova \`@${bruno.name}\` e <@nessuno>`,
  )
  await page.goto('/app/amici')
  await expect(page.getByText(text)).toBeVisible()
})

test('a name is completed from a few letters, in both directions, and can be edited', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
  const people = page.getByRole('listbox', { name: 'Persone da menzionare' })
  await box(page).focus()
  await page.keyboard.type('ciao @')
  await expect(people.getByRole('option')).toHaveText([bruno.name])
  await page.keyboard.type('nessuno')
  await expect(people).toHaveCount(0)
  for (let letters = 'nessuno'.length; letters > 0; letters -= 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('CON')
  await expect(people.getByRole('option')).toHaveText([bruno.name])
  await expect(people.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(people).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('ciao @con')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue(`ciao @${bruno.name} `)
  await expect(people).toHaveCount(0)
  // The mention of a draft outlives the tab's page too.
  await page.reload()
  await box(page).press('End')
  await page.keyboard.type('e @nessuno')
  await page.keyboard.press('Enter')
  const sent = list(page).getByRole('article', { name: /^Tu, / }).last()
  await expect(sent.getByRole('paragraph').last()).toHaveText(`ciao @${bruno.name} e @nessuno`)
  await expect(box(page)).toHaveValue('')
  const stored = async () => {
    const { messages } = (await (await page.request.get(`/api/chat/${id}/messages`)).json()) as MessagePage
    return messages.at(-1)?.text
  }
  const uid = await uidOf(bruno)
  await expect.poll(stored).toBe(`ciao <@${uid}> e @nessuno`)
  // Only a message that the page knows to be stored can be edited.
  await expect(sent.getByRole('toolbar')).toHaveCount(1)

  await box(page).press('ArrowUp')
  const editing = page.getByLabel('Modifica messaggio')
  await expect(editing).toHaveValue(`ciao @${bruno.name} e @nessuno`)
  await expect(page.getByRole('button', { name: 'Salva' })).toBeDisabled()
  await page.keyboard.type(' e @br')
  await people.getByRole('option').click()
  await page.keyboard.press('Enter')
  await expect.poll(stored).toBe(`ciao <@${uid}> e @nessuno e <@${uid}>`)
})

test(
  'a mention waits at Chat Generale until its message was on a visible screen',
  long,
  async ({ anna, bruno }) => {
    const { page } = anna
    await page.goto('/app/home')
    await expect(page.getByText('connesso')).toBeVisible()
    const entry = page
      .getByRole('navigation', { name: 'Menu principale' })
      .getByRole('link', { name: 'Chat Generale' })
    const { sequence } = await sendMessage(anna, 'generale', `domanda di ${anna.name}`)
    await sendMessage(bruno, 'generale', `<@${await uidOf(anna)}> vieni?`)
    await expect(entry).toHaveAccessibleDescription('1 messaggio per te')
    await replyTo(bruno, sequence, `risposta per ${anna.name}`)
    await expect(entry).toHaveAccessibleDescription('2 messaggi per te')
    await entry.click()
    await expect(list(page).getByText(`@${anna.name} vieni?`)).toBeVisible()
    await expect(entry).toHaveAccessibleDescription('')
    await expect(page.getByRole('button', { name: /per te$/ })).toHaveCount(0)
    await page.reload()
    await expect(entry).toHaveAccessibleDescription('')
  },
)
