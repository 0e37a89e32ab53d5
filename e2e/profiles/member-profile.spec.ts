import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { ask, befriend, box, list, sendMessage, uidOf, write } from '../chat/talk.ts'
import { long } from '../long.ts'

const controls = (page: Page) => page.getByRole('main').getByRole('button')
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
    bio: 'Smonto cose.',
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
  await expect(anna.page.getByText('Richiesta di amicizia inviata!')).toBeVisible()
  await expect(anna.page.getByRole('main').getByText('Richiesta inviata')).toBeVisible()
  await expect(button(bruno.page, 'Rifiuta')).toBeVisible()
  await button(bruno.page, 'Accetta').click()
  for (const { page } of [anna, bruno]) await expect(button(page, 'Messaggio')).toBeVisible()
  expect(await bruno.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await expect(anna.page.getByText('Smonto cose.')).toBeVisible()
  await expect(anna.page.getByText(bruno.email)).toBeVisible()
  await expect(anna.page.getByRole('main')).not.toContainText('333 1234567')
  await expect(anna.page.getByRole('main')).not.toContainText('1998')
  await save(bruno, { displayName: `Nuovo ${bruno.name}` })
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(`Nuovo ${bruno.name}`)

  await button(anna.page, 'Messaggio').click()
  await expect(anna.page.getByPlaceholder('Scrivi un messaggio...')).toBeVisible()
})

test('a rejected request leaves two strangers', long, async ({ anna, bruno }) => {
  await ask(anna, bruno)
  await Promise.all([open(anna, bruno), open(bruno, anna)])
  await button(bruno.page, 'Rifiuta').click()
  for (const { page } of [anna, bruno]) await expect(button(page, 'Aggiungi Amico')).toBeVisible()
})

test('names lead there from the chats, the friends and the search', long, async ({ anna, bruno, carla }) => {
  const conversationId = await befriend(anna, bruno)
  await sendMessage(bruno, conversationId, 'ciao')
  await carla.writes(`Ciao da ${carla.name}`)
  const { page } = anna

  await page.goto('/app/amici')
  await page.getByRole('listitem').getByRole('link', { name: bruno.name, exact: true }).click()
  await expect(page).toHaveURL(`/app/profilo/${await uidOf(bruno)}`)
  await expect(page.getByRole('heading', { level: 1, name: bruno.name })).toBeFocused()

  await page.goto(`/app/chat/${conversationId}`)
  await expect(page.getByRole('heading', { level: 1, name: bruno.name })).toBeVisible()
  for (const place of [page.getByRole('heading', { level: 1 }), list(page)]) {
    await expect(place.getByRole('link', { name: bruno.name })).toHaveAttribute(
      'href',
      `/app/profilo/${await uidOf(bruno)}`,
    )
  }

  await page.goto('/app/chat-generale')
  await list(page).getByRole('link', { name: carla.name }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(carla.name)
  await page.goBack()
  await expect(list(page)).toBeVisible()

  await page.goto('/app/amici')
  await page.getByRole('tab', { name: 'Cerca Utenti' }).click()
  await page.getByPlaceholder('Cerca utenti per nome o email...').fill(carla.name)
  await page.getByRole('listitem').getByRole('link', { name: carla.name }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(carla.name)
})

test('friends and events of both are named', long, async ({ anna, bruno, carla }) => {
  await befriend(anna, carla)
  await befriend(bruno, carla)
  await open(anna, bruno)
  const shared = anna.page.getByRole('region', { name: 'In comune' })
  await expect(shared).toContainText('Amici in comune (1)')
  await shared.getByRole('link', { name: carla.name }).click()
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(carla.name)
})

test(
  'the own uid leads to the own profile, other text to the home, and an unknown uid says so',
  long,
  async ({ anna, announced }) => {
    announced.push(/404/)
    const { page } = anna
    await page.goto(`/app/profilo/${(await uidOf(anna)).toUpperCase()}`)
    await expect(page).toHaveURL('/app/profilo')
    await page.goto('/app/profilo/anna')
    await expect(page).toHaveURL('/app/home')
    await page.goto(`/app/profilo/${crypto.randomUUID()}`)
    await expect(page.getByRole('alert')).toHaveText('Profilo non trovato.')
    await expect(controls(page)).toHaveCount(0)
  },
)

test('a profile that could not be loaded can be fetched again', long, async ({ anna, bruno, announced }) => {
  announced.push(/500/)
  const { page } = anna
  const uid = await uidOf(bruno)
  await page.route(`**/api/profiles/${uid}`, (route) =>
    route.fulfill({ status: 500, json: { code: 'common.internal', requestId: 'x' } }),
  )
  await page.goto(`/app/profilo/${uid}`)
  await expect(page.getByRole('alert')).toContainText('Operazione fallita.')
  await page.unrouteAll()
  await button(page, 'Riprova').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(bruno.name)
})

test('a request can be withdrawn where it was sent', long, async ({ anna, bruno }) => {
  await ask(anna, bruno)
  await open(anna, bruno)
  await button(anna.page, 'Annulla richiesta').click()
  await expect(button(anna.page, 'Aggiungi Amico')).toBeVisible()
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
  await expect(anna.page.getByText('Amicizia rimossa.')).toBeVisible()
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
