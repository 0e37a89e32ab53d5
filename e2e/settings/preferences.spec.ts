import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../actors.ts'
import { long } from '../long.ts'

const names = ['Aggiornamenti eventi', 'Nuovi messaggi chat', 'Richieste di amicizia']

/** The answer to the request that stores this choice. */
function storing(page: Page, choice: string) {
  return page.waitForResponse((answer) => answer.request().postData()?.includes(`"${choice}"`) ?? false)
}

test('the switches are stored, for all tabs', async ({ anna: { page, context } }) => {
  await page.goto('/app/impostazioni')
  await expect(page.getByRole('heading', { name: 'Preferenze Notifiche', exact: true })).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(3)
  const other = await context.newPage()
  await other.goto('/app/impostazioni')
  for (const name of names) {
    await expect(other.getByRole('switch', { name, exact: true })).toBeChecked()
    await page.getByRole('switch', { name, exact: true }).press('Space')
    await expectToast(page, 'Preferenze aggiornate.')
    await expect(other.getByRole('switch', { name, exact: true })).not.toBeChecked()
  }
  await page.getByRole('link', { name: 'Scelte più fini' }).click()
  const region = page.getByRole('region', { name: 'Altre preferenze' })
  const text = region.getByRole('checkbox', { name: 'Mostra il testo nelle notifiche', exact: true })
  await expect(text).toBeChecked()
  for (const name of names) {
    const kind = region.getByRole('group', { name, exact: true })
    await expect(kind.getByRole('checkbox', { name: `${name}: app`, exact: true })).not.toBeChecked()
    await expect(kind.getByRole('checkbox', { name: `${name}: push`, exact: true })).toBeChecked()
    await expect(kind.getByRole('checkbox', { name: `${name}: riepilogo email`, exact: true })).toBeChecked()
  }
  await expect(region.getByRole('columnheader')).toHaveText(['App', 'Push', 'Email'])
  await expect(region.getByRole('rowheader')).toContainText(names)
  await expect(region.getByText('Push: per ora nessun tuo dispositivo riceve notifiche.')).toBeVisible()
  const isNever = region.getByText('Email: per ora il riepilogo è su «Mai».')
  await expect(isNever).toBeVisible()
  const ofDigest = region.getByRole('checkbox', { name: 'Nuovi messaggi chat: riepilogo email' })
  const isKindStored = storing(page, 'digestOf')
  await ofDigest.press('Space')
  await isKindStored
  const isTextStored = storing(page, 'showText')
  await text.press('Space')
  await isTextStored
  const digest = region.getByRole('combobox', { name: 'Riepilogo via email' })
  await expect(digest.getByRole('option')).toHaveText(['Mai', 'Ogni giorno', 'Ogni settimana'])
  await expect(digest).toHaveValue('never')
  const isStored = storing(page, 'digest')
  await digest.selectOption('Ogni settimana')
  await isStored
  await expect(isNever).toHaveCount(0)
  await expect(region.getByText('Per ricevere mail conferma il tuo indirizzo.')).toBeVisible()
  await expect(region.getByRole('button', { name: 'Conferma indirizzo' })).toBeVisible()
  await page.goto('/app/home')
  await page.getByRole('button', { name: 'Notifiche' }).click()
  await page.getByRole('link', { name: 'Scegli che cosa ricevere' }).click()
  await expect(ofDigest).not.toBeChecked()
  await expect(text).not.toBeChecked()
  await expect(digest).toHaveValue('weekly')
})

test(
  'a member who turned friendships off sees no toast of an accepted request',
  long,
  async ({ anna, bruno, carla }) => {
    const { page } = anna
    const { origin } = new URL(test.info().project.use.baseURL ?? '')
    const send = (actor: typeof anna, method: 'put' | 'post', path: string, data: object) =>
      actor.context.request[method](path, { headers: { origin }, data })
    const uidOf = async (actor: typeof anna) =>
      ((await (await actor.context.request.get('/api/profiles/me')).json()) as { uid: string }).uid
    const own = await uidOf(anna)
    await page.goto('/app/home')
    await expect(page.getByText('connesso')).toBeVisible()
    const accept = async (actor: typeof anna) => {
      await send(anna, 'post', '/api/friends/requests', { uid: await uidOf(actor) })
      await send(actor, 'post', `/api/friends/requests/${own}/accept`, {})
    }
    await accept(bruno)
    await expectToast(page, `${bruno.name} ha accettato la tua richiesta.`)
    await send(anna, 'put', '/api/notifications/settings', { switches: { friendship: false } })
    await accept(carla)
    // The list of friends has them, and no toast said so.
    await page.getByRole('navigation').getByRole('link', { name: 'Amici' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: carla.name })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: carla.name })).toHaveCount(0)
  },
)
