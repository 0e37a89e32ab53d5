import { randomUUID } from 'node:crypto'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { card, nextYear, openEvents, organise } from './organise.ts'

test("an event's page is opened from its card, shows what it is, and joins it", async ({ anna, bruno }) => {
  const mark = randomUUID()
  const title = `Notte ${mark}`
  const { id } = await organise(anna, {
    title,
    description: '**Prima** riga.\nRegole: https://esempio.it/regole.\n\n- uno\n- ||due||',
    dateTime: `${nextYear}-12-05T13:00:00.000Z`,
    deadline: `${nextYear}-12-06T12:00:00.000Z`,
    timeZone: 'Asia/Kolkata',
    venue: 'place',
    address: 'Via Zamboni 33',
  })
  const { page } = bruno
  await openEvents(bruno, mark)
  await expect(card(page, title)).toContainText('Prima riga.')
  await card(page, title).getByRole('link', { name: title, exact: true }).click()
  await expect(page).toHaveURL(`/app/eventi/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(new RegExp(`^${title} · `))
  await expect(
    page
      .getByRole('navigation', { name: 'Menu principale' })
      .getByRole('link', { name: 'Eventi', exact: true }),
  ).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('group', { name: "Stato dell'evento" }).getByRole('timer')).toHaveText(
    /^Inizia tra \d+ giorni/,
  )
  const facts = page.getByRole('definition')
  await expect(facts.nth(0)).toContainText(`5 dicembre ${nextYear}, 14:00 CET`)
  await expect(facts.nth(0)).toContainText(`5 dicembre ${nextYear}, 18:30`)
  await expect(facts.nth(0)).toContainText('a Asia/Kolkata: ')
  await expect(facts.nth(3)).toHaveText('23 ore')
  await expect(facts.nth(4)).toContainText('Via Zamboni 33')
  await expect(page.getByRole('link', { name: 'Apri la mappa', exact: true })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/search?query=Via+Zamboni+33',
  )
  await expect(page.getByRole('link', { name: 'https://esempio.it/regole', exact: true })).toBeVisible()
  await expect(page.getByRole('strong')).toHaveText('Prima')
  await expect(page.getByRole('listitem').filter({ hasText: '||due||' })).toBeVisible()

  const calendar = page.getByRole('button', { name: 'Aggiungi al calendario' })
  await calendar.click()
  await expect(calendar).toHaveAttribute('aria-expanded', 'true')
  for (const [name, address] of [
    ['Google Calendar', /^https:\/\/calendar\.google\.com\//],
    ['Outlook', /^https:\/\/outlook\.live\.com\//],
    ['Scarica .ics', `/eventi/${id}.ics`],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address)

  await page.getByRole('button', { name: 'Partecipa' }).click()
  await expect(page.getByRole('button', { name: 'Partecipo' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('1 partecipante', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Torna agli eventi' }).click()
  await expect(page).toHaveURL('/app/eventi')
})

test('on a phone an event is joined without scrolling, however long its description', async ({
  anna,
  bruno,
}) => {
  const { id } = await organise(anna, {
    title: `Lunga ${randomUUID()}`,
    description: 'Una riga del programma.\n'.repeat(60),
    capacity: 1,
  })
  const { page } = bruno
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/app/eventi/${id}`)
  const join = page.getByRole('button', { name: 'Partecipa' })
  await expect(join).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('1 posto libero su 1', { exact: true })).toBeInViewport({ ratio: 1 })
  const menu = await page.getByRole('navigation', { name: 'Menu principale' }).boundingBox()
  const button = await join.boundingBox()
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(menu?.y ?? 0)
  await join.click()
  await expect(page.getByText('Al completo', { exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Condividi' }).focus()
  await expect(page.getByRole('button', { name: 'Partecipo' })).toBeInViewport({ ratio: 1 })
})

test('the start is announced, by the clock of the server', long, async ({ anna }) => {
  const { page } = anna
  const { id } = await organise(anna, { title: `Presto ${randomUUID()}` })
  const hour = 3_600_000
  await page.route(`**/api/events/${id}`, async (route) => {
    const answer = await route.fetch()
    const event = (await answer.json()) as { now: string }
    const now = Date.parse(event.now)
    const at = (milliseconds: number) => new Date(milliseconds).toISOString()
    // The device is an hour behind.
    await route.fulfill({
      json: {
        ...event,
        now: at(now + hour),
        dateTime: at(now + hour + 30_000),
        deadline: at(now + 2 * hour),
      },
    })
  })
  await page.clock.install()
  await page.goto(`/app/eventi/${id}`)
  await expect(page.getByRole('timer')).toHaveText('Inizia tra meno di un minuto')
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('timer')).toHaveText('In corso, termina tra 1 ora')
  await expect(page.getByText("L'evento è iniziato.")).toBeAttached()
})
