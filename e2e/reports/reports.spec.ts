import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../actors.ts'
import { list, sendMessage, uidOf } from '../chat/talk.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Segnala' })
const message = (page: Page, text: string) => list(page).getByRole('article').filter({ hasText: text })

test('a message and its author are reported, and the author is blocked too', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/404/)
  const [text, own] = [`spam ${crypto.randomUUID()}`, `mio ${crypto.randomUUID()}`]
  await sendMessage(bruno, 'generale', text)
  await sendMessage(anna, 'generale', own)
  const { page } = anna
  await page.goto('/app/chat-generale')
  await message(page, own).hover()
  await message(page, own).getByRole('button', { name: 'Altre azioni' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copia testo' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Segnala' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await message(page, text).hover()
  await message(page, text).getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Segnala' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('blockquote')).toHaveText(`${bruno.name}${text}`)
  const send = dialog.getByRole('button', { name: 'Invia segnalazione' })
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('Scegli un motivo.')
  const reasons = dialog.getByRole('radiogroup', { name: 'Motivo *' })
  await expect(reasons.getByRole('radio')).toHaveCount(7)
  await reasons.getByRole('radio', { name: 'Altro' }).check()
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('Descrivi il problema.')
  await dialog.getByRole('textbox', { name: 'Dettagli' }).fill('Pubblicità ogni giorno.')
  await expect(dialog).toContainText('Inviando dichiari in buona fede che la segnalazione è esatta.')
  await dialog.getByRole('checkbox', { name: `Blocca anche ${bruno.name}` }).check()
  await send.click()
  await expectToast(page, "Segnalazione inviata. Ti scriveremo com'è andata.")
  await expect(dialog).toHaveCount(0)
  await expect(message(page, text)).toHaveCount(0)

  await bruno.page.goto(`/app/profilo/${await uidOf(anna)}`)
  await expect(bruno.page.getByText('Profilo non trovato.')).toBeVisible()
})
