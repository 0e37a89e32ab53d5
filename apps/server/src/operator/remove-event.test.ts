import { eventsTopic } from '@covo/contract/events/events.news'
import { eventForm } from '@covo/testing/event-form'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('removes an event with its participations, publishes it, and leaves the other events', async () => {
  const settings = await operatorSettings(app)
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const organise = async (title: string) => {
    const answer = await anna.post('/api/events', { ...eventForm(), title })
    return ((await answer.json()) as { id: string }).id
  }
  const [bad, good] = [await organise('Per sempre primo'), await organise('Serata')]
  const join = () => bruno.put(`/api/events/${bad}/participation`)
  expect((await join()).status).toBe(200)
  const tab = app.live(bruno)
  await tab.watch(eventsTopic)

  const removed = await operate(settings, 'remove-event', bad.toUpperCase())
  expect([removed.code, removed.output]).toEqual([0, 'Removed: the event Per sempre primo.\n'])
  expect(await tab.receive('events.removed')).toEqual({ type: 'events.removed', eventId: bad })
  const { events } = (await (await app.visit().fetch('/api/events')).json()) as { events: { id: string }[] }
  expect(events.map(({ id }) => id)).toEqual([good])
  expect((await join()).status).toBe(404)

  for (const id of [bad, 'no id']) {
    const unknown = await operate(settings, 'remove-event', id)
    expect([unknown.code, unknown.output]).toEqual([1, `There is no event with the id ${id}.\n`])
  }
  expect((await operate(settings, 'check')).code).toBe(0)
})
