import { eventForm } from '@covo/testing/event-form'
import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { long } from '../long.ts'

const minute = 60_000

/** A request that is under way while the clock is moved fails, and says so in an alert of its own. */
const reminder = (page: Page) => page.getByRole('alert').filter({ hasText: 'inizia tra' })

async function createEvent({ context }: Actor, title: string, startsIn: number): Promise<void> {
  const { origin } = new URL(test.info().project.use.baseURL ?? '')
  const dateTime = new Date(Date.now() + startsIn).toISOString()
  const deadline = new Date(Date.now() + startsIn + 60 * minute).toISOString()
  const data = { ...eventForm(), title, dateTime, deadline }
  const answer = await context.request.post('/api/events', { headers: { origin }, data })
  expect(answer.status()).toBe(201)
}

test('an open page reminds of the own events a day and an hour before', async ({ anna }) => {
  const { page } = anna
  await page.clock.install()
  await page.goto('/app/home')
  await expect(page.getByText('connesso')).toBeVisible()
  // News of the member's own event reaches the page; the first list of the page, still without it, may come after 'connesso'.
  const fetched = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/api/events/own') && (await answer.text()).includes('Notte dei pacchetti'),
  )
  await createEvent(anna, 'Notte dei pacchetti', 25 * 60 * minute)
  await fetched
  // A reminder is shown on whichever screen its member is.
  await page
    .getByRole('navigation', { name: 'Menu principale' })
    .getByRole('link', { name: 'Profilo' })
    .click()
  await expect(page.getByRole('button', { name: 'Modifica Profilo' })).toBeVisible()
  const alert = reminder(page)
  await page.clock.fastForward(59 * minute)
  await expect(alert).toHaveCount(0)
  await page.clock.fastForward(2 * minute)
  await expect(alert.filter({ hasText: '"Notte dei pacchetti" inizia tra un giorno.' })).toHaveCount(1)
  await page.clock.fastForward(23 * 60 * minute)
  await expect(alert.filter({ hasText: '"Notte dei pacchetti" inizia tra un\'ora.' })).toHaveCount(1)
})

test(
  'a device that slept reminds of nothing that is nearer than the reminder says',
  long,
  async ({ bruno }) => {
    const { page } = bruno
    await createEvent(bruno, 'Gara vicina', 180 * minute)
    await createEvent(bruno, 'Gara tra poco', 209 * minute)
    await page.clock.install()
    const fetched = page.waitForResponse('**/api/events/own')
    await page.goto('/app/home')
    await fetched
    await expect(page.getByText('connesso')).toBeVisible()
    await page.clock.fastForward(150 * minute)
    await expect(reminder(page).filter({ hasText: 'Gara tra poco' })).toHaveCount(1)
    await expect(reminder(page)).toHaveCount(1)
  },
)
