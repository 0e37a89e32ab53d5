import type { Page, Route } from '@playwright/test'
import { type Actor, expect, expectToast, muteSocket, test } from '../actors.ts'
import { ask, befriend, originOf, uidOf } from '../chat/talk.ts'
import { organise } from '../events/organise.ts'
import { long } from '../long.ts'

const tab = (page: Page, name: RegExp | string) => page.getByRole('tab', { name })
const row = (page: Page, { name }: Actor) => page.getByRole('listitem').filter({ hasText: name })
const banner = (page: Page) => page.getByRole('main').getByRole('alert')
const filterBox = (page: Page) => page.getByPlaceholder('Cerca tra i tuoi amici per nome o email...')
const searchBox = (page: Page) => page.getByPlaceholder('Cerca utenti per nome o email...')

/** A part of name and email that only this test's member has: the tests share one server. */
const markOf = ({ name }: Actor) => name.split(' ').at(-1) ?? ''

async function open({ page }: Actor) {
  await page.goto('/app/amici')
  await expect(tab(page, /^Amici \(\d+\)$/)).toBeVisible()
  await expect(page.getByText('connesso')).toBeVisible()
}

async function search({ page }: Actor, other: Actor) {
  await tab(page, 'Cerca Utenti').click()
  await searchBox(page).fill(markOf(other))
}

async function searchAndAdd(actor: Actor, other: Actor) {
  await search(actor, other)
  await row(actor.page, other).getByRole('button', { name: 'Aggiungi Amico' }).click()
}

/** Refuses what is changed, and lets what is read go on. */
const refuse = (status: number, code: string) => (route: Route) =>
  route.request().method() === 'GET'
    ? route.fallback()
    : route.fulfill({ status, json: { code, requestId: 'x' } })

