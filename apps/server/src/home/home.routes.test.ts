import type { FirstSteps } from '@covo/contract/home/home.routes'
import { createEvent, sendMessage } from '@covo/testing/member-actions'
import { expect, it } from 'vitest'
import { makeModerator } from '../../test/make-moderator.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('answers which first steps the member has taken, and nobody else’s', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const steps = async () => {
    const { communityNeeds: _, ...taken } = await anna.read<FirstSteps>('/api/home/first-steps')
    return taken
  }
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
  await createEvent(anna)
  expect(await steps()).toEqual({ hasWritten: true, hasJoined: true })
})

it('answers what the instance needs to who registered first, and to nobody else', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const needs = async (member: typeof anna) =>
    (await member.read<FirstSteps>('/api/home/first-steps')).communityNeeds
  expect(await needs(anna)).toEqual(['controller', 'contact', 'mail', 'moderator'])
  expect(await needs(bruno)).toEqual([])
  await makeModerator(app.database, bruno.uid)
  expect(await needs(anna)).toEqual(['controller', 'contact', 'mail'])
})
