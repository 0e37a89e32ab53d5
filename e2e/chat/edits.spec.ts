import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { long } from '../long.ts'
import { befriend, box, list, networkOf, sendMessage, textsWith, write } from './talk.ts'

async function openChat({ page }: Actor, id: string) {
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

const message = (page: Page, text: string) => list(page).getByRole('article').filter({ hasText: text })
const editBox = (page: Page) => page.getByRole('textbox', { name: 'Modifica messaggio' })

/** Opens the menu of the message with a text, and chooses an item. */
async function choose(page: Page, text: string, item: string) {
  await message(page, text).hover()
  await message(page, text).getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menu', { name: 'Azioni sul messaggio' }).getByRole('menuitem', { name: item }).click()
}

test('a message is edited in the box, and both see the new text', async ({ anna, bruno }) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  await openChat(bruno, id)
  await openChat(anna, id)
  await write(anna, 'ci vediamo alle nvoe')
  await sendMessage(bruno, id, 'va bene')
  await expect(textsWith(page, 'va bene')).toBeVisible()
  await box(page).fill('una bozza')

  await choose(page, 'nvoe', 'Modifica')
  await expect(page.getByText('Stai modificando un messaggio.')).toBeVisible()
  await expect(editBox(page)).toBeFocused()
  const marked = list(page).locator('[data-edited=true]')
  await expect(marked).toHaveText('ci vediamo alle nvoe')
  await expect(editBox(page)).toHaveValue('ci vediamo alle nvoe')
  await expect(editBox(page)).toHaveAttribute('placeholder', 'Scrivi un messaggio...')
  const save = page.getByRole('button', { name: 'Salva' })
  await expect(save).toBeDisabled()
  await editBox(page).fill(' ')
  await expect(save).toBeDisabled()
  await editBox(page).fill('ci vediamo alle **nove**')
  // A reload of the tab loses nothing.
  await page.reload()
  await expect(editBox(page)).toHaveValue('ci vediamo alle **nove**')
  await editBox(page).press('Enter')
  await expect(box(page)).toHaveValue('una bozza')
  await expect(page.getByRole('button', { name: 'Invia' })).toBeVisible()
  for (const reader of [page, bruno.page]) {
    await expect(message(reader, 'alle nove').getByRole('strong')).toHaveText('nove')
    await expect(message(reader, 'alle nove').getByRole('time').last()).toHaveText('(modificato)')
  }
  await expect(message(page, 'alle nove')).toHaveAccessibleName(/^Tu, \d\d:\d\d$/)

  // ↑ takes the newest of one's own; Escape leaves it as it was.
  await box(page).fill('')
  await box(page).press('ArrowUp')
  await expect(editBox(page)).toHaveValue('ci vediamo alle **nove**')
  await editBox(page).press('Escape')
  await expect(box(page)).toHaveValue('')
  await expect(page.getByText('Stai modificando')).toHaveCount(0)
  await expect(marked).toHaveCount(0)
  await page.goto('/app/home')
  await expect(bruno.page.getByText('va bene')).toBeVisible()
})

test(
  'an edit that another one or a reply displaces goes on with what was typed',
  long,
  async ({ anna, bruno }) => {
    const { page } = anna
    const id = await befriend(anna, bruno)
    await openChat(anna, id)
    await write(anna, 'il primo')
    await write(anna, 'il secondo')
    await choose(page, 'il primo', 'Modifica')
    await editBox(page).fill('il primo, più lungo')
    await choose(page, 'il secondo', 'Modifica')
    await expect(editBox(page)).toHaveValue('il secondo')
    await editBox(page).fill('il secondo, più lungo')
    await choose(page, 'il primo', 'Rispondi')
    await expect(box(page)).toHaveValue('')

    await page.reload()
    await choose(page, 'il secondo', 'Modifica')
    await expect(editBox(page)).toHaveValue('il secondo, più lungo')
    await editBox(page).press('Escape')
    await choose(page, 'il secondo', 'Modifica')
    await expect(editBox(page)).toHaveValue('il secondo')
    await choose(page, 'il primo', 'Modifica')
    await expect(editBox(page)).toHaveValue('il primo, più lungo')
    await editBox(page).press('Enter')
    await expect(textsWith(page, 'il primo, più lungo')).toBeVisible()
  },
)