test('a request appears live, is withdrawn, rejected and accepted, on both sides', async ({
  anna,
  bruno,
}) => {
  await Promise.all([open(anna), open(bruno)])
  await tab(bruno.page, /^Richieste/).click()
  await expect(bruno.page.getByText('Nessuna richiesta di amicizia in arrivo.')).toBeVisible()

  await searchAndAdd(anna, bruno)
  await expectToast(anna.page, 'Richiesta di amicizia inviata!')
  await expect(row(anna.page, bruno)).toContainText('Richiesta inviata')
  await expect(row(anna.page, bruno)).not.toContainText('@')
  await expect(anna.page.getByText('Richiesta inviata')).toBeFocused()

  await tab(anna.page, /^Richieste/).click()
  await expect(row(bruno.page, anna)).toContainText(/oggi, \d\d:\d\d/)
  const sent = anna.page.getByRole('region', { name: 'Inviate (1)' })
  await expect(sent.getByRole('listitem')).toContainText(/oggi, \d\d:\d\d/)
  const withdraw = sent.getByRole('button', { name: 'Annulla richiesta' })
  await expect(withdraw).toHaveAccessibleDescription(bruno.name)
  await withdraw.click()
  await expect(anna.page.getByRole('region', { name: /Inviate/ })).toHaveCount(0)
  await expect(tab(bruno.page, 'Richieste (0)')).toBeVisible()
  await expect(row(bruno.page, anna)).toHaveCount(0)
  expect(await anna.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await searchAndAdd(anna, bruno)
  await row(bruno.page, anna).getByRole('button', { name: 'Rifiuta' }).click()
  await expect(tab(bruno.page, 'Richieste (0)')).toBeVisible()
  await expect(tab(bruno.page, 'Amici (0)')).toBeVisible()
  await searchAndAdd(anna, bruno)
  await expect(tab(bruno.page, 'Richieste (1)')).toBeVisible()
  const menuEntry = bruno.page.getByRole('link', { name: 'Amici', exact: true })
  await expect(menuEntry).toContainText('1')
  await expect(menuEntry).toHaveAccessibleDescription('1 richiesta in arrivo')
  const accept = row(bruno.page, anna).getByRole('button', { name: 'Accetta' })
  await expect(accept).toHaveAccessibleDescription(anna.name)
  await expect(row(bruno.page, anna).getByRole('button', { name: 'Rifiuta' })).toHaveAccessibleDescription(
    anna.name,
  )
  await accept.click()
  await expect(tab(bruno.page, 'Richieste (0)')).toBeVisible()
  await expect(bruno.page.getByText('Nessuna richiesta di amicizia in arrivo.')).toBeVisible()
  await expect(menuEntry).toHaveAccessibleDescription('')
  expect(await bruno.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await expect(row(anna.page, bruno)).toContainText('Già amici')
  for (const [{ page }, friend] of [
    [anna, bruno],
    [bruno, anna],
  ] as const) {
    await tab(page, 'Amici (1)').click()
    await expect(row(page, friend)).toContainText(friend.email)
    const message = row(page, friend).getByRole('button', { name: 'Messaggio' })
    await expect(message).toHaveAccessibleDescription(friend.name)
  }
})

test('the menu of a row removes a friend, and blocks the sender of a request', async ({
  anna,
  bruno,
  carla,
}) => {
  await befriend(anna, bruno)
  await ask(carla, anna)
  await open(anna)
  const { page } = anna
  await row(page, bruno).getByRole('button', { name: 'Altre azioni' }).last().click()
  const items = page.getByRole('menu', { name: 'Azioni sulla persona' }).getByRole('menuitem')
  await expect(items).toHaveText(['Vedi profilo', 'Rimuovi dagli amici', 'Blocca', 'Segnala'])
  await items.filter({ hasText: 'Rimuovi' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rimuovi', exact: true }).click()
  await expectToast(page, 'Amicizia rimossa.')
  await expect(page.getByText('Non hai ancora amici')).toBeVisible()

  await tab(page, 'Richieste (1)').click()
  await row(page, carla).getByRole('button', { name: 'Altre azioni' }).click()
  await expect(items).toHaveText(['Vedi profilo', 'Blocca', 'Segnala'])
  await items.filter({ hasText: 'Blocca' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Blocca', exact: true }).click()
  await expect(page.getByText('Nessuna richiesta di amicizia in arrivo.')).toBeVisible()
  await expect(page.locator(':focus')).toHaveCount(1)
})

test('two members who send each other requests are friends', long, async ({ anna, bruno }) => {
  await Promise.all([open(anna), open(bruno)])
  // Bruno's search is from before Anna's request, and receives no news of it.
  await muteSocket(bruno.page)
  await bruno.page.reload()
  await search(bruno, anna)
  await expect(row(bruno.page, anna)).toBeVisible()
  await searchAndAdd(anna, bruno)
  // Stored before Bruno's, whose answer has both.
  await expect(row(anna.page, bruno)).toContainText('Richiesta inviata')
  await row(bruno.page, anna).getByRole('button', { name: 'Aggiungi Amico' }).click()
  await expect(row(bruno.page, anna)).toContainText('Già amici')
  await expect(row(anna.page, bruno)).toContainText('Già amici')
  for (const { page } of [anna, bruno]) await expect(tab(page, 'Amici (1)')).toBeVisible()
})

test('the search finds people by name and email who are not known yet', async ({ anna, bruno, carla }) => {
  await open(anna)
  await tab(anna.page, 'Cerca Utenti').click()
  await expect(anna.page.getByText("Digita un nome o un'email per cercare nuovi amici.")).toBeVisible()
  await searchBox(anna.page).fill(bruno.email.toUpperCase())
  await expect(
    row(anna.page, bruno).getByRole('button', { name: 'Aggiungi Amico' }),
  ).toHaveAccessibleDescription(bruno.name)
  await expect(row(anna.page, bruno)).not.toContainText('@')
  await searchBox(anna.page).fill(` ${carla.name.toLowerCase()} `)
  await expect(row(anna.page, carla)).toBeVisible()
  await expect(row(anna.page, bruno)).toHaveCount(0)
  await expect(row(anna.page, carla).getByRole('link', { name: carla.name })).toHaveAttribute(
    'href',
    `/app/profilo/${await uidOf(carla)}`,
  )
  await searchBox(anna.page).fill(anna.name)
  await expect(
    anna.page.getByText('Nessun utente trovato con i criteri specificati, o sono già connessi.'),
  ).toBeVisible()
  await anna.page.getByRole('button', { name: 'Cancella il testo' }).click()
  await expect(anna.page.getByText("Digita un nome o un'email per cercare nuovi amici.")).toBeVisible()
  await expect(searchBox(anna.page)).toBeFocused()
})

test('the empty search proposes people of the own events, and goes on showing whom one asked', async ({
  anna,
  bruno,
  carla,
}) => {
  const { id, title } = await organise(bruno, { title: 'Serata delle proposte' })
  const headers = { origin: originOf() }
  for (const { context } of [anna, carla])
    expect((await context.request.put(`/api/events/${id}/participation`, { headers })).ok()).toBe(true)
  const { page } = anna
  await open(anna)
  await tab(page, 'Cerca Utenti').click()
  const proposed = page.getByRole('region', { name: 'Persone' })
  const add = proposed.getByRole('button', { name: 'Aggiungi Amico' })
  await expect(row(page, carla)).toContainText(`1 evento in comune: ${title}`)
  await expect(page.getByText("Digita un nome o un'email per cercare nuovi amici.")).toBeVisible()
  await expect(add).toHaveAccessibleDescription(carla.name)

  await add.click()
  await expect(row(page, carla)).toContainText('Richiesta inviata')
  await expect(row(page, carla)).toContainText(title)
  await proposed.getByRole('button', { name: 'Annulla richiesta' }).click()
  await expect(add).toBeVisible()
  await expect(page.locator(':focus')).toHaveCount(1)

  await ask(carla, anna)
  await expect(proposed).toHaveCount(0)
  await expect(page.getByText('Non conosci ancora nessuno?')).toBeVisible()
  await tab(page, 'Richieste (1)').click()
  await expect(row(page, carla)).toContainText('1 evento in comune')
})

test('the filter looks among the friends, and the empty lists say why', async ({ anna, bruno, carla }) => {
  await Promise.all([open(anna), open(bruno), open(carla)])
  await expect(
    anna.page.getByText("Non hai ancora amici. Usa la sezione 'Cerca Utenti' per trovarne!"),
  ).toBeVisible()
  await anna.page.getByRole('button', { name: 'Cerca Utenti' }).click()
  await expect(tab(anna.page, 'Cerca Utenti')).toHaveAttribute('aria-selected', 'true')
  for (const other of [bruno, carla]) {
    await searchAndAdd(other, anna)
    await tab(anna.page, 'Richieste (1)').click()
    await row(anna.page, other).getByRole('button', { name: 'Accetta' }).click()
    await expect(tab(anna.page, 'Richieste (0)')).toBeVisible()
  }
  await tab(anna.page, 'Amici (2)').click()
  await expect(anna.page.getByRole('button', { name: 'Messaggio' })).toHaveCount(2)
  await filterBox(anna.page).fill(bruno.email)
  await expect(row(anna.page, carla)).toHaveCount(0)
  await expect(row(anna.page, bruno)).toBeVisible()
  await filterBox(anna.page).fill(carla.name)
  await expect(row(anna.page, carla)).toBeVisible()
  await expect(row(anna.page, bruno)).toHaveCount(0)
  await filterBox(anna.page).fill('nessuno si chiama così')
  await expect(anna.page.getByText('Nessun amico trovato con questo nome/email.')).toBeVisible()
  await expect(tab(anna.page, 'Amici (2)')).toBeVisible()
})

test('all three lists go on page by page', async ({ anna }) => {
  const person = (number: number) => ({
    uid: crypto.randomUUID().replace(/^../, String(number)),
    displayName: `Persona ${number}`,
    photoURL: '',
    email: 'persona@esempio.it',
    requestedAt: '2026-11-20T10:00:00.000Z',
  })
  const pages = { people: [person(10), person(11)], nextCursor: 'segue' }
  const last = { people: [person(12)], nextCursor: null }
  await anna.page.route(/\/api\/friends(\/requests|\/search)?\?|\/api\/friends\/requests$/, (route) =>
    route.fulfill({ json: route.request().url().includes('cursor=segue') ? last : pages }),
  )
  await open(anna)
  for (const name of [/^Amici/, /^Richieste/, /^Cerca/]) {
    await tab(anna.page, name).click()
    if (await searchBox(anna.page).isVisible()) await searchBox(anna.page).fill('persona')
    const rows = anna.page.getByRole('listitem').filter({ hasText: 'Persona' })
    await expect(rows).toHaveCount(2)
    await anna.page.getByRole('button', { name: 'Mostra altri' }).click()
    await expect(rows).toHaveCount(3)
    await expect(anna.page.getByRole('button', { name: 'Mostra altri' })).toHaveCount(0)
  }
})

test(
  'both are told of an acceptance, on any screen but the chat, and led to that',
  long,
  async ({ anna, bruno }) => {
    for (const { page } of [anna, bruno]) await page.addInitScript(keepToasts)
    await ask(anna, bruno)
    await anna.page.goto('/app/eventi')
    await expect(anna.page.getByText('connesso')).toBeVisible()
    await open(bruno)
    await tab(bruno.page, 'Richieste (1)').click()
    await row(bruno.page, anna).getByRole('button', { name: 'Accetta' }).click()
    for (const [{ page }, text, other, goToChat] of [
      [
        anna,
        `${bruno.name} ha accettato la tua richiesta.`,
        bruno,
        () => anna.page.getByRole('alert').getByRole('button', { name: 'Scrivi' }).click(),
      ],
      [
        bruno,
        `Tu e ${anna.name} ora siete amici.`,
        anna,
        async () => {
          await tab(bruno.page, /^Amici/).click()
          await row(bruno.page, anna).getByRole('button', { name: 'Messaggio' }).click()
        },
      ],
    ] as const) {
      await expect(page.getByRole('alert')).toHaveCount(1)
      await expect(page.getByRole('alert')).toContainText(text)
      await goToChat()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.name)
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  },
)

test(
  'a friend without data is listed, and a chat that cannot be opened shows an error',
  long,
  async ({ anna, announced }) => {
    announced.push(/403/)
    const { page } = anna
    const people = ['', crypto.randomUUID()].map((uid) => ({ uid, displayName: '', photoURL: '', email: '' }))
    await page.route('**/api/friends?*', (route) => route.fulfill({ json: { people, nextCursor: null } }))
    await open(anna)
    await expect(page.getByRole('listitem').filter({ hasText: 'Nome Sconosciuto' })).toContainText([
      'Email non disponibile',
      'Email non disponibile',
    ])
    await page.getByRole('button', { name: 'Messaggio' }).first().click()
    await expect(banner(page)).toContainText('Errore: Impossibile avviare la chat: dati utente mancanti.')
    // The server itself refuses a member who is no friend.
    await page.getByRole('button', { name: 'Messaggio' }).last().click()
    await expect(banner(page)).toContainText('Errore: Impossibile avviare la chat. Riprova più tardi.')
    await tab(page, /^Richieste/).click()
    await expect(banner(page)).toHaveCount(0)
  },
)

test(
  'every refusal is shown until OK or another tab, and changes nothing',
  long,
  async ({ anna, bruno, carla, announced }) => {
    announced.push(/4\d\d|500/)
    const { page } = anna
    await ask(carla, anna)
    await open(anna)
    await search(anna, bruno)
    const add = row(page, bruno).getByRole('button', { name: 'Aggiungi Amico' })
    for (const [status, code, text] of [
      [500, 'common.internal', 'Impossibile inviare la richiesta. Riprova.'],
      [404, 'friends.member_not_found', 'Dati utente non trovati.'],
      [422, 'friends.request_to_self', 'Non puoi inviare una richiesta a te stesso.'],
      [409, 'friends.already_friends', 'Siete già amici!'],
      [409, 'friends.request_already_sent', 'Hai già inviato una richiesta a questo utente.'],
      [429, 'friends.too_many_requests', 'Hai inviato troppe richieste. Riprova più tardi.'],
    ] as const) {
      await page.route('**/api/friends/requests', refuse(status, code))
      await add.click()
      await expect(banner(page)).toContainText(`Errore: ${text}`)
      await expect(add).toBeVisible()
      await page.unrouteAll()
      if (status === 409) {
        await tab(page, /^Amici/).click()
        await expect(banner(page)).toHaveCount(0)
        await tab(page, 'Cerca Utenti').click()
      } else await page.getByRole('button', { name: 'OK' }).click()
      await expect(banner(page)).toHaveCount(0)
    }
    await add.click()
    await expect(row(page, bruno)).toContainText('Richiesta inviata')

    await tab(page, /^Richieste/).click()
    const answers = '**/api/friends/requests/**'
    await page.route(answers, refuse(500, 'common.internal'))
    for (const [other, name, text] of [
      [bruno, 'Annulla richiesta', 'Impossibile annullare la richiesta. Riprova.'],
      [carla, 'Accetta', 'Impossibile accettare la richiesta. Riprova.'],
      [carla, 'Rifiuta', 'Impossibile rifiutare la richiesta. Riprova.'],
    ] as const) {
      await row(page, other).getByRole('button', { name }).click()
      await expect(banner(page)).toContainText(`Errore: ${text}`)
      await expect(row(page, other)).toBeVisible()
      await page.getByRole('button', { name: 'OK' }).click()
      await expect(banner(page)).toHaveCount(0)
    }
    await page.unroute(answers)
    await page.route(answers, refuse(401, 'common.unauthenticated'))
    await row(page, carla).getByRole('button', { name: 'Accetta' }).click()
    await expect(page).toHaveURL('/Login')
    await expect(page.getByRole('alert').filter({ hasText: 'Autenticazione richiesta.' })).toBeVisible()
  },
)

/** Runs in the page: toasts would vanish after a few seconds, perhaps before their buttons are pressed. */
function keepToasts() {
  const start = setTimeout
  Object.assign(window, {
    setTimeout: (run: () => void, delay = 0) =>
      start(run, [4000, 6000, 12_000].includes(delay) ? 600_000 : delay),
  })
}
