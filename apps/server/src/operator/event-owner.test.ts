import { eventsTopic } from '@covo/contract/events/events.news'
import type { Event } from '@covo/contract/events/events.routes'
import { eventForm } from '@covo/testing/event-form'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('gives an event to another member, publishes that, and refuses an absent member or event', async () => {
  const settings = await operatorSettings(app)
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const { id } = (await (await anna.post('/api/events', { ...eventForm(), title: 'Serata' })).json()) as Event
  const tab = app.live(bruno)
  await tab.watch(eventsTopic)

  const given = await operate(settings, 'event-owner', id, bruno.uid)
  expect([given.code, given.output]).toEqual([0, expect.stringContaining('The event Serata is organized by')])
  expect(await tab.receive('events.changed')).toMatchObject({ event: { id, organizerId: bruno.uid } })
  const edit = (who: typeof anna) => who.patch(`/api/events/${id}`, { version: 1, duration: 'breve' })
  expect((await edit(anna)).status).toBe(403)
  expect((await edit(bruno)).status).toBe(200)

  for (const words of [
    ['no id', bruno.uid],
    [id, 'nessuno@esempio.it'],
  ])
    expect((await operate(settings, 'event-owner', ...words)).code).toBe(1)
  expect((await operate(settings, 'check')).code).toBe(0)
})
