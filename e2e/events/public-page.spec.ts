import { randomUUID } from 'node:crypto'
import { firstVisitBudget, transfersOf } from '@covo/testing/transfers'
import { expect, test } from '../actors.ts'
import { organise } from './organise.ts'

test('a visitor reads an event without asking the API, shares it, and comes back to it when signed in', async ({
  anna,
  bruno,
  page,
}) => {
  const title = `Pubblica ${randomUUID()}`
  const { id } = await organise(anna, { title, capacity: 30, venue: 'online' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(request.url())
  })
  const transfers = await transfersOf(page, `/eventi/${id}`)
  expect(transfers.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(firstVisitBudget)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Covo`)
  await expect(page.getByRole('timer')).toContainText('Inizia tra')
  await expect(page.getByText('30 liberi su 30')).toBeVisible()
  await expect(page.getByText('0 partecipanti', { exact: true })).toBeVisible()
  expect(asked).toEqual([])

  await page.getByRole('button', { name: 'Aggiungi al calendario' }).click()
  await expect(page.getByRole('link', { name: 'Scarica .ics' })).toHaveAttribute('href', `/eventi/${id}.ics`)
  await page.getByRole('button', { name: 'Condividi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Condividi evento' })
  const address = `${new URL(page.url()).origin}/eventi/${id}`
  await expect(dialog.getByLabel("Indirizzo dell'evento")).toHaveValue(address)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copia indirizzo' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Indirizzo copiato.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await dialog.getByRole('button', { name: 'Mostra codice QR' }).click()
  await expect(dialog.getByRole('img', { name: `Codice QR di ${address}` })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Scarica QR' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Chiudi' }).click()

  await page.getByRole('link', { name: 'Accedi per partecipare' }).click()
  await page.getByLabel('Email').fill(bruno.email)
  await page.getByLabel('Password', { exact: true }).fill(bruno.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(`/app/eventi/${id}`)
  await expect(page.getByRole('button', { name: 'Partecipa' })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an event can be read', async ({ anna, page }) => {
    const title = `Leggibile ${randomUUID()}`
    const { id } = await organise(anna, { title, description: 'Una riga\ne un’altra' })
    await page.goto(`/eventi/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Una riga')
    await expect(page.getByText('Avvio ...')).toBeHidden()
  })
})
