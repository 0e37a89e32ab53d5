import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { confirmAddress } from '../account/confirm-address.ts'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { readMailsTo } from '../outbox.ts'
import { nextYear } from './organise.ts'

/** Mails of a cancellation are looked for every 20 seconds. */
const untilMailed = { timeout: 60_000 }

async function openEvent({ page }: Actor, id: string): Promise<void> {
  await page.goto(`/app/eventi/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

/** The events of a calendar as its reader parses it. */
async function readCalendar(url: string) {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(url)).text()))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      id: event.uid,
      start: event.startDate.toJSDate().toISOString(),
      status: component.getFirstPropertyValue('status'),
      title: event.summary,
    }
  })
}

test('an event is created, shared, filled, moved and cancelled, and participants are notified', async ({
  anna,
  bruno,
  carla,
  dario,
  openBrowser,
  announced,
}) => {
  test.setTimeout(180_000)
  announced.push(/409/)
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  const participants = [bruno, carla, dario]
  for (const actor of participants) {
    await actor.context.request.post('/api/account/verification-mail', { headers: { origin } })
    await confirmAddress(actor)
  }

  // Created with two seats.
  const title = `Vita ${randomUUID()}`
  const { page } = anna
  await page.goto('/app/eventi')
  await page.getByRole('button', { name: 'Crea Evento' }).click()
  const creating = page.getByRole('dialog', { name: 'Crea Nuovo Evento' })
  const values = {
    'Titolo *': title,
    'Descrizione *': 'Due posti, tre che vengono.',
    'Data e ora di inizio *': `${nextYear}-07-01T14:00`,
    'Termine *': `${nextYear}-07-01T18:00`,
    'Link *': 'https://ctf.esempio.it/vita',
    'Durata *': '4 ore',
  }
  for (const [label, value] of Object.entries(values)) await creating.getByLabel(label).fill(value)
  await creating.getByText('Altre opzioni').click()
  await creating.getByLabel('Posti').fill('2')
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok())
  await creating.getByRole('button', { name: 'Crea', exact: true }).click()
  const { id } = (await (await created).json()) as { id: string }

  // Shared by its address and its code with somebody who is signed out.
  await openEvent(anna, id)
  await page.getByRole('button', { name: 'Condividi' }).click()
  const sharing = page.getByRole('dialog', { name: 'Condividi evento' })
  const address = await sharing.getByLabel("Indirizzo dell'evento").inputValue()
  await sharing.getByRole('button', { name: 'Mostra codice QR' }).click()
  await expect(sharing.getByRole('img', { name: `Codice QR di ${address}` })).toBeVisible()
  await page.keyboard.press('Escape')
  const visitor = await (await openBrowser()).newPage()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.getByText('2 liberi su 2')).toBeVisible()

  // Filled; the third waits.
  for (const actor of participants) await openEvent(actor, id)
  const seat = (one: Page) => one.getByRole('button', { name: /^Partecip/ })
  for (const [actor, count] of [
    [bruno, 1],
    [carla, 2],
  ] as const) {
    await seat(actor.page).click()
    await expect(actor.page.getByRole('button', { name: 'Partecipo' })).toBeVisible()
    await expect(dario.page.getByText(`${2 - count} liberi su 2`)).toBeVisible()
  }
  await dario.page.getByRole('button', { name: "Mettiti in lista d'attesa" }).click()
  await expect(dario.page.getByText("Sei in lista d'attesa: posizione 1 di 1.")).toBeVisible()
  const feed = (await (
    await dario.context.request.post('/api/events/feed', { headers: { origin } })
  ).json()) as { url: string }
  const before = await readCalendar(feed.url)
  expect(before).toMatchObject([{ id, status: 'TENTATIVE', title: `In attesa: ${title}` }])

  // Moved by an hour while another organizer edits it.
  const { uid } = (await (await bruno.context.request.get('/api/profiles/me')).json()) as { uid: string }
  await anna.context.request.put(`/api/events/${id}/organizers/${uid}`, { headers: { origin } })
  const edit = (one: Page) =>
    one.getByRole('region', { name: 'Gestione evento' }).getByRole('button', { name: 'Modifica' })
  const editing = (one: Page) => one.getByRole('dialog', { name: 'Modifica Evento' })
  await edit(bruno.page).click()
  await editing(bruno.page).getByLabel('Durata *').fill('Un pomeriggio')
  await edit(page).click()
  await editing(page).getByLabel('Data e ora di inizio *').fill(`${nextYear}-07-01T15:00`)
  await editing(page).getByRole('button', { name: 'Salva modifiche' }).click()
  await expect(editing(page)).toBeHidden()
  await expect(editing(bruno.page).getByRole('alert')).toContainText(
    "Qualcuno ha cambiato l'evento mentre scrivevi.",
  )
  await editing(bruno.page).getByRole('button', { name: 'Ricarica e tieni il mio testo' }).click()
  await editing(bruno.page).getByRole('button', { name: 'Salva modifiche' }).click()
  await expect(editing(bruno.page)).toBeHidden()
  for (const actor of participants) await expectToast(actor.page, `Modificato "${title}": inizio.`)

  // A seat given up is passed on at once.
  await carla.page.getByRole('button', { name: 'Partecipo' }).click()
  await carla.page
    .getByRole('alertdialog', { name: 'Lasciare il posto?' })
    .getByRole('button', { name: 'Lascia il posto' })
    .click()
  await expect(dario.page.getByRole('button', { name: 'Partecipo' })).toBeVisible()
  await expectToast(dario.page, `Si è liberato un posto: partecipi a "${title}".`)
  const after = await readCalendar(feed.url)
  const start = new Date(`${nextYear}-07-01T15:00+02:00`).toISOString()
  expect(after).toEqual([{ id, status: 'CONFIRMED', title, start }])

  // Cancelled: shown in the app and in the calendar, and mailed.
  const reason = 'La sala è allagata.'
  await page.getByRole('button', { name: "Annulla l'evento" }).click()
  const cancelling = page.getByRole('alertdialog', { name: "Annulla l'evento" })
  await cancelling.getByLabel('Motivo *').fill(reason)
  await cancelling.getByRole('button', { name: "Annulla l'evento" }).click()
  for (const actor of [bruno, dario]) await expectToast(actor.page, `Annullato "${title}": ${reason}`)
  expect(await readCalendar(feed.url)).toMatchObject([{ status: 'CANCELLED', title: `Annullato: ${title}` }])
  const subjects = async ({ email }: Actor) => (await readMailsTo(email)).map(({ subject }) => subject)
  for (const actor of [bruno, dario])
    await expect.poll(() => subjects(actor), untilMailed).toContain(`Annullato: ${title}`)
  expect(await subjects(dario)).toContain(`C'è posto: ${title}`)
  expect((await subjects(carla)).filter((subject) => subject?.includes(title))).toEqual([])

  // One click ends such mails.
  const mails = await readMailsTo(dario.email)
  const cancelled = mails.find(({ subject }) => subject === `Annullato: ${title}`)
  const unsubscribe = cancelled?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const ended = await fetch(unsubscribe.slice(1, -1), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(ended.status).toBe(200)
  await dario.page.goto('/app/impostazioni/notifiche')
  await expect(
    dario.page.getByRole('checkbox', { name: 'Mail quando un evento cambia o viene annullato' }),
  ).not.toBeChecked()
})
