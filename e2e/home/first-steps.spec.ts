import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../actors.ts'
import { befriend } from '../chat/talk.ts'
import { organise } from '../events/organise.ts'
import { long } from '../long.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Per cominciare' })
const step = (page: Page, name: string) => card(page).getByRole('link', { name, exact: true })

test('the first steps are ticked as they are taken, and leave with the last', async ({ anna, bruno }) => {
  const { page } = anna
  await page.goto('/app/home')
  await expect(card(page).getByRole('link')).toHaveText([
    'Presentati in Chat Generale',
    'Completa il profilo',
    'Partecipa a un evento',
    'Trova un amico',
  ])
  await expect(page.getByText('connesso')).toBeVisible()
  await step(page, 'Trova un amico').click()
  await expect(page.getByPlaceholder('Cerca utenti per nome o email...')).toBeVisible()
  await page.goBack()
  await befriend(anna, bruno)
  await expect(step(page, 'Trova un amico (fatto)')).toBeVisible()

  await step(page, 'Completa il profilo').click()
  await expect(page.getByLabel('Nome visualizzato')).toBeFocused()
  await page.getByRole('button', { name: 'Annulla' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Modifica Profilo' })).toBeVisible()
  await page.goBack()

  await step(page, 'Presentati in Chat Generale').click()
  // It is stored when the member is back on home, where no news of it arrives.
  let isHome = false
  await page.route('**/api/chat/generale/messages', async (route) => {
    if (route.request().method() === 'POST') await expect.poll(() => isHome).toBe(true)
    await route.continue()
  })
  await page.getByPlaceholder('Scrivi un messaggio...').fill(`Sono ${anna.name}`)
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect(page.getByRole('log')).toContainText(`Sono ${anna.name}`)
  await page.goBack()
  await expect(step(page, 'Presentati in Chat Generale')).toBeVisible()
  isHome = true
  await expect(step(page, 'Presentati in Chat Generale (fatto)')).toBeVisible()

  // From another tab.
  const { id } = await organise(bruno, {})
  const headers = { origin: new URL(page.url()).origin }
  await anna.context.request.put(`/api/events/${id}/participation`, { headers })
  await expect(step(page, 'Partecipa a un evento (fatto)')).toBeVisible()
  await anna.context.request.patch('/api/profiles/me', {
    headers,
    data: { displayName: anna.name, citta: 'Torino' },
  })
  await expect(card(page)).toHaveCount(0)
  await expectToast(page, 'Hai fatto tutti i primi passi.')
})

test(
  'a founder hides the first steps on this device for good, and copies the address of the instance',
  long,
  async ({ anna, announced }) => {
    // The socket may report the end before the answer does; then the page requests the session.
    announced.push(/status of 401/)
    await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { page } = anna
    await page.goto('/app/home')
    await card(page).getByRole('button', { name: 'Nascondi' }).click()
    await expect(card(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByLabel('Email').fill(anna.email)
    await page.getByLabel('Password', { exact: true }).fill(anna.password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Messaggi Recenti' })).toBeVisible()
    await expect(card(page)).toHaveCount(0)

    await page.route('**/api/friends/counts', (route) =>
      route.fulfill({ json: { friends: 0, incomingRequests: 0, sentRequests: 0, isAlone: true } }),
    )
    await page.goto('/app/amici')
    await expect(page.getByText('Per ora ci sei solo tu: invita qualcuno')).toBeVisible()
    await page.getByRole('button', { name: "Copia l'indirizzo" }).click()
    await expectToast(page, 'Indirizzo copiato: si apre solo da questo computer.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(page.url()).origin)
  },
)
