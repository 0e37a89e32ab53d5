import type { Event } from '@covo/contract/events/events.routes'
import type { Page } from '@playwright/test'
import { expect, expectToast, muteSocket, test } from '../actors.ts'
import { nextYear, organise, sample } from '../events/organise.ts'
import { long } from '../long.ts'

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
  for (const [description, shown] of [
    ['a'.repeat(100), 'a'.repeat(100)],
    ['a'.repeat(101), `${'a'.repeat(100)}…`],
  ] as const) {
    await answerNext(page, { description })
    await page.goto('/app/home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bentornato, ${anna.name}!`)
    await expect(next(page).getByRole('heading', { name: 'Notte delle Bandiere' })).toBeVisible()
    await expect(next(page).getByText('venerdì 28 novembre 2031, 14:00')).toBeVisible()
    await expect(next(page).getByText(shown, { exact: true })).toBeVisible()
    await page.unrouteAll()
  }
  await next(page).getByRole('button', { name: 'Vedi tutti gli eventi' }).click()
  await expect(page).toHaveURL('/app/eventi')
})

test("the next event is the member's own one if they have any", long, async ({ anna, bruno }) => {
  const { page } = anna
  const later = await organise(bruno, { title: `Più in là ${anna.name}` })
  await page.goto('/app/home')
  await expect(page.getByText('connesso')).toBeVisible()
  await expect(next(page).getByRole('heading', { level: 3 })).toBeVisible()
  const { origin } = new URL(page.url())
  const participation = (method: 'put' | 'delete') =>
    anna.context.request[method](`/api/events/${later.id}/participation`, { headers: { origin } })
  await participation('put')
  await expect(next(page).getByRole('heading', { name: later.title })).toBeVisible()
  await expect(next(page).getByText('Partecipi', { exact: true })).toBeVisible()
  const own = await organise(anna, { title: `Di ${anna.name}`, dateTime: `${nextYear}-06-30T12:00:00Z` })
  await expect(next(page).getByRole('heading', { name: own.title })).toBeVisible()
  await expect(next(page).getByText('Organizzi tu', { exact: true })).toBeVisible()
  await participation('delete')
  await page.reload()
  await expect(next(page).getByRole('heading', { name: own.title })).toBeVisible()
})

test('without a next event the card leads to organizing one', long, async ({ anna }) => {
  const { page } = anna
  const dialog = page.getByRole('dialog', { name: 'Crea Nuovo Evento' })
  await answerNext(page, null)
  await muteSocket(page)
  await page.goto('/app/home')
  await next(page).getByRole('button', { name: 'Organizza il primo' }).click()
  await expect(dialog.getByLabel('Titolo *')).toBeFocused()
  await expect(page).toHaveURL('/app/eventi')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a next event without a start, or with none that can be read', long, async ({ anna }) => {
  await muteSocket(anna.page)
  for (const [dateTime, shown] of [
    ['', 'Data non disponibile'],
    ['domani', 'Data non valida'],
  ] as const) {
    await answerNext(anna.page, { dateTime })
    await anna.page.goto('/app/home')
    await expect(next(anna.page).getByText(shown)).toBeVisible()
    await anna.page.unrouteAll()
  }
})

test('without a next event the card says so, until there is one', async ({ anna, bruno }) => {
  await answerNext(anna.page, null)
  await anna.page.goto('/app/home')
  // Before the page is subscribed: another test's new event would be shown.
  await expect(next(anna.page).getByText('Nessun evento imminente.')).toBeVisible()
  await expect(anna.page.getByText('connesso')).toBeVisible()
  const created = await organise(bruno, { title: 'Appena creato' })
  // A change of another test's event has the card refetched.
  await answerNext(anna.page, created)
  await expect(next(anna.page).getByRole('heading', { name: created.title })).toBeVisible()
})

test('a next event that does not come', long, async ({ anna, announced }) => {
  announced.push(/ERR_FAILED/)
  // The socket's first news would refetch it, without a press.
  await muteSocket(anna.page)
  await anna.page.route('**/api/events/next', (route) => route.abort())
  await anna.page.goto('/app/home')
  await expect(next(anna.page).getByText('Impossibile caricare il prossimo evento.')).toBeVisible()
  await anna.page.unrouteAll()
  await answerNext(anna.page, {})
  await next(anna.page).getByRole('button', { name: 'Riprova' }).click()
  await expect(next(anna.page).getByRole('heading', { name: 'Notte delle Bandiere' })).toBeVisible()
})

test('the home says what Covo is, its news are yet to come, and its quick actions lead to their screens', async ({
  anna,
}) => {
  const { page } = anna
  await page.goto('/app/home')
  await expect(page.getByRole('region', { name: "Che cos'è Covo" }).getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Novità' }).click()
  await expectToast(page, "L'app è appena stata rilasciata: le novità arriveranno qui.")
  for (const [name, path] of [
    ['Profilo', '/app/profilo'],
    ['Eventi', '/app/eventi'],
    ['Chat', '/app/chat-generale'],
    ['Amici', '/app/amici'],
    ['Impostazioni', '/app/impostazioni'],
  ] as const) {
    await page.goto('/app/home')
    await page.getByRole('region', { name: 'Azioni rapide' }).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
  }
})
