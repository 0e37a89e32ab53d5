import { expect, muteSocket, test } from '../actors.ts'
import { networkOf } from '../chat/talk.ts'

const notConnected = /ERR_INTERNET_DISCONNECTED|WebSocket/

test('a page whose toasts failed to load shows its screen, and its toasts once the network is back', async ({
  anna,
  announced,
}) => {
  announced.push(notConnected)
  const { page, context } = anna
  const network = await networkOf(anna)
  const toasts = '**/assets/toasts-*'
  await context.route(toasts, (route) => route.abort('internetdisconnected'))
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/toasts-'))
  await page.goto('/app/home')
  await failed
  await network.cut()
  await expect(page.getByText('Sei senza rete')).toBeVisible()
  await context.unroute(toasts)
  await network.restore()
  await page.getByRole('button', { name: 'Novità' }).click()
  const toast = page.getByRole('alert').filter({ hasText: "L'app è appena stata rilasciata" })
  await expect(toast).toBeVisible()
  // The stylesheet is loaded too.
  await expect(toast.locator('xpath=ancestor::*[@data-position]').first()).toHaveCSS('position', 'fixed')
})

test('what the screen failed to load is not requested again by the menu, which would replace the button to retry', async ({
  anna,
  announced,
}) => {
  announced.push(/status of 500/)
  const { page } = anna
  await muteSocket(page)
  let requests = 0
  await page.route('**/api/chat/unread', (route) => {
    requests += 1
    return route.fulfill({ status: 500, json: { code: 'common.internal' } })
  })
  const requestOfMenu = page.waitForResponse('**/api/friends/counts')
  await page.goto('/app/home')
  await requestOfMenu
  await expect(page.getByRole('button', { name: 'Riprova' })).toBeVisible()
  expect(requests).toBe(1)
})
