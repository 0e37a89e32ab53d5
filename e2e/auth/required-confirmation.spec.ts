import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anna } from '@covo/testing/cast'
import { tokenMailedTo } from '@covo/testing/outbox'
import { reservePorts } from '@covo/testing/reserve-ports'
import { startServerProcess } from '@covo/testing/server-process'
import { expect, test } from '../actors.ts'

test('an instance that requires a confirmed address lets nobody in before the mailed link is opened', async ({
  page,
  announced,
}) => {
  announced.push(/status of 40[13]/)
  const [port, folder] = [await reservePorts(1), await mkdtemp(join(tmpdir(), 'covo-required-'))]
  const server = startServerProcess({
    PORT: String(port),
    COVO_DATA_DIR: folder,
    COVO_EMAIL_VERIFICATION: 'required',
  })
  try {
    const origin = await server.ready()
    await page.goto(`${origin}/Register`)
    await page.getByLabel('Email').fill(anna.email)
    await page.getByLabel('Username').fill(anna.name)
    await page.getByLabel('Password', { exact: true }).fill(anna.password)
    await page.getByLabel('Conferma password', { exact: true }).fill(anna.password)
    await page.getByRole('button', { name: 'Inizia Ora' }).click()
    await expect(page.getByText('Controlla la tua posta: ti abbiamo mandato un link.')).toBeVisible()
    await page.goto(`${origin}/app/home`)
    await expect(page).toHaveURL(`${origin}/Login`)
    const signIn = async () => {
      await page.getByLabel('Email').fill(anna.email)
      await page.getByLabel('Password', { exact: true }).fill(anna.password)
      await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    }
    await signIn()
    await expect(page.getByRole('alert')).toHaveText('Conferma il tuo indirizzo email per continuare.')

    const token = await tokenMailedTo(join(folder, 'outbox'), anna.email)
    await page.goto(`${origin}/conferma-email#token=${token}`)
    await page.getByRole('button', { name: "Conferma l'indirizzo" }).click()
    await expect(page.getByRole('status')).toHaveText(`Indirizzo confermato: ${anna.email}.`)
    await page.goto(`${origin}/Login`)
    await signIn()
    await expect(page).toHaveURL(`${origin}/app/home`)
    // Else it would notice the server's end.
    await page.goto('about:blank')
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
