import { partBytes } from '@covo/contract/files/files.rules'
import { makeBot, uploadFile } from '@covo/testing/member-actions'
import { visit } from '@covo/testing/visitor'
import { greyPng, hiddenDataOf, photoWithPlace } from '../../apps/server/test/pictures.ts'
import { type Actor, expect, muteSocket, test } from '../actors.ts'
import { long } from '../long.ts'
import { attached, bytes, choose, file, newest } from './files.ts'
import { befriend, box, list, originOf, write } from './talk.ts'

const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
const remove = { name: 'Togli' }

async function openChat({ page }: Actor, conversationId: string) {
  await page.goto(`/app/chat/${conversationId}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

test('a photo of 12 megapixels and a small one go without the place where they were taken', async ({
  anna,
  bruno,
}) => {
  const id = await befriend(anna, bruno)
  await openChat(anna, id)
  await openChat(bruno, id)
  const photos = [await photoWithPlace(4000, 3000), await photoWithPlace(900, 600)]
  for (const one of photos) expect(one.includes('Fotocamera')).toBe(true)
  await choose(anna.page, ...photos.map((one, place) => chosen(`${place}.jpg`, one)))
  await write(anna, 'ecco')
  await expect(list(bruno.page).getByRole('button', { name: /^Apri immagine/ })).toHaveCount(2)
  const { files = [] } = (await newest(bruno, id)) ?? {}
  expect(files).toMatchObject([
    { kind: 'picture', width: 2560, height: 1920 },
    { kind: 'picture', width: 900, height: 600 },
  ])
  for (const path of files.flatMap((one) => [one.id, `${one.id}/large`, `${one.id}/small`])) {
    const body = await (await bruno.context.request.get(`/api/files/${path}`)).body()
    expect(await hiddenDataOf(body)).toEqual({ format: 'webp' })
    expect(body.includes('Fotocamera')).toBe(false)
  }
})

test.describe('four files in one message', () => {
  test.use({ announced: [[/ERR_INTERNET_DISCONNECTED/, /\b422\b/, /\b409\b/], { scope: 'test' }] })

  test('one is given up, one goes on after a break, one is tried again, one goes as a file, one is hidden', async ({
    anna,
    bruno,
  }) => {
    const id = await befriend(anna, bruno)
    const { page, context } = anna
    await openChat(anna, id)
    let [isBroken, isFull] = [true, true]
    await page.route('**/api/uploads/*/parts/1', (route) =>
      isBroken ? route.abort('internetdisconnected') : route.continue(),
    )
    await page.route('**/api/uploads/*/finish', (route) =>
      isFull ? route.fulfill({ status: 409, json: { code: 'files.full' } }) : route.continue(),
    )
    await choose(
      page,
      bytes('via.bin', 2 * partBytes),
      bytes('lungo.bin', 2 * partBytes),
      chosen('rotta.png', greyPng(9, 9).subarray(0, 40)),
      chosen('flag.png', greyPng(90, 60)),
    )
    await expect(file(page, 'lungo.bin').getByText('In attesa della rete')).toBeVisible()
    await file(page, 'via.bin').getByRole('button', { name: 'Annulla' }).click()
    await expect(attached(page).getByRole('listitem')).toHaveCount(3)
    await expect(file(page, 'flag.png').getByText(/^Non c'è più spazio per i file\./)).toBeVisible()
    isFull = false
    for (const name of ['flag.png', 'rotta.png'])
      await file(page, name).getByRole('button', { name: 'Riprova' }).click()
    await expect(file(page, 'flag.png').getByRole('button', remove)).toBeVisible()
    await file(page, 'flag.png').getByRole('checkbox', { name: 'Spoiler' }).check()
    await expect(file(page, 'rotta.png').getByText('Non riusciamo a leggere questa immagine.')).toBeVisible()
    await file(page, 'rotta.png').getByRole('checkbox', { name: 'Invia come file' }).check()
    await choose(page, bytes('note.txt', 7))
    await write(anna, 'quattro')
    await expect(list(page).getByRole('progressbar', { name: 'Caricamento di lungo.bin' })).toBeVisible()
    isBroken = false
    await context.setOffline(true)
    await context.setOffline(false)
    await expect.poll(async () => (await newest(bruno, id))?.text).toBe('quattro')
    const { files = [] } = (await newest(bruno, id)) ?? {}
    expect(files).toMatchObject([
      { name: 'lungo.bin', kind: 'file', size: 2 * partBytes },
      { name: 'rotta.png', kind: 'file', size: 40 },
      { name: 'flag.png', kind: 'picture', isSpoiler: true },
      { name: 'note.txt', kind: 'file', preview: 'txt' },
    ])
    const read = await bruno.context.request.get(`/api/files/${files[0]?.id}`)
    expect((await read.body()).equals(bytes('lungo.bin', 2 * partBytes).buffer)).toBe(true)
  })
})

test('files belong to the tab that chose them, and another shows the text alone', async ({ anna, bruno }) => {
  const id = await befriend(anna, bruno)
  const { page, context } = anna
  await openChat(anna, id)
  await choose(page, bytes('mio.bin', 9))
  await expect(file(page, 'mio.bin').getByRole('button', remove)).toBeVisible()
  await box(page).fill('con un file')
  const other = await context.newPage()
  await openChat({ ...anna, page: other }, id)
  await expect(box(other)).toHaveValue('con un file')
  await expect(attached(other)).toHaveCount(0)
  await box(other).press('Enter')
  await expect.poll(async () => (await newest(bruno, id))?.text).toBe('con un file')
  expect(await newest(bruno, id)).not.toHaveProperty('files')
  await page.reload()
  await expect(file(page, 'mio.bin').getByRole('button', remove)).toBeVisible()
  await write(anna, 'eccolo')
  await expect.poll(async () => (await newest(bruno, id))?.files?.[0]?.name).toBe('mio.bin')
})

test(
  'where the browser keeps no bytes, a reload keeps what was uploaded and asks for the rest',
  long,
  async ({ anna }) => {
    const { page } = anna
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    await page.goto('/app/chat-generale')
    await page.route('**/api/uploads/*/parts/1', () => {})
    await choose(page, bytes('intero.bin', 9), bytes('a-meta.bin', 2 * partBytes))
    await expect(file(page, 'intero.bin').getByRole('button', remove)).toBeVisible()
    await expect(file(page, 'a-meta.bin').getByRole('progressbar')).toBeVisible()
    await page.reload()
    await expect(
      file(page, 'a-meta.bin').getByText("Il file è cambiato o non c'è più. Sceglilo di nuovo."),
    ).toBeVisible()
    await file(page, 'a-meta.bin').getByRole('button', remove).click()
    await write(anna, 'il resto')
    const message = list(page).getByRole('article').filter({ hasText: 'il resto' })
    await expect(message.getByRole('group', { name: /^intero\.bin,/ })).toBeVisible()
  },
)

test('a bot posts a chart by its token, with a description', long, async ({ anna, bruno }) => {
  await bruno.page.goto('/app/chat-generale')
  const cookies = (await anna.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const bot = await makeBot(
    visit(originOf(), { cookie: cookies }),
    `Grafico ${crypto.randomUUID().slice(0, 8)}`,
  )
  const { id } = await uploadFile(bot, 'generale', { name: 'punti.png', bytes: greyPng(300, 200) })
  const alt = `Punti di ${bot.uid}`
  const form = { clientId: crypto.randomUUID(), text: '', files: [{ id, alt }] }
  expect((await bot.post('/api/chat/generale/messages', form)).status).toBe(201)
  const picture = list(bruno.page).getByRole('button', { name: `Apri immagine: ${alt}` })
  await expect(picture.locator('img')).toHaveJSProperty('naturalWidth', 300)
})

test('an instance without files offers none', async ({ anna }) => {
  const { page } = anna
  // A browser takes a page that a test has changed for one of another network, which may not open it.
  await muteSocket(page)
  await page.route('**/app/chat-generale', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      'name="covo-files" content="on"',
      'name="covo-files" content="off"',
    )
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/app/chat-generale')
  await expect(box(page)).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Allega', exact: true })).toHaveCount(0)
})
