import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../actors.ts'
import { operate } from '../operator/operate.ts'
import { box, textsWith, write } from './talk.ts'

const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a room is found, entered, written to, left and archived, live', async ({ anna, bruno }) => {
  const name = `Web ${anna.name}`
  const made = await operate('create-room', name, 'Siti, server e cose che si rompono', 'Sviluppo')
  const path = /\/app\/stanze\/[a-z\d-]+/.exec(made)?.[0] ?? ''
  const slug = path.slice('/app/stanze/'.length)

  await anna.page.goto('/app/stanze')
  await anna.page.getByRole('searchbox', { name: 'Cerca stanze' }).fill(`WEB ${anna.name}`)
  await expect(anna.page.getByRole('heading', { name: 'Sviluppo' })).toBeVisible()
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

  await bruno.page.getByRole('button', { name: 'Altre azioni' }).first().click()
  await bruno.page.getByRole('menuitem', { name: 'Esci' }).click()
  await expectToast(bruno.page, `Hai lasciato la stanza ${name}.`)
  await expect(box(bruno.page)).toHaveCount(0)

  await operate('archive-room', slug)
  await expect(
    anna.page.getByText('Questa stanza è archiviata: puoi leggerla, ma non scrivere.'),
  ).toBeVisible()
  await expect(box(anna.page)).toHaveCount(0)
  await operate('reopen-room', slug)
  await expect(box(anna.page)).toBeVisible()

  await anna.page.goto('/app/stanze/nessuna')
  await expect(anna.page.getByRole('heading', { name: 'Stanza non trovata' })).toBeVisible()
  await anna.page.getByRole('link', { name: 'Tutte le stanze' }).click()
  await expect(item(anna.page, name)).toBeVisible()
})
