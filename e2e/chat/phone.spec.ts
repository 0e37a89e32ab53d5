import type { Locator, Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { befriend, box, list, sendMessage, write } from './talk.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Invia' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principale' })

/** The member's phone: fingers instead of a mouse. */
async function phoneOf({ context }: Actor, openBrowser: (options: object) => Promise<typeof context>) {
  const { cookies } = await context.storageState()
  const phone = await openBrowser({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
  await phone.addCookies(cookies)
  return await phone.newPage()
}

async function boxOf(one: Locator) {
  const place = await one.boundingBox()
  if (!place) throw new Error(`${one} is not shown`)
  return place
}

test('the composer stays visible in a short window, and above a keyboard that lies over the page', async ({
  anna,
  bruno,
  openBrowser,
}) => {
  const id = await befriend(anna, bruno)
  for (let number = 1; number <= 5; number += 1)
    await sendMessage(bruno, id, `${number} ${'parole '.repeat(30)}`)
  await bruno.writes('Buongiorno')
  const page = await phoneOf(anna, openBrowser)
  // A phone with its keyboard open, and a desktop window at 400 %.
  for (const path of ['/app/chat-generale', `/app/chat/${id}`])
    for (const [width, height] of [
      [360, 320],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height: 640 })
      await page.goto(path)
      await box(page).tap()
      await page.setViewportSize({ width, height })
      await expect(menu(page)).toBeHidden()
      await box(page).fill('una riga')
      for (const part of [box(page), send(page)]) await expect(part).toBeInViewport({ ratio: 1 })
      const row = await boxOf(send(page))
      expect(row.y + row.height).toBeLessThanOrEqual(height)
      expect((await boxOf(list(page))).height).toBeGreaterThan(40)
      const text = `${width} ${bruno.name}`
      await box(page).fill(text)
      await send(page).tap()
      await expect(list(page).getByText(text)).toBeInViewport()
      await expect(menu(page)).toBeHidden()
    }
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(menu(page)).toBeVisible()
  // As Safari on iOS reports its keyboard.
  const showKeyboard = (height: number) =>
    page.evaluate((visible) => {
      Object.defineProperty(visualViewport, 'height', { value: visible, configurable: true })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, height)
  await showKeyboard(400)
  await expect(menu(page)).toBeHidden()
  const row = await boxOf(send(page))
  expect(row.y + row.height).toBeLessThanOrEqual(400)
  await showKeyboard(740)
  await expect(menu(page)).toBeVisible()
})

test(
  'a toast covers neither header, composer, heading nor menu, and equal ones are one',
  long,
  async ({ anna, bruno, openBrowser, announced }) => {
    announced.push(/500/)
    const id = await befriend(anna, bruno)
    const page = await phoneOf(anna, openBrowser)
    await page.route('**/api/auth/logout', (route) =>
      route.fulfill({ status: 500, json: { code: 'common.internal' } }),
    )
    await page.goto(`/app/chat/${id}`)
    await expect(box(page)).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).tap()
    const alert = page.getByRole('alert').filter({ hasText: 'Operazione fallita.' })
    await expect(alert).toBeVisible()
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const header = await boxOf(page.getByRole('banner').first())
      const composer = await boxOf(box(page))
      await expect
        .poll(async () => (await boxOf(alert)).x + (await boxOf(alert)).width)
        .toBeLessThanOrEqual(width)
      const toast = await boxOf(alert)
      expect(toast.y).toBeGreaterThanOrEqual(header.y + header.height)
      expect(toast.y + toast.height).toBeLessThan(composer.y)
    }
    await alert.getByRole('button', { name: 'Chiudi' }).tap()
    await expect(alert).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/app/eventi')
    await page.getByRole('button', { name: 'Logout' }).tap()
    const earlier = page.locator(`#${await alert.getAttribute('id')}`)
    await page.getByRole('button', { name: 'Logout' }).tap()
    await expect(earlier).toHaveCount(0)
    await expect(alert).toHaveCount(1)
    const heading = await boxOf(page.getByRole('heading', { level: 1, name: 'Eventi' }))
    const toast = await boxOf(alert)
    expect(toast.y).toBeGreaterThanOrEqual(heading.y + heading.height)
    expect(toast.y + toast.height).toBeLessThanOrEqual((await boxOf(menu(page))).y)
    await menu(page).getByRole('link', { name: 'Amici' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Amici' })).toBeVisible()
    await expect(alert).toHaveCount(0)
  },
)

/** A moving element, such as a rising pill, is a fraction of a pixel off. */
const heightOf = async (target: Locator) => Math.round((await boxOf(target)).height)

test('a finger finds what it needs: 44 pixels', async ({ anna, bruno, openBrowser, announced }) => {
  announced.push(/429/)
  const id = await befriend(anna, bruno)
  for (let number = 1; number <= 12; number += 1)
    await sendMessage(bruno, id, `${number} ${'parole '.repeat(60)}`)
  const page = await phoneOf(anna, openBrowser)
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          json: { code: 'chat.too_fast', params: { seconds: 7 }, requestId: 'x' },
        })
      : route.continue(),
  )
  await page.goto('/app/chat-generale')
  await expect(page.getByText('Regole della Chat')).toBeVisible()
  const targets = [page.locator('summary'), send(page)]
  for (const target of targets) expect(await heightOf(target)).toBeGreaterThanOrEqual(44)

  await page.goto(`/app/chat/${id}`)
  // The list takes the focus, of which a finger needs no mark.
  await expect(list(page)).toBeFocused()
  await expect(list(page)).toHaveCSS('outline-style', 'none')
  await write({ page }, 'in fretta')
  const again = page.getByRole('button', { name: 'Riprova' })
  await expect(again).toBeInViewport()
  const back = page.getByRole('link', { name: 'Torna agli amici' })
  for (const target of [again, back, send(page), box(page)])
    expect(await heightOf(target), String(target)).toBeGreaterThanOrEqual(44)
  await expect(async () => {
    await list(page).press('Home')
    await expect(list(page).getByText('1 parole').first()).toBeInViewport({ timeout: 1_000 })
  }).toPass()
  await sendMessage(bruno, id, 'nuovo')
  const pill = page.getByRole('button', { name: '1 nuovo messaggio' })
  await expect(pill).toBeVisible()
  expect(await heightOf(pill)).toBeGreaterThanOrEqual(44)
})