test('a removed message leaves its place to both, and nothing of its text', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/500/)
  const { page } = anna
  const id = await befriend(anna, bruno)
  await openChat(bruno, id)
  await openChat(anna, id)
  await write(anna, 'la flag è covo{ritirata}')
  await expect(textsWith(bruno.page, 'ritirata')).toBeVisible()
  await choose(page, 'ritirata', 'Elimina')
  const dialog = page.getByRole('alertdialog', { name: 'Eliminare il messaggio?' })
  await expect(dialog).toContainText('Il testo sparisce per tutti e non si può recuperare.')
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(textsWith(page, 'ritirata')).toBeVisible()

  await page.route('**/messages/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'common.internal' } }),
  )
  await choose(page, 'ritirata', 'Elimina')
  await dialog.getByRole('button', { name: 'Elimina' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Impossibile eliminare il messaggio. Riprova.')
  await page.unroute('**/messages/*')
  await dialog.getByRole('button', { name: 'Elimina' }).click()
  await expect(dialog).toBeHidden()
  await expectToast(page, 'Messaggio eliminato.')
  for (const reader of [page, bruno.page]) {
    await expect(list(reader).getByText('Messaggio eliminato.')).toBeVisible()
    await expect(list(reader).getByText('ritirata')).toHaveCount(0)
  }
  const left = message(page, 'Messaggio eliminato.').getByRole('button')
  await expect(left).toHaveCount(1)
  await expect(left).toHaveAccessibleName('Altre azioni')
  await left.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['Copia link'])
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(0)
  await bruno.page.goto('/app/amici')
  await expect(bruno.page.getByText('Messaggio eliminato.')).toBeVisible()
})

test(
  'changes made while a reader was away are shown when they are back',
  long,
  async ({ anna, bruno, announced }) => {
    announced.push(/ERR_INTERNET_DISCONNECTED/)
    const id = await befriend(anna, bruno)
    const network = await networkOf(bruno)
    await sendMessage(anna, id, 'primo refuso')
    await sendMessage(anna, id, 'secondo segreto')
    for (let number = 1; number <= 8; number += 1)
      await sendMessage(
        anna,
        id,
        Array.from({ length: 18 }, (_, line) => `riga ${number}.${line}`).join('\n'),
      )
    await openChat(bruno, id)
    await expect(textsWith(bruno.page, 'riga 8.17')).toBeVisible()
    await list(bruno.page).press('Home')
    await expect(textsWith(bruno.page, 'primo refuso')).toBeVisible()
    await network.cut()
    const path = `/api/chat/${id}/messages`
    const headers = {
      origin: new URL(anna.page.url().startsWith('http') ? anna.page.url() : bruno.page.url()).origin,
    }
    const edited = await anna.context.request.put(`${path}/1`, {
      headers,
      data: { text: 'primo corretto', edits: 0 },
    })
    expect(edited.status()).toBe(200)
    expect((await anna.context.request.delete(`${path}/2`, { headers })).status()).toBe(204)
    await network.restore()
    await expect(textsWith(bruno.page, 'primo corretto')).toBeVisible()
    await expect(textsWith(bruno.page, 'secondo segreto')).toHaveCount(0)
  },
)

