import type { Event } from '@covo/contract/events/events.routes'
import type { Page, Route } from '@playwright/test'
import { type Actor, expect, muteSocket, test } from '../actors.ts'
import { card, nextYear, organise, sample } from '../events/organise.ts'
import { type Keyboard, keyboardOf } from './keyboard.ts'

/** An overlay: a dialog or a toast. */
type Layer = {
  path: string
  /** The name of the button that opens it. */
  opener: string
  role: 'dialog' | 'alertdialog' | 'alert'
  /** Part of what it says. */
  text: string
  /** Its buttons that close it; Escape does so too. */
  closing: string[]
  arrange?: (page: Page, organizer: Actor) => Promise<unknown>
  /** The steps from the opener to the overlay. */
  confirm?: (keys: Keyboard) => Promise<void>
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const layerOf = (page: Page, { role, text }: Layer) => page.getByRole(role).filter({ hasText: text })
const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 'common.internal' } })

/** Has the list of events hold these alone: the tests share one server. */
async function showEvents(page: Page, events: Event[]) {
  await muteSocket(page)
  await page.route('**/api/events?*', (route) => route.fulfill({ json: { events, nextCursor: null } }))
}

const newEvent: Layer = {
  path: '/app/eventi',
  opener: 'Crea Evento',
  role: 'dialog',
  text: 'Crea Nuovo Evento',
  closing: ['Chiudi', 'Annulla'],
}
const firstEvent: Layer = {
  ...newEvent,
  opener: 'Organizza il primo',
  arrange: (page) => showEvents(page, []),
}
const newTeam: Layer = {
  path: '/app/squadre',
  opener: 'Crea squadra',
  role: 'dialog',
  text: 'Nome squadra',
  closing: ['Chiudi', 'Annulla'],
}
const teamCode: Layer = { ...newTeam, opener: 'Ho un codice', text: 'Codice invito' }
const deletion: Layer = {
  path: '/app/impostazioni',
  opener: 'Elimina Il Mio Account',
  role: 'alertdialog',
  text: "Attenzione: l'operazione è irreversibile",
  closing: ['Annulla'],
}
const failedParticipation: Layer = {
  path: '/app/eventi',
  opener: 'Partecipa',
  role: 'alert',
  text: 'Operazione fallita.',
  closing: ['Chiudi'],
  arrange: async (page, organizer) => {
    await showEvents(page, [{ ...(await organise(organizer, {})), canManage: false }])
    await page.route('**/participation', fail)
  },
}

/** All that there are; no menu opens. */
const layers: Record<string, Layer> = {
  'a new event': newEvent,
  'the first event': firstEvent,
  'a new team': newTeam,
  "a team's code": teamCode,
  'the deletion': deletion,
  'not deleted': {
    ...deletion,
    role: 'alert',
    text: "L'eliminazione dell'account non è ancora implementata",
    closing: ['Chiudi'],
    confirm: ({ page, press }) => press(button(page, 'Elimina'), 'Enter'),
  },
  'the news': {
    path: '/app/home',
    opener: 'Novità',
    role: 'alert',
    text: "L'app è appena stata rilasciata",
    closing: ['Chiudi'],
  },
  'the photo': {
    path: '/app/profilo',
    opener: 'Cambia foto profilo',
    role: 'alert',
    text: 'La modifica della foto profilo non è ancora implementata.',
    closing: ['Chiudi'],
  },
  'a failed participation': failedParticipation,
  'a failed logout': {
    path: '/app/home',
    opener: 'Logout',
    role: 'alert',
    text: 'Operazione fallita.',
    closing: ['Chiudi'],
    arrange: (page) => page.route('**/api/auth/logout', fail),
  },
}

/** Goes to the opener by keyboard. */
async function open(page: Page, layer: Layer, organizer: Actor): Promise<Keyboard> {
  await layer.arrange?.(page, organizer)
  await page.goto(layer.path)
  await expect(button(page, layer.opener)).toBeVisible()
  // A new page has no focus yet: the first Tab leads to its first control.
  await page.keyboard.press('Tab')
  const keys = keyboardOf(page)
  await keys.reach(button(page, layer.opener))
  return keys
}

