import type { Event } from '@covo/contract/events/events.routes'
import type { Page } from '@playwright/test'
import { expect, expectToast, muteSocket, test } from '../actors.ts'
import { organise, sample } from '../events/organise.ts'

const next = (page: Page) => page.getByRole('region', { name: 'Prossimo Evento in Programma' })

const event: Event = {
  ...sample,
  timeZone: 'Europe/Rome',
  isAllDay: false,
  venue: 'none',
  address: '',
  category: 'ctf',
  dateTime: '2031-11-28T13:00:00.000Z',
  id: '00000000-0000-4000-8000-000000000000',
  organizerId: '00000000-0000-4000-8000-000000000001',
  status: 'planned',
  cancelReason: '',
  version: 0,
  canManage: false,
  organizerName: 'Bruno Conti',
  mapLink: '',
  ctftimeId: '',
  capacity: null,
  teamSize: null,
  joinDeadline: null,
  waitingCount: 0,
  participation: 'none',
  participantsCount: 0,
  isParticipating: false,
  revision: 0,
  createdAt: sample.dateTime,
  updatedAt: sample.dateTime,
}

async function answerNext(page: Page, answer: Partial<Event> | null) {
  await page.route('**/api/events/next', (route) =>
    route.fulfill({ json: { event: answer && { ...event, ...answer } } }),
  )
}

test('the next event is shown', async ({ anna }) => {
  const { page } = anna
  // Another test's event would take its place.
  await muteSocket(page)
  await answerNext(page, { description: 'a'.repeat(101) })
  await page.goto('/app/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bentornato, ${anna.name}!`)
  await expect(next(page).getByRole('heading', { name: 'Notte delle Bandiere' })).toBeVisible()
  await expect(next(page).getByText('venerdì 28 novembre 2031, 14:00')).toBeVisible()
  await expect(next(page).getByText(`${'a'.repeat(100)}…`, { exact: true })).toBeVisible()
  await next(page).getByRole('button', { name: 'Vedi tutti gli eventi' }).click()
  await expect(page).toHaveURL('/app/eventi')
})

test('without a next event the card says so and leads to organizing one, until there is one', async ({
  anna,
  bruno,
}) => {
  await answerNext(anna.page, null)
  await anna.page.goto('/app/home')
  await next(anna.page).getByRole('button', { name: 'Organizza il primo' }).click()
  const dialog = anna.page.getByRole('dialog', { name: 'Crea Nuovo Evento' })
  await expect(dialog.getByLabel('Titolo *')).toBeFocused()
  await expect(anna.page).toHaveURL('/app/eventi')
  await anna.page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(anna.page.getByRole('heading', { level: 1 })).toBeFocused()
  await anna.page.reload()
  await expect(anna.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await anna.page.goto('/app/home')
  // Before the page is subscribed: another test's new event would be shown.
  await expect(next(anna.page).getByText('Nessun evento imminente.')).toBeVisible()
  await expect(anna.page.getByText('connesso')).toBeVisible()
  const created = await organise(bruno, { title: 'Appena creato' })
  // A change of another test's event has the card refetched.
  await answerNext(anna.page, created)
  await expect(next(anna.page).getByRole('heading', { name: created.title })).toBeVisible()
})

test('the home says what Covo is, and its news are yet to come', async ({ anna }) => {
  const { page } = anna
  await page.goto('/app/home')
  await expect(page.getByRole('region', { name: "Che cos'è Covo" }).getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Novità' }).click()
  await expectToast(page, "L'app è appena stata rilasciata: le novità arriveranno qui.")
})
