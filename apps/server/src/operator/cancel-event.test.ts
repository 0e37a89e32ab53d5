import type { EventUpdatePage } from '@covo/contract/events/event-changes.routes'
import { eventsTopic } from '@covo/contract/events/events.news'
import type { Event } from '@covo/contract/events/events.routes'
import type { NotificationPage } from '@covo/contract/notifications/notifications.routes'
import { eventForm } from '@covo/testing/event-form'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('cancels an event in the name of the operator, notifies its owner too, and refuses events that it cannot cancel', async () => {
  const settings = await operatorSettings(app)
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const { id } = (await (await anna.post('/api/events', { ...eventForm(), title: 'Serata' })).json()) as Event
  const tab = app.live(bruno)
  await tab.watch(eventsTopic)
  const cancel = (...words: string[]) => operate(settings, 'cancel-event', ...words)

  expect(await cancel(id.toUpperCase(), 'La sala è chiusa.')).toMatchObject({
    code: 0,
    output: 'Cancelled: the event Serata.\n',
  })
  expect(await tab.receive('events.changed')).toMatchObject({
    event: { id, status: 'cancelled', cancelReason: 'La sala è chiusa.' },
  })
  const { updates } = await bruno.read<EventUpdatePage>(`/api/events/${id}/updates`)
  expect(updates).toMatchObject([
    { kind: 'cancelled', authorId: null, authorName: 'Chi gestisce la community', text: 'La sala è chiusa.' },
  ])
  const { notifications } = await anna.read<NotificationPage>('/api/notifications')
  expect(notifications).toMatchObject([{ kind: 'cancelled', eventId: id, author: null }])

  for (const words of [
    [id, 'Ancora.'],
    ['no id', 'Un motivo.'],
    [id, ' '],
  ])
    expect((await cancel(...words)).code).toBe(1)
  expect((await operate(settings, 'check')).code).toBe(0)
})