/** Opens the layer from the opener, which has the focus. */
async function enter(keys: Keyboard, layer: Layer) {
  await keys.page.keyboard.press('Enter')
  await layer.confirm?.(keys)
  const shown = layerOf(keys.page, layer)
  await expect(shown).toBeVisible()
  // A dialog takes the focus, a toast waits for it.
  if (layer.role === 'alert') await keys.reach(shown.getByRole('button', { name: 'Chiudi' }))
  else await expect(shown.locator(':focus')).toHaveCount(1)
}

for (const [reducedMotion, width] of [
  ['no-preference', 360],
  ['reduce', 1440],
] as const) {
  const motion = reducedMotion === 'reduce' ? 'without motion' : 'with motion'
  test(`A-02 ${motion}, ${width} wide, a closed layer gives the focus back to its opener, else to the page`, async ({
    anna: { page },
    bruno,
    announced,
  }) => {
    announced.push(/500/)
    await page.emulateMedia({ reducedMotion })
    await page.setViewportSize({ width, height: 800 })
    for (const [name, layer] of Object.entries(layers))
      await test.step(name, async () => {
        const keys = await open(page, layer, bruno)
        for (const closing of ['Escape', ...layer.closing]) {
          await enter(keys, layer)
          if (closing === 'Escape') await page.keyboard.press('Escape')
          else await keys.press(layerOf(page, layer).getByRole('button', { name: closing }), 'Enter')
          await expect(layerOf(page, layer)).toBeHidden()
          await expect(button(page, layer.opener), closing).toBeFocused()
          await keys.expectFocus(closing)
        }
        await page.unrouteAll()
      })
    await test.step('the first event, created', async () => {
      const keys = await open(page, firstEvent, bruno)
      await enter(keys, firstEvent)
      const dialog = layerOf(page, firstEvent)
      const similar = Promise.withResolvers<void>()
      await page.route('**/api/events/similar?*', async (route) => {
        await similar.promise
        await route.continue()
      })
      await dialog.getByLabel('Titolo *').fill(sample.title)
      await dialog.getByLabel('Descrizione *').fill(sample.description)
      await dialog.getByLabel('Data e ora di inizio *').fill(`${nextYear}-07-01T14:00`)
      await dialog.getByLabel('Termine *').fill(`${nextYear}-07-02T14:00`)
      await dialog.getByLabel('Link *').fill(sample.link)
      await dialog.getByLabel('Durata *').fill(sample.duration)
      await keys.reach(dialog.locator('summary'))
      similar.resolve()
      // It takes the room of the fields above.
      await expect(dialog.getByText('Forse esiste già:')).toBeVisible()
      await keys.press(dialog.getByRole('button', { name: 'Crea', exact: true }), 'Enter')
      await expect(card(page, sample.title)).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(button(page, firstEvent.opener)).toHaveCount(0)
      await expect(card(page, sample.title)).toBeFocused()
    })
    await test.step('a failed participation, whose toast goes with its screen', async () => {
      const keys = await open(page, failedParticipation, bruno)
      await page.keyboard.press('Enter')
      await expect(layerOf(page, failedParticipation)).toBeVisible()
      await keys.press(page.getByRole('link', { name: 'Impostazioni', exact: true }), 'Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Impostazioni' })).toBeFocused()
      await expect(layerOf(page, failedParticipation)).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1, name: 'Impostazioni' })).toBeFocused()
    })
    await test.step('a new event, opened by a pointer where that gives no focus, as in Safari', async () => {
      await page.addInitScript(() => addEventListener('mousedown', (event) => event.preventDefault()))
      await page.goto(newEvent.path)
      await button(page, newEvent.opener).click()
      await expect(layerOf(page, newEvent).locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(layerOf(page, newEvent)).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
  })
}
