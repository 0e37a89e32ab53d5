import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { originOf, post } from '../chat/talk.ts'
import { organise } from '../events/organise.ts'
import { makeTeam } from './make-team.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Opens the teams of an event from its page. */
async function openTeams({ page }: Actor, eventId: string, title: string) {
  await page.goto(`/app/eventi/${eventId}`)
  await page.getByRole('main').getByRole('link', { name: 'Squadre', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Squadre di ${title}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

async function takePart({ context }: Actor, eventId: string) {
  const answer = await context.request.put(`/api/events/${eventId}/participation`, {
    headers: { origin: originOf() },
  })
  expect(answer.ok()).toBe(true)
}

test('a team enters an event, one plays for it and another finds it, until it is withdrawn', async ({
  anna,
  bruno,
  carla,
}) => {
  const title = `Gara ${anna.name}`
  const { id: eventId } = await organise(anna, { title, category: 'ctf' })
  const { id: teamId, name } = await makeTeam(anna, `Gufi ${anna.name}`)
  const { code } = await post<{ code: string }>(anna, `/api/teams/${teamId}/invitation`, {})
  await post(bruno, '/api/teams/join', { code })
  for (const actor of [bruno, carla]) await takePart(actor, eventId)

  // The captain, who does not take part, enters the team.
  await openTeams(anna, eventId, title)
  await expect(link(anna.page, 'Eventi')).toHaveAttribute('aria-current', 'page')
  await openTeams(bruno, eventId, title)
  await expect(bruno.page.getByText('Le tue squadre non sono iscritte.')).toBeVisible()
  const ownOfAnna = region(anna.page, 'Le mie squadre')
  await expect(button(anna.page, 'Iscrivi la squadra')).toHaveAccessibleDescription(name)
  await button(anna.page, 'Iscrivi la squadra').click()
  await expectToast(anna.page, 'Squadra iscritta.')
  await expect(ownOfAnna).toContainText('0 in formazione')
  await expect(button(anna.page, `Gioco con ${name}`)).toHaveCount(0)
  await expect(button(anna.page, 'Ritira la squadra')).toBeFocused()

  // A participant plays, which the captain sees at once.
  await button(bruno.page, `Gioco con ${name}`).click()
  await expect(region(bruno.page, 'Le mie squadre').getByRole('status')).toHaveText('In formazione')
  await expect(button(bruno.page, 'Non gioco più')).toBeFocused()
  await expect(button(bruno.page, 'Cerco squadra')).toHaveCount(0)
  await expect(ownOfAnna).toContainText('1 in formazione')
  await expect(ownOfAnna.getByRole('list', { name: 'Formazione' })).toContainText(bruno.name)

  // Another participant looks for a team, says so anew, and is invited.
  await openTeams(carla, eventId, title)
  await expect(carla.page.getByText('Nessuno cerca squadra.')).toBeVisible()
  await expect(region(carla.page, 'Altre squadre iscritte')).toContainText('1 in formazione')
  await button(carla.page, 'Cerco squadra').click()
  await carla.page.getByLabel('Presentazione').fill('Gioco soprattutto web.')
  await button(carla.page, 'Pubblica').click()
  const seekers = region(anna.page, 'Cercano squadra')
  await expect(region(carla.page, 'Cercano squadra')).toContainText('Gioco soprattutto web.')
  await button(carla.page, 'Non cerco più').click()
  await button(carla.page, 'Cerco squadra').click()
  await expect(carla.page.getByLabel('Presentazione')).toHaveValue('Gioco soprattutto web.')
  await button(carla.page, 'Pubblica').click()
  await expect(button(carla.page, 'Non cerco più')).toBeVisible()
  await anna.page.reload()
  await expect(seekers).toContainText('Gioco soprattutto web.')
  const invite = seekers.getByRole('button', { name: 'Invita' })
  await expect(invite).toHaveAccessibleDescription(carla.name)
  await invite.click()
  await expect(seekers.getByRole('status')).toHaveText('Invito inviato')
  await expect(invite).toHaveCount(0)

  // They enter by the invitation and play, which ends the search.
  const invited = region(carla.page, 'Altre squadre iscritte')
  await expect(invited).toContainText('Ti ha invitato')
  await link(carla.page, name).click()
  await button(carla.page, 'Entra').click()
  await expectToast(carla.page, `Fai parte della squadra "${name}".`)
  await region(carla.page, 'Eventi').getByRole('link', { name: title }).click()
  await expect(carla.page.getByRole('heading', { level: 1 })).toHaveText(title)
  await openTeams(carla, eventId, title)
  await button(carla.page, `Gioco con ${name}`).click()
  await expect(button(carla.page, 'Non gioco più')).toBeVisible()
  await expect(carla.page.getByText('Nessuno cerca squadra.')).toBeVisible()
  await expect(ownOfAnna).toContainText('2 in formazione')
  await button(carla.page, 'Non gioco più').click()
  await expect(button(carla.page, `Gioco con ${name}`)).toBeFocused()
  await expect(ownOfAnna).toContainText('1 in formazione')

  // The captain withdraws the team, with who plays for it.
  await button(anna.page, 'Ritira la squadra').click()
  await expectToast(anna.page, 'Squadra ritirata.')
  await expect(button(anna.page, 'Iscrivi la squadra')).toBeVisible()
  await expect(bruno.page.getByText('Le tue squadre non sono iscritte.')).toBeVisible()
})

test('who has no team makes one that enters at once, and an address that is none leads home', async ({
  anna,
}) => {
  const title = `Maratona ${anna.name}`
  const { id } = await organise(anna, { title, category: 'hackathon' })
  await openTeams(anna, id, title)
  await button(anna.page, 'Crea squadra').click()
  await anna.page.getByLabel('Nome squadra *').fill(`Tassi ${anna.name}`)
  await button(anna.page, 'Crea').click()
  await expect(button(anna.page, 'Ritira la squadra')).toHaveAccessibleDescription(`Tassi ${anna.name}`)
  await link(anna.page, "Torna all'evento").click()
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(title)
  await anna.page.goto('/app/eventi/nessuno/squadre')
  await expect(anna.page).toHaveURL('/app/home')
})
