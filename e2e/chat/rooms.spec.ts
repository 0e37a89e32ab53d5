import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../actors.ts'
import { makeModerator } from '../moderation/moderate.ts'
import { box, post, textsWith, write } from './talk.ts'

async function openMenu(page: Page, action: string) {
  await page.getByRole('button', { name: 'Altre azioni' }).first().click()
  await page.getByRole('menuitem', { name: action }).click()
}

const item = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

test('a room is made by a moderator, found, entered, written to, left and archived, live', async ({
  anna,
  bruno,
  carla,
}) => {
  const name = `Web ${anna.name}`
  const group = `Sviluppo ${anna.name}`
  await makeModerator(carla)
  const other = { name: `Rust ${anna.name}`, purpose: 'Compilatori pazienti', group }
  await post(carla, '/api/moderation/rooms', other)
  await carla.page.goto('/app/stanze')
  await carla.page.getByRole('button', { name: 'Crea stanza' }).click()
  const dialog = carla.page.getByRole('dialog', { name: 'Crea stanza' })
  await dialog.getByLabel('Nome *').fill('x')
  await dialog.getByLabel('A cosa serve *').fill('Siti, server e cose che si rompono')
  await dialog.getByLabel('Gruppo').fill(group)
  await dialog.getByRole('button', { name: 'Crea stanza' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Controlla nome e testi della stanza.')
  await dialog.getByLabel('Nome *').fill(`${name}!`)
  await dialog.getByLabel('Nome *').press('Enter')
  await expectToast(carla.page, 'Stanza creata.')
  await expect(dialog).toHaveCount(0)
  const rooms = carla.page.locator('main section').filter({ hasText: group }).getByRole('listitem')
  await expect(rooms).toHaveText([new RegExp(other.name), new RegExp(name)])
  await rooms.last().getByRole('button', { name: 'Sposta su' }).click()
  await expect(rooms).toHaveText([new RegExp(name), new RegExp(other.name)])
  await expect(
    rooms
      .first()
      .getByRole('button', { name: /^Sposta/ })
      .and(carla.page.locator(':focus')),
  ).toBeVisible()
  await carla.page
    .getByRole('main')
    .getByRole('link', { name: `${name}!` })
    .click()
  await openMenu(carla.page, 'Modifica stanza')
  const edited = carla.page.getByRole('dialog', { name: 'Modifica stanza' })
  await edited.getByLabel('Nome *').fill(name)
  await edited.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectToast(carla.page, 'Modifiche salvate.')
  await expect(carla.page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
  const { pathname: path } = new URL(carla.page.url())

  await anna.page.goto('/app/stanze')
  await anna.page.getByRole('searchbox', { name: 'Cerca stanze' }).fill(`WEB ${anna.name}`)
  await expect(anna.page.getByRole('main').getByRole('heading', { name: group })).toBeVisible()
  await expect(item(anna.page, name)).toContainText('0 membri')
  await item(anna.page, name).getByRole('button', { name: 'Entra' }).click()
  await expectToast(anna.page, `Ora sei nella stanza ${name}.`)
  await expect(item(anna.page, name)).toContainText('1 membro')
  await item(anna.page, name).getByRole('link', { name }).click()
  await expect(box(anna.page)).toBeFocused()
  await expect(anna.page.getByRole('link', { name: 'Chat Generale' })).toHaveAttribute('aria-current', 'page')
  await write(anna, 'Chi conosce i container?')

  await bruno.page.goto(path)
  await expect(textsWith(bruno.page, 'Chi conosce i container?')).toBeVisible()
  await expect(bruno.page.getByText('Stai leggendo questa stanza. Entra per scrivere.')).toBeVisible()
  await expect(box(bruno.page)).toHaveCount(0)
  await bruno.page.getByRole('button', { name: 'Entra' }).click()
  await write(bruno, 'Io!')
  await expect(textsWith(anna.page, 'Io!')).toBeVisible()

  await openMenu(bruno.page, 'Esci')
  await expectToast(bruno.page, `Hai lasciato la stanza ${name}.`)
  await expect(box(bruno.page)).toHaveCount(0)

  await openMenu(carla.page, 'Archivia stanza')
  const asked = carla.page.getByRole('alertdialog', { name: 'Archivia stanza' })
  await expect(asked).toContainText(`Nessuno potrà più scrivere in ${name}.`)
  await asked.getByRole('button', { name: 'Archivia' }).click()
  await expectToast(carla.page, 'Stanza archiviata.')
  await expect(
    anna.page.getByText('Questa stanza è archiviata: puoi leggerla, ma non scrivere.'),
  ).toBeVisible()
  await expect(box(anna.page)).toHaveCount(0)
  await openMenu(carla.page, 'Riapri stanza')
  await expectToast(carla.page, 'Stanza riaperta.')
  await expect(box(anna.page)).toBeVisible()

  await anna.page.goto('/app/stanze/nessuna')
  await expect(anna.page.getByRole('heading', { name: 'Stanza non trovata' })).toBeVisible()
  await anna.page.getByRole('main').getByRole('link', { name: 'Tutte le stanze' }).click()
  await expect(item(anna.page, name)).toBeVisible()
})

test('a bot enters a room beside it, and a webhook posts there', async ({ anna, carla }) => {
  const name = `Annunci ${anna.name}`
  await makeModerator(carla)
  const draft = { name, purpose: 'Avvisi', group: '' }
  const { slug } = await post<{ slug: string }>(carla, '/api/moderation/rooms', draft)
  const { page } = anna
  await page.goto('/app/impostazioni/api')
  const form = { name: `Postino ${anna.name}`, scopes: ['chat:write'], expiresInDays: null }
  await post(anna, '/api/bots', form)
  const bot = page.getByRole('list', { name: 'I tuoi bot' }).getByRole('listitem').first()
  await expect(bot).toBeVisible()
  await expect(bot.getByRole('button', { name: 'Stanze del bot' })).toHaveCount(0)
  await page.request.put(`/api/rooms/${slug}/membership`, { headers: { origin: new URL(page.url()).origin } })
  await bot.getByRole('button', { name: 'Stanze del bot' }).click()
  const rooms = page.getByRole('dialog', { name: 'Stanze del bot' })
  const room = rooms.getByRole('listitem').filter({ hasText: name })
  await room.getByRole('button', { name: 'Entra' }).click()
  await expect(room.getByRole('button', { name: 'Esci' })).toBeVisible()
  await rooms.getByRole('button', { name: 'Chiudi' }).click()
  await bot.getByRole('button', { name: 'Crea webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crea webhook' })
  await dialog.getByLabel('Nome *').fill('GitHub')
  await dialog.getByLabel('Dove').selectOption(name)
  await dialog.getByRole('button', { name: 'Crea', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Il tuo indirizzo' })
  await expect(shown).toContainText(`esce in ${name} a nome del bot.`)
  const address = (await shown.locator('code').textContent()) ?? ''
  await shown.getByRole('button', { name: 'Fine' }).click()
  await expect(bot).toContainText(`Scrive nella stanza ${name}`)
  const data = { text: 'La sfida 14 è aperta.' }
  expect((await page.request.post(address, { data })).status()).toBe(201)
  await carla.page.goto(`/app/stanze/${slug}`)
  await expect(textsWith(carla.page, 'La sfida 14 è aperta.')).toBeVisible()
})
