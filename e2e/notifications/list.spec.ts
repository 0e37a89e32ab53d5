import type { Notification, NotificationPage } from '@covo/contract/notifications/notifications.routes'
import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../actors.ts'
import { ask, befriend } from '../chat/talk.ts'
import { idOf } from '../screens/state.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Notifiche', exact: true })
const list = (page: Page) => page.getByRole('list', { name: 'Elenco delle notifiche' })

test('it says what is new, reads it by being opened, and leads to the event', async ({
  anna: { page },
  announced,
}) => {
  // There is no such event.
  announced.push(/status of 404/, /ERR_FAILED/)
  let isSecondLost = true
  const lines: Notification[] = Array.from({ length: 25 }, (_, index) => ({
    id: String(25 - index),
    kind: index === 1 ? 'organizer_added' : index === 2 ? 'owner_handed_over' : 'seat',
    eventId: idOf(index),
    title: `Torneo ${index}`,
    author: index === 1 ? { uid: idOf(99), displayName: 'Carla' } : null,
    fields: [],
    text: '',
    at: new Date(Date.now() - index * 60_000).toISOString(),
    isRead: index > 1,
  }))
  const read: unknown[] = []
  await page.route('**/api/notifications{,?*}', (route) => {
    const isSecond = route.request().url().includes('cursor')
    if (isSecond && isSecondLost) return route.abort()
    const answer: NotificationPage = {
      notifications: (isSecond ? lines.slice(20) : lines.slice(0, 20)).map((line) => ({
        ...line,
        isRead: line.isRead || read.length > 0,
      })),
      unread: read.length > 0 ? 0 : 2,
      updates: 0,
      nextCursor: isSecond ? null : 'x',
    }
    return route.fulfill({ json: answer })
  })
  await page.route('**/api/notifications/read', async (route) => {
    read.push(route.request().postDataJSON())
    await route.fulfill({ status: 204 })
  })
  await page.goto('/app/home')
  await expect(button(page)).toHaveAccessibleDescription('2 nuove')
  await expect(page).toHaveTitle(/^\(2\) /)
  await button(page).click()
  await expect(list(page).getByRole('listitem')).toHaveCount(20)
  await expect(list(page).getByRole('link').first()).toContainText(
    'Si è liberato un posto: partecipi a "Torneo 0".',
  )
  await expect(list(page)).toContainText('Carla ti ha aggiunto tra gli organizzatori di "Torneo 1".')
  await expect(list(page)).toContainText('Ora organizzi tu "Torneo 2".')
  await expect(list(page).getByText('nuova', { exact: true })).toHaveCount(2)
  await expect.poll(() => read).toEqual([{ upTo: lines[0]?.at }])
  const more = page.getByRole('button', { name: 'Mostra altre' })
  await more.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Impossibile caricare le notifiche. Riprova.',
  )
  isSecondLost = false
  await more.click()
  await expect(list(page).getByRole('listitem')).toHaveCount(25)
  await expect(more).toHaveCount(0)
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0)
  await list(page).getByRole('link').nth(3).click()
  await expect(page).toHaveURL(`/app/eventi/${idOf(3)}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an accepted request appears in the list at once, a single time, and leads to the friend', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  await page.goto('/app/home')
  // News alone makes the toast.
  await expect(page.getByText('connesso')).toBeVisible()
  await befriend(anna, bruno)
  await expectToast(page, `${bruno.name} ha accettato la tua richiesta.`)
  await expect(button(page)).toHaveAccessibleDescription('1 nuova')
  await button(page).click()
  await list(page)
    .getByRole('link', { name: `${bruno.name} ha accettato la tua richiesta.` })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(bruno.name)
  await expect(button(page)).toHaveAccessibleDescription('')
})

test('requests that wait for an answer stand above the list, and lead to it', async ({ anna, bruno }) => {
  const { page } = anna
  await ask(bruno, anna)
  await page.goto('/app/home')
  await button(page).click()
  await page.getByRole('link', { name: '1 richiesta di amicizia in arrivo' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Richieste (1)' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Accetta' })).toBeVisible()
})
