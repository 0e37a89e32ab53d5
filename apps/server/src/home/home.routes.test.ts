import { createEvent, sendMessage } from '@covo/testing/member-actions'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('answers which first steps the member has taken, and nobody else’s', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const steps = async () => await anna.read('/api/home/first-steps')
  const { id } = await createEvent(bruno)
  await sendMessage(bruno, 'generale', 'Ciao a tutti')
  expect(await steps()).toEqual({ hasWritten: false, hasJoined: false })
  await sendMessage(anna, 'generale', 'Eccomi')
  expect(await steps()).toEqual({ hasWritten: true, hasJoined: false })
  const participation = `/api/events/${id}/participation`
  expect((await anna.put(participation)).status).toBe(200)
  expect(await steps()).toEqual({ hasWritten: true, hasJoined: true })
  expect((await anna.delete(participation)).status).toBe(200)
  expect(await steps()).toEqual({ hasWritten: true, hasJoined: false })
})
