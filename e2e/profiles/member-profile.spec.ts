import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { befriend, box, list, sendMessage, uidOf, write } from '../chat/talk.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const menuEntry = (page: Page) => page.getByRole('link', { name: 'Amici', exact: true })
const forFriends = (page: Page) => page.getByText('Questo profilo è visibile solo agli amici.')

async function open({ page }: Actor, other: Actor) {
  await page.goto(`/app/profilo/${await uidOf(other)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.name)
  await expect(page.getByText('connesso')).toBeVisible()
}

/** Saves the fields of the own profile through the API. */
async function save({ context }: Actor, data: Record<string, string>) {
  const { origin } = new URL(test.info().project.use.baseURL ?? '')
  const answer = await context.request.patch('/api/profiles/me', { headers: { origin }, data })
  expect(answer.status()).toBe(200)
}

test('a stranger becomes a friend on the profile, and sees what friends see, live', async ({
  anna,
  bruno,
}) => {
  await save(bruno, {
    bio: 'Smonto cose (https://smonto.example/cose).',
    citta: 'Bari',
    telefono: '333 1234567',
    dataNascita: '1998-05-14',
  })
  await Promise.all([open(anna, bruno), open(bruno, anna)])
  await expect(anna.page).toHaveTitle(new RegExp(`${bruno.name} · `))
  await expect(menuEntry(anna.page)).toHaveAttribute('aria-current', 'page')
  await expect(forFriends(anna.page)).toBeVisible()
  await expect(anna.page.getByText('Membro dal')).toBeVisible()

  await button(anna.page, 'Aggiungi Amico').click()
  await expectToast(anna.page, 'Richiesta di amicizia inviata!')
  await expect(anna.page.getByRole('main').getByText('Richiesta inviata')).toBeVisible()
  await expect(button(bruno.page, 'Rifiuta')).toBeVisible()
  await button(bruno.page, 'Accetta').click()
  for (const { page } of [anna, bruno]) await expect(button(page, 'Messaggio')).toBeVisible()
  expect(await bruno.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  const link = anna.page.getByRole('link', { name: 'https://smonto.example/cose' })
  await expect(link).toHaveAttribute('href', 'https://smonto.example/cose')
  await expect(link).toHaveAttribute('rel', /noopener.*nofollow/)
  await expect(anna.page.getByRole('definition').filter({ has: link })).toHaveText(
    'Smonto cose (https://smonto.example/cose).',
  )
  await expect(anna.page.getByText(bruno.email)).toBeVisible()
  await expect(anna.page.getByRole('main')).not.toContainText('333 1234567')
  await expect(anna.page.getByRole('main')).not.toContainText('1998')
  await save(bruno, { displayName: `Nuovo ${bruno.name}` })
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(`Nuovo ${bruno.name}`)

  // The first page of a visit has nothing behind it.
  await expect(anna.page.getByRole('link', { name: 'Torna agli amici' })).toBeVisible()
  await expect(button(anna.page, 'Indietro')).toHaveCount(0)
  await button(anna.page, 'Messaggio').click()
  await expect(anna.page.getByPlaceholder('Scrivi un messaggio...')).toBeVisible()
  await anna.page.getByRole('heading', { level: 1 }).getByRole('link').click()
  await button(anna.page, 'Indietro').click()
  await expect(anna.page.getByPlaceholder('Scrivi un messaggio...')).toBeVisible()
})

test('a removed friend can be read and not be written to, until the two are friends again', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/403|ERR_FAILED/)
  const conversationId = await befriend(anna, bruno)
  await sendMessage(bruno, conversationId, 'prima')
  await bruno.page.goto(`/app/chat/${conversationId}`)
  await expect(list(bruno.page)).toContainText('prima')
  await expect(bruno.page.getByText('connesso')).toBeVisible()
  await bruno.page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await write(bruno, 'aspetta')
  await expect(list(bruno.page)).toContainText('in attesa della rete')

  await open(anna, bruno)
  const more = button(anna.page, 'Altre azioni')
  await expect(more).toHaveAccessibleDescription(bruno.name)
  const menu = anna.page.getByRole('menu', { name: 'Azioni sulla persona' })
  const dialog = anna.page.getByRole('alertdialog', { name: 'Rimuovi dagli amici' })
  await more.press('Enter')
  await menu.getByRole('menuitem', { name: 'Rimuovi dagli amici' }).press('Enter')
  await expect(dialog).toContainText(
    `Vuoi rimuovere ${bruno.name} dagli amici? La chat resta leggibile, ma nessuno dei due potrà più scrivere.`,
  )
  await expect(dialog.getByRole('button', { name: 'Annulla' })).toBeFocused()
  await anna.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()
  await more.click()
  await menu.getByRole('menuitem', { name: 'Rimuovi dagli amici' }).click()
  await dialog.getByRole('button', { name: 'Rimuovi' }).click()
  await expectToast(anna.page, 'Amicizia rimossa.')
  await expect(button(anna.page, 'Aggiungi Amico')).toBeVisible()

  await bruno.page.unrouteAll()
  const closed = bruno.page
    .getByRole('status')
    .filter({ hasText: 'Non siete più amici: puoi leggere questa chat, ma non scrivere.' })
  await expect(closed).toBeVisible()
  await expect(box(bruno.page)).toBeDisabled()
  await expect(bruno.page.getByRole('button', { name: 'Invia' })).toBeDisabled()
  await expect(list(bruno.page)).toContainText('Non siete più amici: il messaggio non è stato inviato.')
  await expect(list(bruno.page)).toContainText('aspetta')
  await expect(bruno.page.getByRole('alert')).toHaveCount(0)

  await befriend(bruno, anna)
  await expect(closed).toHaveCount(0)
  await write(bruno, 'di nuovo')
  await expect(list(bruno.page)).toContainText('prima')
  await anna.page.goto(`/app/chat/${conversationId}`)
  await expect(list(anna.page)).toContainText('di nuovo')
})
