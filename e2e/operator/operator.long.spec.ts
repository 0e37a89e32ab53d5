import { randomUUID } from 'node:crypto'
import { expect, test } from '../actors.ts'
import { befriend, list, networkOf, sendMessage } from '../chat/talk.ts'
import { card, openEvents, organise } from '../events/organise.ts'
import { operate } from './operate.ts'

test('a message that the operator removes is gone from every open screen, on return from offline too, and stays gone', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/ERR_INTERNET_DISCONNECTED|WebSocket|fetching the script/)
  const conversationId = await befriend(anna, bruno)
  const text = `un indirizzo di casa ${randomUUID()}`
  const { id } = await sendMessage(anna, conversationId, text)
  const network = await networkOf(bruno)
  for (const { page } of [anna, bruno]) {
    await page.goto(`/app/chat/${conversationId}`)
    await expect(list(page)).toContainText(text)
  }
  await network.cut()
  await expect(bruno.page.getByText('Sei senza rete')).toBeVisible()
  await operate('remove-message', id)
  await expect(list(anna.page)).toHaveText(/Messaggio rimosso da chi gestisce la community\./)
  await expect(list(bruno.page)).toContainText(text)
  await network.restore()
  await expect(list(bruno.page)).toHaveText(/Messaggio rimosso da chi gestisce la community\./)
  for (const { page } of [anna, bruno]) {
    await expect(list(page)).not.toContainText(text)
    await page.reload()
    await expect(list(page)).toHaveText(/Messaggio rimosso da chi gestisce la community\./)
  }
})

test('an event that the operator removes leaves every open screen, and its author when their account goes', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/status of 401/)
  const title = `Notte ${randomUUID()}`
  const [bad, good] = [await organise(anna, { title }), await organise(anna, { title: `${title} bis` })]
  for (const actor of [anna, bruno]) await openEvents(actor, title)
  await operate('remove-event', bad.id)
  for (const { page } of [anna, bruno]) {
    await expect(card(page, title)).toHaveCount(0)
    await expect(card(page, good.title)).toBeVisible()
  }

  await expect(card(bruno.page, good.title)).toContainText(anna.name)
  await operate('remove-member', anna.email, '--yes')
  await expect(anna.page).toHaveURL('/Login')
  await expect(card(bruno.page, good.title)).toContainText('Organizzatore Anonimo')
  await openEvents(bruno, title)
  await expect(card(bruno.page, good.title)).toContainText('Organizzatore Anonimo')
  await operate('remove-member', good.organizerId, '--with-messages', '--yes')
  await expect(card(bruno.page, good.title)).toHaveCount(0)
})

test('a blocked member is signed out at once and sees the reason at the next sign-in, until the block is lifted', async ({
  anna,
  announced,
}) => {
  announced.push(/status of 40[13]/)
  const { page, email, password } = anna
  await page.goto('/app/home')
  await expect(page.getByText('connesso')).toBeVisible()
  await operate('block', email)
  await expect(page).toHaveURL('/Login')

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/bloccato/)
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await operate('unblock', email)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByRole('banner')).toContainText(anna.name)
})
