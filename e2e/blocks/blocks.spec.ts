import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { befriend, box, list, sendMessage, uidOf } from '../chat/talk.ts'

const room = '/app/chat-generale'
const message = (page: Page, text: string) => list(page).getByRole('article').filter({ hasText: text })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function confirm({ page }: Actor, { name }: Actor) {
  const dialog = page.getByRole('alertdialog', { name: `Blocca ${name}` })
  await expect(dialog).toContainText(
    "Non potrete più cercarvi, scrivervi o chiedervi l'amicizia, e nella Chat Generale non vedrete più i rispettivi messaggi. Se siete amici, non lo sarete più. Non mandiamo nessun avviso.",
  )
  await expect(dialog.getByRole('button', { name: 'Annulla' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Blocca' }).click()
}

test('a member blocked in the room is gone from both pages, live, and back when unblocked', async ({
  anna,
  bruno,
}) => {
  const [before, after, back] = ['prima', 'dopo', 'di nuovo'].map((word) => `${word} ${crypto.randomUUID()}`)
  await sendMessage(bruno, 'generale', before as string)
  const own = `di Anna ${crypto.randomUUID()}`
  await sendMessage(anna, 'generale', own)
  for (const { page } of [anna, bruno]) {
    await page.goto(room)
    await expect(message(page, own)).toBeVisible()
  }
  await message(anna.page, before as string).hover()
  await message(anna.page, before as string)
    .getByRole('button', { name: 'Altre azioni' })
    .click()
  const menu = anna.page.getByRole('menu', { name: 'Azioni sul messaggio' })
  await expect(menu.getByRole('menuitem').filter({ hasText: /Vedi profilo|Blocca/ })).toHaveText([
    'Vedi profilo',
    'Blocca',
  ])
  await menu.getByRole('menuitem', { name: 'Blocca' }).click()
  await confirm(anna, bruno)
  await expectToast(anna.page, `Hai bloccato ${bruno.name}.`)
  await expect(message(anna.page, before as string)).toHaveCount(0)
  await expect(message(bruno.page, own)).toHaveCount(0)
  await expect(bruno.page.getByRole('alert')).toHaveCount(0)
  await sendMessage(bruno, 'generale', after as string)
  await expect(message(bruno.page, after as string)).toBeVisible()
  await expect(message(anna.page, after as string)).toHaveCount(0)

  await anna.page.goto('/app/impostazioni/privacy')
  const people = anna.page.getByRole('region', { name: 'Persone bloccate' })
  const row = people.getByRole('listitem').filter({ hasText: bruno.name })
  // The news may take the row away before the answer is there.
  await anna.page.route('**/api/blocks/*', async (route) => {
    const response = await route.fetch()
    await expect(row).toHaveCount(0)
    await route.fulfill({ response })
  })
  await row.getByRole('button', { name: 'Sblocca' }).click()
  await expectToast(anna.page, `Hai sbloccato ${bruno.name}.`)
  await expect(people).toContainText('Non hai bloccato nessuno.')
  await sendMessage(bruno, 'generale', back as string)
  await anna.page.goto(room)
  await expect(message(anna.page, back as string)).toBeVisible()
  // Messages of other tests in the room may have moved the older ones out of sight.
  const shown = await (await anna.context.request.get('/api/chat/generale/messages?limit=200')).text()
  for (const text of [before, after]) expect(shown).toContain(text)
})

test('a blocked friend is no friend, has no profile, and reads nothing of the block in the chat', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/404/)
  const conversationId = await befriend(anna, bruno)
  await sendMessage(bruno, conversationId, 'ciao')
  for (const { page } of [anna, bruno]) {
    await page.goto(`/app/chat/${conversationId}`)
    await expect(list(page)).toContainText('ciao')
    await expect(page.getByText('connesso')).toBeVisible()
  }
  const more = anna.page.getByRole('main').getByRole('button', { name: 'Altre azioni' }).first()
  await more.click()
  await anna.page.getByRole('menuitem', { name: 'Blocca' }).click()
  await confirm(anna, bruno)
  const closed = anna.page
    .getByRole('status')
    .filter({ hasText: `Hai bloccato ${bruno.name}: puoi leggere questa chat, ma non scrivere.` })
  await expect(closed).toBeVisible()
  await expect(list(anna.page)).toContainText('ciao')
  await expect(box(anna.page)).toBeDisabled()
  await expect(
    bruno.page
      .getByRole('status')
      .filter({ hasText: 'Non siete più amici: puoi leggere questa chat, ma non scrivere.' }),
  ).toBeVisible()
  await bruno.page.goto(`/app/profilo/${await uidOf(anna)}`)
  await expect(bruno.page.getByText('Profilo non trovato.')).toBeVisible()

  await closed.getByRole('button', { name: 'Sblocca' }).click()
  await expect(
    anna.page
      .getByRole('status')
      .filter({ hasText: 'Non siete più amici: puoi leggere questa chat, ma non scrivere.' }),
  ).toBeVisible()
  await anna.page.goto(`/app/profilo/${await uidOf(bruno)}`)
  await button(anna.page, 'Altre azioni').click()
  await anna.page.getByRole('menuitem', { name: 'Blocca' }).click()
  await confirm(anna, bruno)
  await expect(anna.page.getByText('Profilo non trovato.')).toBeVisible()
})