test(
  'a refused edit says why, keeps its text, and leads back into the box',
  long,
  async ({ anna, bruno, announced }) => {
    announced.push(/409/)
    const { page } = anna
    await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await befriend(anna, bruno)
    await openChat(anna, id)
    await write(anna, 'prima stesura')
    await choose(page, 'prima stesura', 'Modifica')
    // Meanwhile on another device.
    const headers = { origin: new URL(page.url()).origin }
    const elsewhere = { text: 'altra stesura', edits: 0 }
    const answer = await anna.context.request.put(`/api/chat/${id}/messages/1`, { headers, data: elsewhere })
    expect(answer.status()).toBe(200)
    await expect(textsWith(page, 'altra stesura')).toBeVisible()
    await editBox(page).fill('seconda stesura')
    await editBox(page).press('Enter')
    const refused = message(page, 'altra stesura')
    await expect(refused).toContainText(
      'Hai già modificato questo messaggio altrove. Controlla il testo e salva di nuovo.',
    )
    await page.reload()
    await refused.getByRole('button', { name: 'Copia testo' }).click()
    await expectToast(page, 'Testo copiato.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('seconda stesura')
    await refused.getByRole('button', { name: 'Riprendi la modifica' }).click()
    await expect(editBox(page)).toHaveValue('seconda stesura')
    await editBox(page).press('Enter')
    await expect(message(page, 'seconda stesura')).toContainText('(modificato)')
    await expect(page.getByText('Hai già modificato')).toHaveCount(0)
  },
)

test('without network an edit waits, and is saved when it is back', async ({ anna, bruno, announced }) => {
  announced.push(/ERR_INTERNET_DISCONNECTED/)
  const { page } = anna
  const id = await befriend(anna, bruno)
  await openChat(anna, id)
  await write(anna, 'scritta in galleria')
  await expect(message(page, 'galleria').getByRole('toolbar')).toHaveCount(1)
  await choose(page, 'galleria', 'Modifica')
  await anna.context.setOffline(true)
  await editBox(page).fill('scritta sotto terra')
  await editBox(page).press('Enter')
  await expect(message(page, 'sotto terra')).toContainText('Modifica non salvata · Riprova')
  await expect(box(page)).toBeEnabled()
  await anna.context.setOffline(false)
  await message(page, 'sotto terra').getByRole('button', { name: 'Riprova' }).click()
  await expect(message(page, 'sotto terra')).toContainText('(modificato)')
  await expect(page.getByText('Modifica non salvata')).toHaveCount(0)
})

test(
  'the bars are one stop of the keyboard, and a menu gives the focus back',
  long,
  async ({ anna, bruno }) => {
    const { page } = anna
    await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await befriend(anna, bruno)
    await openChat(anna, id)
    for (const text of ['uno', '`due`']) await sendMessage(bruno, id, text)
    await write(anna, 'tre')
    const more = (text: string) => message(page, text).getByRole('button', { name: 'Altre azioni' })
    await expect(more('tre')).toHaveCount(1)
    await expect(list(page).locator('[data-action]')).toHaveCount(3)
    await expect(list(page).locator('[data-action][tabindex="0"]')).toHaveCount(1)
    await box(page).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(more('tre')).toBeFocused()
    await expect(more('tre')).toHaveAccessibleDescription(/^Tu, /)
    await page.keyboard.press('ArrowUp')
    await expect(more('due')).toBeFocused()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: 'Azioni sul messaggio' })
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Rispondi',
      'Copia testo',
      'Copia link',
      'Vedi profilo',
      'Blocca',
      'Segnala',
    ])
    await expect(menu.getByRole('menuitemcheckbox').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(more('due')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('menuitemcheckbox').first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(menu.getByRole('menuitem', { name: 'Segnala' })).toBeFocused()
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Testo copiato.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('`due`')
    await expect(more('due')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Rispondi',
      'Modifica',
      'Elimina',
      'Copia testo',
      'Copia link',
    ])
  },
)

test('a message at which the keyboard is stays in sight when others come', long, async ({ anna, bruno }) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  await openChat(anna, id)
  for (let number = 1; number <= 12; number += 1) await sendMessage(bruno, id, `riga ${number}.`)
  await expect(message(page, 'riga 12.')).toBeInViewport()
  await page.keyboard.press('Shift+Tab')
  const more = message(page, 'riga 12.').getByRole('button', { name: 'Altre azioni' })
  await expect(more).toBeFocused()
  for (let number = 13; number <= 20; number += 1) await sendMessage(bruno, id, `riga ${number}.`)
  const notice = page.getByRole('button', { name: '8 nuovi messaggi' })
  await expect(notice).toBeVisible()
  await expect(more).toBeInViewport()
  await notice.press('Enter')
  await expect(message(page, 'riga 20.')).toBeInViewport()
  await expect(notice).toHaveCount(0)
  await sendMessage(bruno, id, 'riga 21.')
  await expect(message(page, 'riga 21.')).toBeInViewport()
})
