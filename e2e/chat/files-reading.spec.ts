import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { gifOf, greyPng } from '../../apps/server/test/pictures.ts'
import { type Actor, expect, test } from '../actors.ts'
import { sendFiles } from './files.ts'
import { befriend, list, originOf, sendMessage, write } from './talk.ts'

const picture = (name: string, more = {}) => ({ name: `${name}.png`, bytes: greyPng(400, 300), ...more })

async function openChat({ page }: Actor, id: string) {
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

/** Whether a picture has its bytes. */
const isLoaded = (image: Locator) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0)

/** The addresses of files that a page asks for. */
function filesAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/files/')) asked.push(pathname)
  })
  return asked
}

test('a picture is opened by the keyboard, and the focus comes back', async ({ anna, bruno }) => {
  const { page } = bruno
  const id = await befriend(anna, bruno)
  await openChat(bruno, id)
  const asked = filesAsked(page)
  const { files: [first, second] = [] } = await sendFiles(anna, id, [
    picture('uno', { alt: 'Il laboratorio' }),
    picture('due'),
  ])
  const message = list(page).getByRole('article')
  await expect(message).toHaveAccessibleDescription('2 immagini')
  const button = page.getByRole('button', { name: 'Apri immagine: Il laboratorio' })
  const other = page.getByRole('button', { name: 'Apri immagine 2 di 2, senza descrizione' })
  await expect.poll(() => isLoaded(button.locator('img'))).toBe(true)
  await expect.poll(() => isLoaded(other.locator('img'))).toBe(true)
  expect(asked.toSorted()).toEqual([first, second].map((file) => `/api/files/${file?.id}/small`).toSorted())

  const address = page.url()
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Immagine 1 di 2' })
  await expect(dialog.getByText('Il laboratorio')).toBeVisible()
  const large = page.getByRole('dialog').locator('img[src$=large]')
  await expect.poll(() => isLoaded(large)).toBe(true)
  await expect(dialog.getByRole('link', { name: 'Scarica' })).toHaveAttribute(
    'href',
    `/api/files/${first?.id}`,
  )
  await expect(dialog.getByRole('button', { name: 'Precedente' })).toBeDisabled()

  for (const [key, place] of [
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['End', 2],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: `Immagine ${place} di 2` })).toBeVisible()
  }
  await page.keyboard.press('+')
  await expect(dialog.getByRole('button', { name: 'Riduci' })).toBeVisible()
  await page.keyboard.press('0')
  await dialog.getByRole('button', { name: 'Ingrandisci' }).click()
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect(dialog.getByRole('button', { name: 'Ingrandisci' })).toBeVisible()
  await large.dblclick()
  await expect(dialog.getByRole('button', { name: 'Riduci' })).toBeVisible()
  await large.dblclick()
  await expect(dialog.getByRole('button', { name: 'Ingrandisci' })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  // The phone's 'back' leaves the dialog, not the chat.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  expect(page.url()).toBe(address)
})

test('a picture that moves stands still until it is asked, and again after three rounds', async ({
  anna,
  bruno,
}) => {
  const { page } = bruno
  const id = await befriend(anna, bruno)
  await openChat(bruno, id)
  const asked = filesAsked(page)
  const bytes = await gifOf(4, { side: 200, delay: 200 })
  await sendFiles(anna, id, [{ name: 'danza.gif', bytes, alt: 'Una danza' }])
  const button = page.getByRole('button', { name: 'Apri immagine: Una danza' })
  await expect.poll(() => isLoaded(button.locator('img'))).toBe(true)
  await expect(list(page).getByText('GIF', { exact: true })).toBeVisible()
  const play = page.getByRole('button', { name: 'Riproduci animazione' })
  await expect(play).toHaveAccessibleDescription('Apri immagine: Una danza')
  expect(asked.filter((path) => path.endsWith('/moving'))).toEqual([])
  const moving = button.locator('img[src$=moving]')

  await play.press('Enter')
  const stop = page.getByRole('button', { name: 'Ferma animazione' })
  await expect(stop).toBeFocused()
  await expect(moving).toHaveCount(1)
  await expect(play).toBeVisible()
  await expect(moving).toHaveCount(0)

  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Immagine 1 di 1' })
  await dialog.getByRole('button', { name: 'Riproduci animazione' }).click()
  await expect.poll(() => isLoaded(dialog.locator('img[src$=moving]'))).toBe(true)
  await dialog.getByRole('button', { name: 'Ferma animazione' }).click()
  await expect(dialog.locator('img[src$=moving]')).toHaveCount(0)
})

test('nothing of a spoiler is on the page before the press', async ({ anna, bruno }) => {
  const { page } = bruno
  const id = await befriend(anna, bruno)
  await sendMessage(anna, id, 'La soluzione')
  await sendFiles(anna, id, [picture('nascosta', { alt: 'covo{segreta}', isSpoiler: true })])
  const asked = filesAsked(page)
  await openChat(bruno, id)
  const message = list(page).getByRole('article').last()
  const show = message.getByRole('button', { name: 'Mostra spoiler' })
  await expect(show).toBeVisible()
  await expect(message).toHaveAccessibleDescription('[spoiler]')
  const html = await page.content()
  expect(html).not.toContain('segreta')
  expect(html).not.toContain('nascosta')
  expect(await page.locator('canvas').count()).toBe(0)
  expect(asked).toEqual([])

  await show.press('Enter')
  const button = page.getByRole('button', { name: 'Apri immagine: covo{segreta}' })
  await expect.poll(() => isLoaded(button.locator('img'))).toBe(true)
  await expect(message.getByRole('button', { name: 'Nascondi spoiler' })).toBeFocused()
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Immagine 1 di 1' }).getByText('covo{segreta}')).toBeVisible()
  await page.keyboard.press('Escape')

  // It stays open while the page lives.
  await write(bruno, 'trovata')
  await page.getByRole('link', { name: 'Eventi' }).click()
  await page.goBack()
  await expect(button).toBeVisible()
})

