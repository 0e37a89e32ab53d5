import { figure } from '@covo/testing/figure'
import type { Locator, Page } from '@playwright/test'
import { confirmAddress } from '../account/confirm-address.ts'
import { expect, expectToast, test } from '../actors.ts'

const camera = (page: Page) => page.getByRole('button', { name: 'Cambia foto profilo' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Foto profilo' })
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true })

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer) {
  const chooser = page.waitForEvent('filechooser')
  await button(dialogOf(page), "Scegli un'immagine").click()
  await (await chooser).setFiles({ name, mimeType, buffer })
}

/** The photo beside the message, once it is drawn. */
const photoOf = (article: Locator) =>
  article
    .locator('img')
    .evaluateAll((images) =>
      images.map((image) => [
        (image as HTMLImageElement).naturalWidth,
        new URL((image as HTMLImageElement).src).pathname,
      ]),
    )

test('a member crops a photo by keyboard and by dragging, every page shows it at once, and it is removed again (S-31)', async ({
  anna,
  bruno,
}) => {
  await confirmAddress(anna)
  const { page } = anna
  const text = `con foto ${crypto.randomUUID()}`
  await anna.writes(text)
  await bruno.page.goto('/app/chat-generale')
  const article = bruno.page.getByRole('article').filter({ hasText: text })
  await expect(article).toBeVisible()
  expect(await photoOf(article)).toEqual([])
  await page.goto('/app/profilo')
  await camera(page).click()
  const dialog = dialogOf(page)
  await expect(button(dialog, "Scegli un'immagine")).toBeFocused()
  await expect(dialog).toContainText(
    'JPEG, PNG o WebP, fino a 20 MB. La ritagliamo quadrata e togliamo i dati nascosti.',
  )
  await expect(button(dialog, 'Rimuovi foto')).toBeHidden()
  await expect(button(dialog, 'Salva foto')).toBeHidden()

  // Of the page itself: 1280 by 720.
  const picture = await page.screenshot()
  const small = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 63 } })
  const wrong: [string, string, Buffer, string][] = [
    ['../foto.png', 'image/png', Buffer.from('no'), "Questo file non è un'immagine leggibile."],
    ['foto.svg', 'image/svg+xml', Buffer.from('<svg/>'), "Questo file non è un'immagine leggibile."],
    ['foto.png', 'image/png', Buffer.alloc(20 * 1024 * 1024 + 1), "L'immagine può pesare al massimo 20 MB."],
    ['foto.png', 'image/png', small, "L'immagine deve avere almeno 64 pixel per lato."],
  ]
  for (const [name, type, bytes, sentence] of wrong) {
    await choose(page, name, type, bytes)
    await expect(dialog.getByRole('alert')).toHaveText(sentence)
  }

  await choose(page, 'foto.png', 'image/png', picture)
  await expect(dialog.getByRole('alert')).toBeHidden()
  const preview = dialog.getByRole('img', { name: 'Anteprima del ritaglio' })
  await expect(preview).toBeVisible()
  const slider = (name: string) => dialog.getByRole('slider', { name })
  await expect(slider('Posizione verticale')).toBeDisabled()
  await slider('Ingrandimento').focus()
  await page.keyboard.press('End')
  await expect(slider('Ingrandimento')).toHaveAttribute('aria-valuetext', '400%')
  await page.keyboard.press('Tab')
  await expect(slider('Posizione orizzontale')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(slider('Posizione orizzontale')).toHaveAttribute('aria-valuetext', '0%')
  const { x, y, width } = (await preview.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width / 2, y + width / 2)
  await page.mouse.down()
  await page.mouse.move(x, y + width / 2)
  await page.mouse.up()
  await expect(slider('Posizione orizzontale')).not.toHaveAttribute('aria-valuetext', '0%')

  const startedAt = performance.now()
  await button(dialog, 'Salva foto').click()
  await expect
    .poll(() => photoOf(article), { intervals: [20] })
    .toEqual([[96, expect.stringMatching(/^\/api\/photos\/[\da-f-]{36}\/96$/)]])
  const shownAfter = performance.now() - startedAt
  figure('S-31', `saved by one, shown beside a message to another after ${Math.round(shownAfter)} ms`)
  await expectToast(page, 'Foto aggiornata.')
  await expect(dialog).toBeHidden()
  await expect(camera(page)).toBeFocused()
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /\/96$/)

  await camera(page).click()
  // Beside the dialog: without the dialog's handler the browser would open the file in place of the page.
  const isTaken = await page.evaluate(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'foto.png', { type: 'image/png' }))
      return ['dragover', 'drop'].map(
        (type) =>
          !document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
          ),
      )
    },
    [...picture],
  )
  expect(isTaken).toEqual([true, true])
  await expect(preview).toBeVisible()
  await button(dialog, 'Annulla').click()
  await expect(dialog).toBeHidden()
  await camera(page).click()
  await button(dialog, 'Rimuovi foto').click()
  await expectToast(page, 'Foto rimossa.')
  await expect.poll(() => photoOf(article)).toEqual([])
})
