import { maximumFileBytes, partBytes } from '@covo/contract/files/files.rules'
import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { attached, bytes, choose, file, newest } from './files.ts'
import { befriend, box, list, write } from './talk.ts'

/** Pastes or drops a picture that the page draws; answers whether the browser would go on with it by itself. */
async function give(page: Page, kind: 'paste' | 'drop', name: string, type: string, text = '') {
  return await box(page).evaluate(
    async (field, given) => {
      const canvas = document.createElement('canvas')
      canvas.width = 64
      canvas.height = 48
      canvas.getContext('2d')?.fillRect(8, 8, 16, 16)
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, given.type))
      const data = new DataTransfer()
      data.items.add(new File([picture ?? ''], given.name, { type: given.type }))
      if (given.text) data.setData('text/plain', given.text)
      const init = { bubbles: true, cancelable: true }
      return field.dispatchEvent(
        given.kind === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      )
    },
    { kind, name, type, text },
  )
}

test('two files go with a text, one of them taken off again, and a message may be a file alone', async ({
  anna,
  bruno,
}) => {
  const conversationId = await befriend(anna, bruno)
  const { page } = anna
  await page.goto(`/app/chat/${conversationId}`)
  await choose(page, bytes('uno.bin', partBytes + 1), bytes('due.txt', 20), bytes('tre.txt', 30))
  await expect(attached(page).getByRole('listitem')).toHaveCount(3)
  await file(page, 'tre.txt').getByRole('button', { name: 'Togli' }).click()
  await expect(attached(page).getByRole('listitem')).toHaveCount(2)
  const before = file(page, 'due.txt').getByRole('button', { name: 'Sposta prima' })
  await expect(before).toHaveAccessibleDescription('due.txt')
  await before.press('Enter')
  await expect(attached(page).getByRole('listitem').first()).toContainText('due.txt')
  const after = file(page, 'due.txt').getByRole('button', { name: 'Sposta dopo' })
  await expect(after).toBeFocused()
  await expect(before).toHaveCount(0)
  await after.press('Enter')
  await expect(attached(page).getByRole('listitem').last()).toContainText('due.txt')
  await file(page, 'uno.bin').getByRole('button', { name: 'Sposta dopo' }).click()
  await expect(attached(page).getByRole('listitem').last()).toContainText('uno.bin')
  await box(page).fill('ecco')
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(box(page)).toHaveValue('')
  await expect(attached(page)).toHaveCount(0)
  await expect(list(page).getByText('ecco')).toBeVisible()
  await expect.poll(async () => (await newest(bruno, conversationId))?.text).toBe('ecco')
  expect((await newest(bruno, conversationId))?.files).toMatchObject([
    { name: 'due.txt', size: 20 },
    { name: 'uno.bin', size: partBytes + 1, kind: 'file' },
  ])
  await choose(page, bytes('solo.bin', 10))
  await expect(file(page, 'solo.bin').getByRole('button', { name: 'Togli' })).toBeVisible()
  await box(page).press('Enter')
  await expect.poll(async () => (await newest(bruno, conversationId))?.files?.[0]?.name).toBe('solo.bin')
})

