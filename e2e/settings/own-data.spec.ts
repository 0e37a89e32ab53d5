import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { readZip } from '../../apps/server/test/read-zip.ts'
import { expect, test } from '../actors.ts'
import { sendFiles } from '../chat/files.ts'

test('a member has an archive of their own data made, downloads it, and reads it without a network', async ({
  anna: { page, email },
  openBrowser,
  announced,
}) => {
  await page.goto('/app/impostazioni/privacy')
  const panel = page.getByRole('region', { name: 'I tuoi dati' })
  await panel.getByRole('button', { name: "Prepara l'archivio" }).click()
  // Without a reload.
  const link = panel.getByRole('link', { name: /^Scarica l'archivio \(\d+ kB\)$/ })
  await expect(link).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await expect(panel.getByText(/^Disponibile fino al \d+ \p{L}+ 20\d\d\.$/u)).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^covo-dati-20\d\d-\d\d-\d\d\.zip$/)
  const files = await readZip(await readFile(await download.path()))
  expect([...files.keys()]).toEqual(expect.arrayContaining(['account.json', 'blocks.json', 'reports.json']))
  const folder = await mkdtemp(join(tmpdir(), 'covo-archive-'))
  await writeFile(join(folder, 'index.html'), files.get('index.html') ?? '')
  const offline = await openBrowser()
  await offline.setOffline(true)
  const reader = await offline.newPage()
  await reader.goto(`file://${folder}/index.html`)
  await expect(reader.getByText(email).first()).toBeVisible()
  await rm(folder, { recursive: true })

  announced.push(/429/)
  await panel.getByRole('button', { name: "Prepara l'archivio" }).click()
  await expect(panel.getByRole('alert')).toHaveText('Puoi chiedere un archivio al giorno. Riprova più tardi.')
})

test('a member downloads the files that they have sent', async ({ anna }) => {
  const { page } = anna
  await sendFiles(anna, publicRoomId, [{ name: 'appunti.txt', bytes: Buffer.from('una nota') }])
  await page.goto('/app/impostazioni/privacy')
  const link = page.getByRole('link', { name: /^Scarica i tuoi file \(1 kB\)$/ })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('covo-file.zip')
  const files = await readZip(await readFile(await download.path()))
  expect([...files.values()]).toEqual(['una nota'])
})