test('a file is downloaded as it came, and a short text is read in its place', async ({ anna, bruno }) => {
  const { page } = bruno
  const id = await befriend(anna, bruno)
  const lines = Array.from({ length: 30 }, (_, index) => `print(${index})\n`).join('')
  const name = `${'relazione-'.repeat(9)}finale.py`
  await sendFiles(anna, id, [
    { name, bytes: Buffer.from(lines) },
    { name: 'installa.exe', bytes: Buffer.from([77, 90, 0, 1]) },
  ])
  await openChat(bruno, id)
  await page.setViewportSize({ width: 360, height: 740 })
  const row = page.getByRole('group', { name: `${name}, Codice Python, 1 kB` })
  const link = row.getByRole('link', { name: 'Scarica' })
  await expect(link).toHaveAccessibleDescription(name)
  const download = page.waitForEvent('download')
  await link.click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(name)
  expect(await readFile(await saved.path(), 'utf8')).toBe(lines)

  const program = page.getByRole('group', { name: 'installa.exe, Programma, 1 kB' })
  await expect(program.getByText(/^Questo file può contenere un programma\./)).toBeVisible()
  await expect(program.getByRole('button')).toHaveCount(0)

  await row.getByRole('button', { name: 'Mostra anteprima' }).click()
  const code = row.getByRole('group', { name: 'Codice Python' })
  await expect(code.locator('pre')).toContainText('print(19)')
  await expect(code.locator('pre')).not.toContainText('print(20)')
  await code.getByRole('button', { name: 'Mostra tutto (30 righe)' }).click()
  await expect(code.locator('pre')).toContainText('print(29)')
  await row.getByRole('button', { name: 'Nascondi anteprima' }).click()
  await expect(code).toHaveCount(0)
})

test('a file that the scanner warns of is downloaded when its reader says so again', async ({
  anna,
  bruno,
}) => {
  const { page } = bruno
  const id = await befriend(anna, bruno)
  await page.route('**/api/chat/*/messages**', async (route) => {
    // No scanner runs beside the servers of these tests.
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('"kind":"file"', '"kind":"file","warning":"Prova.Campione"')
    await route.fulfill({ response: answer, body })
  })
  await sendFiles(anna, id, [{ name: 'campione.bin', bytes: Buffer.from([77, 90, 0, 1]) }])
  await openChat(bruno, id)
  const row = page.getByRole('group', { name: 'campione.bin, File BIN, 1 kB' })
  await expect(row.getByText("L'antivirus ha segnalato questo file: Prova.Campione.")).toBeVisible()
  const link = row.getByRole('link', { name: 'Scarica' })
  const dialog = page.getByRole('alertdialog', { name: 'Scaricare il file segnalato?' })
  await link.press('Enter')
  await dialog.getByRole('button', { name: 'Annulla' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
  await link.click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Scarica lo stesso' }).click()
  expect((await download).suggestedFilename()).toBe('campione.bin')
  await expect(dialog).toBeHidden()
})

test('a picture that is deleted goes from under the eyes of its reader', async ({ anna, bruno }) => {
  const { page } = bruno
  const id = await befriend(anna, bruno)
  await openChat(bruno, id)
  const { sequence } = await sendFiles(anna, id, [picture('uno')], 'Guarda')
  const button = page.getByRole('button', { name: 'Apri immagine 1 di 1, senza descrizione' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Immagine 1 di 1' })
  await expect.poll(() => isLoaded(dialog.locator('img[src$=large]'))).toBe(true)

  const answer = await anna.context.request.delete(`/api/chat/${id}/messages/${sequence}`, {
    headers: { origin: originOf() },
  })
  expect(answer.ok()).toBe(true)
  await expect(dialog.getByText('Immagine non disponibile.')).toBeVisible()
  await expect(dialog.locator('img')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Chiudi' }).click()
  const message = list(page).getByRole('article')
  await expect(message).toBeFocused()
  await expect(message).toContainText('Messaggio eliminato.')
  await expect(button).toHaveCount(0)
})

test.describe('where a picture fails', () => {
  test.use({ announced: [/404/] })

  test('it is said in its place, and tried again', async ({ anna, bruno }) => {
    const { page } = bruno
    const id = await befriend(anna, bruno)
    await page.route('**/api/files/**', (route) => route.fulfill({ status: 404 }))
    await openChat(bruno, id)
    await sendFiles(anna, id, [picture('uno')])
    await expect(list(page).getByText('Immagine non disponibile.')).toBeVisible()
    await page.unroute('**/api/files/**')
    await list(page).getByRole('button', { name: 'Riprova' }).press('Enter')
    const button = page.getByRole('button', { name: 'Apri immagine 1 di 1, senza descrizione' })
    await expect.poll(() => isLoaded(button.locator('img'))).toBe(true)
    await expect(button).toBeFocused()
  })
})
