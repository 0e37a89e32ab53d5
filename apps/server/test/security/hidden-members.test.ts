import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { befriend, createEvent } from '@covo/testing/member-actions'
import { expect, it } from 'vitest'
import { prepare, samples, sendRequest } from '../operations/operations.ts'
import { makeWorld } from '../operations/world.ts'
import { runTestApp, unlimited } from '../test-app.ts'

const app = runTestApp({ limits: unlimited })

/** Reads that name a member to who blocked them, and why. A new read hides them, or has its reason here. */
const naming: Record<string, string> = {
  'GET /api/blocks': 'the own list of the blocked',
  'GET /api/events': 'the owner of an event answers for it before everybody, visitors too',
}

it('no read names a member to who blocked them, but for a reason (S-01)', async () => {
  const world = await makeWorld(app)
  const hidden = world.members.owner
  const viewer = await world.newcomer()
  await befriend(viewer, hidden)
  const event = await createEvent(viewer)
  await hidden.put(`/api/events/${event.id}/participation`)
  await viewer.put(`/api/events/${event.id}/organizers/${hidden.uid}`)
  await hidden.fetch(`/api/events/${event.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ version: event.version, title: 'Altro titolo' }),
  })
  const { displayName } = await hidden.read<{ displayName: string }>('/api/profiles/me')
  const reads = Object.keys(samples).filter((operation) => operation.startsWith('GET '))

  async function findNaming(): Promise<string[]> {
    const found = []
    for (const operation of reads) {
      const text = `<@${viewer.uid}> ciao`
      await hidden.post(`/api/chat/${publicRoomId}/messages`, { clientId: crypto.randomUUID(), text })
      const { request } = await prepare(operation, { ...world, eventId: event.id }, publicRoomId)
      const answer = await (await sendRequest(viewer, request)).text()
      if (answer.includes(hidden.uid) || answer.includes(displayName)) found.push(operation)
    }
    return found
  }
  expect(await findNaming()).toEqual(expect.arrayContaining(namedBefore))
  expect((await viewer.put(`/api/blocks/${hidden.uid}`)).status).toBe(204)
  expect((await findNaming()).toSorted()).toEqual(Object.keys(naming).toSorted())
})

/** Some of the reads that name them before the block: the test looks where there is something to see. */
const namedBefore = ['GET /api/events/{eventId}/updates', 'GET /api/friends', 'GET /api/profiles/{uid}']
