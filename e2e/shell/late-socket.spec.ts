import { expect, test } from '../actors.ts'
import { ask } from '../chat/talk.ts'

test('what changes between the requests of a page and its subscriptions is shown', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  const held = Promise.withResolvers<void>()
  await page.routeWebSocket('**/api/live**', async (socket) => {
    await held.promise
    socket.connectToServer()
  })
  await page.goto('/app/amici')
  await expect(page.getByText('Non hai ancora amici')).toBeVisible()
  await ask(bruno, anna)
  held.resolve()
  await expect(page.getByText('connesso')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Richieste (1)' })).toBeVisible()
})
