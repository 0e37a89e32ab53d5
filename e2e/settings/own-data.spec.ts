import { readFile } from 'node:fs/promises'
import { expect, test } from '../actors.ts'

test('a member has an archive of their own data made, and downloads it', async ({
  anna: { page },
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
  expect((await readFile(await download.path())).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')

  announced.push(/429/)
  await panel.getByRole('button', { name: "Prepara l'archivio" }).click()
  await expect(panel.getByRole('alert')).toHaveText('Puoi chiedere un archivio al giorno. Riprova più tardi.')
})
