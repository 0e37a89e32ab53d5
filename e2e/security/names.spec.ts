import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { befriend, list, originOf, sendMessage } from '../chat/talk.ts'
import { long } from '../long.ts'

/** Arabic letters run from right to left, and take digits and punctuation beside them along (UAX #9). */
const arabic = (mark: string) => `ليلى ${mark}`

async function rename({ context }: Actor, displayName: string) {
  const data = { displayName, professione: '', citta: '', telefono: '', dataNascita: '', bio: '' }
  const headers = { origin: originOf() }
  const answer = await context.request.patch('/api/profiles/me', { headers, data })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** How often a name stands on the page, and the text around it where nothing isolates it. */
async function unboundedPlaces(page: Page, name: string): Promise<{ places: number; unbounded: string[] }> {
  return await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const unbounded: string[] = []
    let places = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent?.includes(wanted)) continue
      places += 1
      const bound = node.parentElement?.closest('bdi')
      if (bound?.textContent !== wanted) unbounded.push(node.parentElement?.outerHTML ?? '')
    }
    return { places, unbounded }
  }, name)
}

test(
  'a name in Arabic letters stands for itself, and turns nothing around it (S-09)',
  long,
  async ({ anna, bruno }) => {
    const mark = String(Date.now() % 1_000_000)
    const { page } = anna
    const [own, other] = [arabic(`1${mark}`), arabic(`2${mark}`)]
    const conversationId = await befriend(anna, bruno)
    await rename(anna, own)
    await rename(bruno, other)
    await sendMessage(bruno, conversationId, `12 ${mark}`)
    const { sequence } = await sendMessage(bruno, 'generale', `12 ${mark}`)
    const event = {
      title: `Gara ${mark}`,
      description: 'Di prova',
      dateTime: new Date(Date.now() + 3_600_000).toISOString(),
      deadline: new Date(Date.now() + 7_200_000).toISOString(),
      link: 'https://esempio.it',
      category: 'ctf',
      duration: '1 ora',
    }
    const headers = { origin: originOf() }
    const created = await bruno.context.request.post('/api/events', { headers, data: event })
    expect(created.status()).toBe(201)
    const { id } = (await created.json()) as { id: string }
    expect((await anna.context.request.put(`/api/events/${id}/participation`, { headers })).status()).toBe(
      200,
    )
    const message = { clientId: randomUUID(), text: `12 ${mark}` }
    const sent = await bruno.context.request.post(`/api/events/${id}/updates`, { headers, data: message })
    expect(sent.status()).toBe(201)

    await page.goto('/app/home')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(`Bentornato, ${own}!`)
    // Among the unread chats and among all.
    await expect(page.getByRole('link', { name: other })).toHaveCount(2)
    expect(await unboundedPlaces(page, own)).toEqual({ places: 2, unbounded: [] })
    expect(await unboundedPlaces(page, other)).toEqual({ places: 2, unbounded: [] })
    // The sentence ends after the name.
    const [name, end] = await heading.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element.lastChild ?? element)
      const box = element.querySelector('bdi')?.getBoundingClientRect()
      return [box?.right ?? 0, range.getBoundingClientRect().left]
    })
    expect(end).toBeGreaterThanOrEqual((name ?? 0) - 1)

    await page.goto(`/app/chat/${conversationId}`)
    await expect(heading).toHaveText(other)
    await expect(list(page).getByText(`12 ${mark}`)).toBeVisible()
    // In the heading, above the message and in its name, and in the dialogs that ask for a block and for a removal.
    expect(await unboundedPlaces(page, other)).toEqual({ places: 5, unbounded: [] })
    // Announced too.
    await sendMessage(bruno, conversationId, `34 ${mark}`)
    await expect(page.locator('[aria-live=polite] p', { hasText: `${other}: 34 ${mark}` })).toBeAttached()
    expect((await unboundedPlaces(page, other)).unbounded).toEqual([])

    // Those of other tests may have moved it up.
    await page.goto(`/app/chat-generale?messaggio=${sequence}`)
    await expect(list(page).getByText(`12 ${mark}`)).toBeVisible()
    const head = list(page)
      .locator('p', { hasText: other })
      .filter({ has: page.locator('time') })
    const author = await head.last().locator('bdi').boundingBox()
    const time = await head.last().locator('time').boundingBox()
    expect(time?.x).toBeGreaterThanOrEqual((author?.x ?? 0) + (author?.width ?? 0))
    expect((await unboundedPlaces(page, other)).unbounded).toEqual([])

    await page.goto('/app/amici')
    await expect(page.getByRole('listitem').getByRole('link', { name: other })).toHaveCount(2)
    // In the two lists, and in the dialogs that ask whether to remove and to block.
    expect(await unboundedPlaces(page, other)).toEqual({ places: 4, unbounded: [] })

    await page.goto('/app/eventi')
    await expect(page.getByRole('article', { name: event.title })).toContainText(other)
    expect((await unboundedPlaces(page, other)).unbounded).toEqual([])

    await page.goto(`/app/eventi/${id}`)
    await expect(page.getByRole('listitem').filter({ hasText: `${other} scrive: 12 ${mark}` })).toBeVisible()
    expect((await unboundedPlaces(page, other)).unbounded).toEqual([])
    await page.getByRole('button', { name: 'Notifiche', exact: true }).click()
    const line = page.getByRole('link', { name: `${other} su "${event.title}": 12 ${mark}` })
    await expect(line).toBeVisible()
    await expect(line.locator('bdi')).toHaveText([other, event.title, `12 ${mark}`])
    await page.keyboard.press('Escape')

    await page.goto('/app/profilo')
    await expect(page.getByRole('heading', { level: 2, name: own })).toBeVisible()
    expect(await unboundedPlaces(page, own)).toEqual({ places: 3, unbounded: [] })
  },
)

test('a name with invisible characters is refused beside its field', async ({ anna }) => {
  const { page } = anna
  const text = 'Il nome visualizzato contiene spazi speciali o caratteri che non si vedono.'
  await page.goto('/app/profilo')
  await page.getByRole('button', { name: 'Modifica Profilo' }).click()
  const field = page.getByLabel('Nome visualizzato')
  await field.fill('\u202eissaB annA')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  await expect(field).toBeFocused()
})
