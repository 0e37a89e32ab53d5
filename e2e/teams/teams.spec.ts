import type { Team } from '@covo/contract/teams/teams.routes'
import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { box, list, originOf, post, sendMessage, textsWith, uidOf, write } from '../chat/talk.ts'
import { makeTeam } from './make-team.ts'

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chatLink = (page: Page) => page.getByRole('link', { name: 'Chat della squadra' })
const teamOf = async ({ context }: Actor, path: string) =>
  (await (await context.request.get(`/api/teams/${idOf(path)}`)).json()) as Team
const idOf = (path: string) => path.slice('/app/squadre/'.length)

async function leave(page: Page, sentence: string) {
  await button(page, 'Altre azioni').click()
  await page.getByRole('menuitem', { name: 'Esci dalla squadra' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Esci dalla squadra' })
  await expect(dialog).toContainText(sentence)
  await dialog.getByRole('button', { name: 'Esci' }).click()
}

/** Changes something as the member's own page would. */
async function send({ context }: Actor, method: 'PUT' | 'PATCH', path: string, data: object): Promise<void> {
  const answer = await context.request.fetch(path, { method, headers: { origin: originOf() }, data })
  expect(answer.ok(), `${path} answers ${answer.status()}`).toBe(true)
}

/** Makes a team on the screen that the events lead to; answers the path of its page. */
async function fillIn({ page }: Actor, name: string): Promise<string> {
  await page.goto('/app/eventi')
  await page.getByRole('link', { name: 'Squadre' }).click()
  await expect(page.getByText('Non fai ancora parte di una squadra.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Eventi', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await button(page, 'Crea squadra').click()
  const dialog = page.getByRole('dialog', { name: 'Crea squadra' })
  await dialog.getByLabel('Nome squadra *').fill(name)
  await dialog.getByLabel('Presentazione').fill('Ogni fine settimana, senza fretta.')
  await dialog.getByLabel('Pwn').check()
  await dialog.getByLabel('Cerchiamo componenti').check()
  await dialog.getByLabel('Numero della squadra su CTFtime').fill('1234')
  await dialog.getByRole('button', { name: 'Crea' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  return new URL(page.url()).pathname
}

test('a team is made, entered by a request, an invitation and a code, and handed over until it ends', async ({
  anna,
  bruno,
  carla,
  dario,
  announced,
}) => {
  announced.push(/status of 4(04|10)/)
  const name = `Volpi ${anna.name}`
  const path = await fillIn(anna, name)
  const id = idOf(path)
  await expect(anna.page.getByText('1 su 5 componenti')).toBeVisible()
  await expect(anna.page.getByRole('link', { name: 'Pagina su CTFtime' })).toHaveAttribute(
    'href',
    'https://ctftime.org/team/1234',
  )

  // By a request, found in the list.
  await bruno.page.goto('/app/squadre')
  await bruno.page.getByRole('searchbox', { name: 'Cerca squadre' }).fill(name.toUpperCase())
  await bruno.page.getByLabel('Competenza', { exact: true }).selectOption('Pwn')
  await region(bruno.page, 'Squadre che cercano').getByRole('link', { name }).click()
  await button(bruno.page, 'Chiedi di entrare').click()
  await bruno.page.getByLabel('Messaggio').fill('Gioco da due anni.')
  await button(bruno.page, 'Invia richiesta').click()
  await expect(bruno.page.getByText('Richiesta inviata')).toBeVisible()
  await button(bruno.page, 'Ritira richiesta').click()
  await button(bruno.page, 'Chiedi di entrare').click()
  await button(bruno.page, 'Invia richiesta').click()
  await expect(region(anna.page, 'Richieste (1)')).toContainText(bruno.name)
  await button(anna.page, 'Accetta').click()
  await expect(anna.page.getByText('2 su 5 componenti')).toBeVisible()
  await expect(region(anna.page, /^Richieste/)).toHaveCount(0)
  await expect(chatLink(bruno.page)).toBeVisible()

  // By an invitation, which is told, and found among the own teams.
  const listed = carla.page.waitForResponse('**/api/notifications')
  await carla.page.goto('/app/home')
  await listed
  await expect(carla.page.getByText('connesso')).toBeVisible()
  await send(anna, 'PUT', `/api/teams/${id}/invited/${await uidOf(carla)}`, {})
  await expectToast(carla.page, `${anna.name} ti invita nella squadra "${name}".`)
  await expect(button(carla.page, 'Notifiche')).toHaveAccessibleDescription('1 nuova')
  await carla.page.goto('/app/squadre')
  await region(carla.page, 'Le mie squadre').getByRole('link', { name }).click()
  await button(carla.page, 'Entra').click()
  await expectToast(carla.page, `Fai parte della squadra "${name}".`)
  await expect(chatLink(carla.page)).toBeVisible()
  await expect(button(carla.page, 'Notifiche')).toHaveAccessibleDescription('')

  await button(carla.page, 'Altre azioni').click()
  await carla.page.getByRole('menuitem', { name: 'Silenzia sempre' }).click()
  await expectToast(carla.page, 'Silenziata.')
  await button(carla.page, 'Altre azioni').click()
  await expect(carla.page.getByRole('menuitem')).toHaveText(['Riattiva', 'Esci dalla squadra'])
  // The menu takes the focus a moment after it has opened, and Escape from there alone.
  await carla.page.getByRole('menuitem', { name: 'Riattiva' }).press('Escape')
  await expect(carla.page.getByRole('menuitem')).toHaveCount(0)

  // By a code, as its link has it.
  await button(anna.page, 'Crea codice').click()
  const code = (await anna.page.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/).textContent()) ?? ''
  await dario.page.goto(`/app/squadre#codice=${code}`)
  await expect(dario.page.getByText(`Vuoi entrare in ${name}?`)).toBeVisible()
  await expect(dario.page).toHaveURL('/app/squadre')
  await button(dario.page, 'Non ora').click()
  await button(dario.page, 'Ho un codice').click()
  await dario.page.getByLabel('Codice invito').fill('0000-0000')
  await button(dario.page, 'Continua').click()
  await expect(dario.page.getByText('Il codice non è valido o è scaduto.')).toBeVisible()
  await dario.page.getByLabel('Codice invito').fill(code.toLowerCase().replace('-', ' '))
  await button(dario.page, 'Continua').click()
  await button(dario.page, 'Entra').click()
  await expect(dario.page).toHaveURL(path)
  await expect(region(dario.page, 'Componenti').getByRole('listitem')).toHaveCount(4)

  // What somebody else changed meanwhile leaves what was typed.
  await button(anna.page, 'Modifica squadra').click()
  await anna.page.getByLabel('Presentazione').fill('Scritta da me.')
  const { version } = await teamOf(anna, path)
  await send(anna, 'PATCH', `/api/teams/${id}`, { version, maximum: 8 })
  await button(anna.page, 'Ricarica e tieni il mio testo').click()
  await expect(anna.page.getByLabel('Massimo componenti')).toHaveValue('8')
  await button(anna.page, 'Salva modifiche').click()
  await expect(anna.page.getByLabel('Presentazione')).toHaveCount(0)
  await expect(anna.page.getByText('Scritta da me.')).toBeVisible()
  await expect(dario.page.getByText('4 su 8 componenti')).toBeVisible()

  // The captain leaves, who names nobody; the next one hands over.
  await leave(anna.page, `La guida passa a ${bruno.name}. Vuoi continuare?`)
  await expectToast(anna.page, `Non fai più parte della squadra "${name}".`)
  await expect(anna.page.getByText('Non fai ancora parte di una squadra.')).toBeVisible()
  await expect(bruno.page.getByText(`Capitano: ${bruno.name}`)).toBeVisible()
  const people = region(bruno.page, 'Componenti')
  await people
    .getByRole('listitem')
    .filter({ hasText: carla.name })
    .getByRole('button', { name: 'Nomina capitano' })
    .click()
  await expect(bruno.page.getByText(`Vuoi affidare la squadra a ${carla.name}?`)).toBeVisible()
  await button(bruno.page, 'Affida').click()
  await expect(carla.page.getByText(`Capitano: ${carla.name}`)).toBeVisible()

  // All leave: the last one ends it.
  await leave(bruno.page, 'Non leggerai più la sua chat. Vuoi continuare?')
  await leave(dario.page, 'Non leggerai più la sua chat. Vuoi continuare?')
  await expect(carla.page.getByText('1 su 8 componenti')).toBeVisible()
  await leave(carla.page, "Sei l'ultima persona rimasta")
  await expect(carla.page.getByText('Non fai ancora parte di una squadra.')).toBeVisible()
  await carla.page.goto(path)
  await expect(carla.page.getByRole('heading', { name: 'Squadra non trovata' })).toBeVisible()
})

/** The names under which a browser keeps something of a room: its id is a part of them, or the text of a message is there. */
const keptOf = ({ page }: Actor, conversationId: string) =>
  page.evaluate(
    (about) =>
      [localStorage, sessionStorage].flatMap((store) =>
        Object.entries(store)
          .filter(([key, value]) => key.includes(about) || String(value).includes('Prima che arrivasse'))
          .map(([key]) => key),
      ),
    conversationId,
  )

test('who is removed while writing keeps nothing of the room on the device', async ({
  anna,
  bruno,
  carla,
  announced,
}) => {
  announced.push(/status of 404/)
  const { id, name } = await makeTeam(anna, `Lupi ${anna.name}`)
  const conversation = `squadra-${id}`
  const { code } = await post<{ code: string }>(anna, `/api/teams/${id}/invitation`, {})
  await sendMessage(anna, conversation, 'Prima che arrivasse Bruno')
  await post(bruno, '/api/teams/join', { code })

  await carla.page.goto(`/app/squadre/${id}/chat`)
  await expect(carla.page.getByRole('heading', { name: 'Squadra non trovata' })).toBeVisible()

  await anna.page.goto(`/app/squadre/${id}`)
  await bruno.page.goto(`/app/squadre/${id}`)
  await chatLink(bruno.page).click()
  await expect(bruno.page.getByRole('heading', { level: 1 })).toHaveText(`Chat di ${name}`)
  await expect(textsWith(bruno.page, 'Prima che arrivasse Bruno')).toBeVisible()
  await write(bruno, 'Eccomi')
  await expect(textsWith(bruno.page, 'Eccomi')).toBeVisible()
  await box(bruno.page).fill('Una cosa che non invio')
  await expect.poll(() => keptOf(bruno, conversation)).toContain('covo.lastSeen')

  await region(anna.page, 'Componenti')
    .getByRole('listitem')
    .filter({ hasText: bruno.name })
    .getByRole('button', { name: 'Rimuovi' })
    .click()
  await expect(anna.page.getByText(`Vuoi togliere ${bruno.name} dalla squadra?`)).toBeVisible()
  await anna.page.getByRole('alertdialog').getByRole('button', { name: 'Rimuovi' }).click()
  await expect(bruno.page.getByText('Non fai più parte di questa squadra.')).toBeVisible()
  await expect(list(bruno.page)).toHaveCount(0)
  await expect(box(bruno.page)).toHaveCount(0)
  await expect.poll(() => keptOf(bruno, conversation)).toEqual([])
  const refused = await bruno.context.request.get(`/api/chat/${conversation}/messages`, {
    headers: { origin: originOf() },
  })
  expect(refused.status()).toBe(404)
  await bruno.page.getByRole('link', { name: 'Squadre', exact: true }).click()
  await expect(bruno.page.getByText('Non fai ancora parte di una squadra.')).toBeVisible()
})

test('a room that one was removed from while no page was open leaves the device with the next one', async ({
  anna,
  bruno,
}) => {
  const { id } = await makeTeam(anna, `Orsi ${anna.name}`)
  const conversation = `squadra-${id}`
  const { code } = await post<{ code: string }>(anna, `/api/teams/${id}/invitation`, {})
  await sendMessage(anna, conversation, 'Prima che arrivasse Bruno')
  await post(bruno, '/api/teams/join', { code })
  await bruno.page.goto(`/app/squadre/${id}/chat`)
  await expect(textsWith(bruno.page, 'Prima che arrivasse Bruno')).toBeVisible()
  await box(bruno.page).fill('Una cosa che non invio')
  await expect.poll(() => keptOf(bruno, conversation)).toContain('covo.lastSeen')
  // A page of the same origin without the program.
  await bruno.page.goto('/robots.txt')
  expect(await keptOf(bruno, conversation)).not.toEqual([])
  const removal = await anna.context.request.delete(`/api/teams/${id}/members/${await uidOf(bruno)}`, {
    headers: { origin: originOf() },
  })
  expect(removal.status()).toBe(204)
  await bruno.page.goto('/app/home')
  await expect.poll(() => keptOf(bruno, conversation)).toEqual([])
})