test('a pasted picture is described, hidden as a spoiler and sent; as a file it keeps its bytes', async ({
  anna,
  bruno,
}) => {
  const conversationId = await befriend(anna, bruno)
  const { page } = anna
  await page.goto(`/app/chat/${conversationId}`)
  // Spreadsheets give a picture beside the text.
  expect(await give(page, 'paste', 'image.png', 'image/png', 'celle copiate')).toBe(true)
  expect(await give(page, 'paste', 'image.png', 'image/png')).toBe(false)
  const picture = file(page, 'immagine ')
  await expect(attached(page).getByRole('listitem')).toHaveCount(1)
  await expect(picture).toHaveText(/immagine \d\d\.\d\d\.\d\d\.png/)
  await picture.getByRole('button', { name: 'Descrivi' }).click()
  const dialog = page.getByRole('dialog', { name: "Descrizione dell'immagine" })
  await dialog.getByLabel("Descrizione dell'immagine").fill('Un quadrato nero')
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(dialog).toHaveCount(0)
  await picture.getByRole('checkbox', { name: 'Spoiler' }).check()
  expect(await give(page, 'drop', 'sfida.png', 'image/png')).toBe(false)
  const asFile = file(page, 'sfida.png').getByRole('checkbox', { name: 'Invia come file' })
  await expect(asFile).toHaveAccessibleDescription(/Il file resta com'è/)
  await asFile.check()
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect.poll(async () => (await newest(bruno, conversationId))?.files?.length).toBe(2)
  expect((await newest(bruno, conversationId))?.files).toMatchObject([
    { kind: 'picture', alt: 'Un quadrato nero', isSpoiler: true },
    { kind: 'file', name: 'sfida.png' },
  ])
})

test('an edit describes and hides a picture, takes a file off and may leave no text', async ({
  anna,
  bruno,
}) => {
  const conversationId = await befriend(anna, bruno)
  const { page } = anna
  await page.goto(`/app/chat/${conversationId}`)
  await give(page, 'paste', 'image.png', 'image/png')
  await choose(page, bytes('note.bin', 10))
  await write({ page }, 'troppo')
  await expect.poll(async () => (await newest(bruno, conversationId))?.files?.length).toBe(2)
  await expect(attached(page)).toHaveCount(0)
  await box(page).press('ArrowUp')
  const edited = page.getByLabel('Modifica messaggio')
  await expect(edited).toHaveValue('troppo')
  await expect(page.getByRole('button', { name: 'Allega', exact: true })).toHaveCount(0)
  await file(page, 'note.bin').getByRole('button', { name: 'Togli' }).click()
  await expect(attached(page).getByRole('button', { name: 'Togli' })).toBeFocused()
  await attached(page).getByRole('button', { name: 'Descrivi' }).click()
  await page.getByRole('textbox', { name: "Descrizione dell'immagine" }).fill('Un quadrato')
  await page.getByRole('button', { name: 'Salva' }).last().click()
  await page.getByRole('checkbox', { name: 'Spoiler' }).check()
  await edited.fill('')
  await edited.press('Enter')
  await expect.poll(async () => (await newest(bruno, conversationId))?.edits).toBe(1)
  const message = await newest(bruno, conversationId)
  expect(message?.text).toBe('')
  expect(message?.files).toMatchObject([{ kind: 'picture', alt: 'Un quadrato', isSpoiler: true }])
  expect(message?.files).toHaveLength(1)
})

test('what can not be attached is refused with its reason, and the rest and the text stay', async ({
  anna,
}) => {
  const { page } = anna
  await page.goto('/app/chat-generale')
  await box(page).fill('resta')
  await choose(page, bytes('grande.bin', maximumFileBytes + 1), bytes('vuoto.txt', 0), bytes('a.txt', 5))
  const alert = page.getByRole('alert')
  await expect(alert.getByText('Un file può pesare al massimo 10 MB.')).toBeVisible()
  await expect(alert.getByText('Questo file è vuoto.')).toBeVisible()
  await expect(attached(page).getByRole('listitem')).toHaveText(/a\.txt/)
  await choose(page, ...['b', 'c', 'd', 'e'].map((name) => bytes(`${name}.txt`, 5)))
  await expect(alert.getByText('Puoi allegare al massimo 4 file a un messaggio.')).toBeVisible()
  await expect(attached(page).getByRole('listitem')).toHaveCount(4)
  await expect(box(page)).toHaveValue('resta')
  await box(page).fill('prima')
  await box(page).press('End')
  await box(page).evaluate((field, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
    document.execCommand('insertText', false, text)
  }, 'x'.repeat(2001))
  await file(page, 'd.txt').getByRole('button', { name: 'Togli' }).click()
  await page.getByRole('button', { name: 'Allega come file di testo' }).click()
  await expect(file(page, 'testo.txt')).toBeVisible()
  await expect(box(page)).toHaveValue('prima')
})

test.describe('without network', () => {
  test.use({ announced: [[/ERR_INTERNET_DISCONNECTED/], { scope: 'test' }] })

  test('a message stands with its bars while its file uploads, and later ones go before it', async ({
    anna,
    bruno,
  }) => {
    const conversationId = await befriend(anna, bruno)
    const { page } = anna
    await page.goto(`/app/chat/${conversationId}`)
    const sent: number[] = []
    let isBroken = true
    await page.route('**/api/uploads/*/parts/*', async (route) => {
      const number = Number(/\d+$/.exec(route.request().url())?.[0])
      if (number >= 2 && isBroken) return route.abort('internetdisconnected')
      sent.push(number)
      await route.continue()
    })
    await choose(page, bytes('lungo.bin', 4 * partBytes))
    await write({ page }, 'con file')
    const echo = list(page).getByRole('article').filter({ hasText: 'con file' })
    await expect(echo.getByRole('progressbar', { name: 'Caricamento di lungo.bin' })).toBeVisible()
    await expect(echo.getByText('In attesa della rete')).toBeVisible()
    await expect(box(page)).toHaveValue('')
    await write({ page }, 'dopo')
    await expect.poll(async () => (await newest(bruno, conversationId))?.text).toBe('dopo')
    // The upload retries by itself. Going offline here could abort a part under way, which would then be sent twice.
    isBroken = false
    await expect.poll(async () => (await newest(bruno, conversationId))?.text).toBe('con file')
    expect(sent.toSorted()).toEqual([0, 1, 2, 3])
  })
})

test('a reload keeps what was attached, and a logout leaves none of its bytes', async ({ anna }) => {
  const { page } = anna
  await page.goto('/app/chat-generale')
  await page.route('**/api/uploads/*/finish', () => {})
  await choose(page, bytes('a.bin', partBytes))
  await expect(file(page, 'a.bin').getByRole('progressbar')).toBeVisible()
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('covo.files')
          opening.onsuccess = () => {
            const { result } = opening
            const isEmpty = result.objectStoreNames.length === 0
            if (isEmpty) resolve(0)
            else {
              const counting = result.transaction('files').objectStore('files').count()
              counting.onsuccess = () => resolve(counting.result)
            }
            result.close()
          }
        }),
    )
  await expect.poll(kept).toBe(1)
  await page.unroute('**/api/uploads/*/finish')
  await page.reload()
  await expect(file(page, 'a.bin').getByRole('button', { name: 'Togli' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/Login')
  await expect.poll(kept).toBe(0)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})
