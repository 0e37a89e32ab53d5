import type { EventForm } from '@covo/contract/events/event-form.rules'
import type { Event } from '@covo/contract/events/events.routes'
import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'

/** A year in which every day is to come, and near enough for an event to start on it. */
export const nextYear = new Date().getFullYear() + 1

/** An event of a time that is long to come. */
export const sample: EventForm = {
  title: 'Notte delle Bandiere',
  description: 'Sfide jeopardy per tutti.',
  dateTime: `${nextYear}-07-01T12:00:00.000Z`,
  deadline: `${nextYear}-07-02T12:00:00.000Z`,
  link: 'https://ctf.esempio.it/notte',
  category: 'ctf',
  duration: '24 ore',
}

const day = 24 * 60 * 60 * 1000

/** Creates an event through the API; of a day, unless its end is given. */
export async function organise({ context }: Actor, changes: Partial<EventForm>): Promise<Event> {
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  const { dateTime = sample.dateTime } = changes
  const deadline = new Date(Date.parse(dateTime) + day).toISOString()
  const answer = await context.request.post('/api/events', {
    headers: { origin },
    data: { ...sample, deadline, ...changes },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Event
}

/** Opens the list, narrowed to the events that have a mark in their text: the tests share one server. */
export async function openEvents({ page }: Actor, mark: string) {
  await page.goto('/app/eventi')
  await expect(page.getByText('connesso')).toBeVisible()
  await searchEvents(page, mark)
}

/** Resolves when the search has been answered: what it leaves on the page moves then, and a click on it could be lost. */
export async function searchEvents(page: Page, text: string) {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('search') === text)
  await page.getByRole('searchbox', { name: 'Cerca eventi' }).fill(text)
  await answered
}

export const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
export const cards = (page: Page) => page.getByRole('article')