test('a finger that rests on a message opens its menu; one that moves scrolls, and one on code selects', async ({
  anna,
  bruno,
  openBrowser,
}) => {
  const id = await befriend(anna, bruno)
  for (let number = 1; number <= 12; number += 1)
    await sendMessage(bruno, id, `${number} ${'parole '.repeat(30)}`)
  await sendMessage(bruno, id, '```\ncodice\n```')
  await sendMessage(bruno, id, 'in fondo')
  const page = await phoneOf(anna, openBrowser)
  await page.goto(`/app/chat/${id}`)
  const devtools = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const text = list(page).getByText('in fondo', { exact: true })
  await expect(text).toBeInViewport()
  const placeOf = async (one: Locator) => {
    const { x, y } = await boxOf(one)
    return { x: x + 8, y: y + 8 }
  }
  const opened = page.getByRole('menu', { name: 'Azioni sul messaggio' })
  const place = await placeOf(text)
  await touch('touchStart', place)
  await expect(opened).toBeVisible()
  await touch('touchEnd')
  await opened.getByRole('menuitem', { name: 'Rispondi' }).press('Escape')
  await expect(opened).toHaveCount(0)

  // The page's timers fire in their order: the one of a press that went on would have come before this one.
  const afterAHold = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
  await touch('touchStart', place)
  await touch('touchMove', { x: place.x, y: place.y - 40 })
  await afterAHold()
  await touch('touchEnd')
  await touch('touchStart', await placeOf(list(page).getByText('codice', { exact: true })))
  await afterAHold()
  await touch('touchEnd')
  await expect(opened).toHaveCount(0)
})
