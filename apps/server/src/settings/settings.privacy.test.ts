import type { Privacy } from '@covo/contract/settings/settings.routes'
import type { Member } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const path = '/api/settings/privacy'

async function privacyOf(member: Member): Promise<Privacy> {
  return (await (await member.fetch(path)).json()) as Privacy
}

function save(by: Member, body: unknown): Promise<Response> {
  return by.put(path, body)
}

const atFirst: Privacy = {
  bio: 'friends',
  professione: 'friends',
  citta: 'friends',
  telefono: 'me',
  dataNascita: 'me',
  emailToFriends: true,
  findableByEmail: true,
  showPresence: true,
  readReceipts: true,
  showTyping: true,
  showParticipation: true,
}

it('begin as the defaults, and one that a request leaves out stays', async () => {
  const anna = await app.as('anna')
  expect(await privacyOf(anna)).toEqual(atFirst)
  const answer = await save(anna, { showTyping: false })
  expect([answer.status, await answer.json()]).toEqual([200, { ...atFirst, showTyping: false }])
  await save(anna, { showPresence: false, readReceipts: true })
  await save(anna, {})
  expect(await privacyOf(anna)).toEqual({ ...atFirst, showPresence: false, showTyping: false })
  expect(await privacyOf(await app.as('bruno'))).toEqual(atFirst)
})

it('change for the own tabs alone, and not at all by a wrong request', async () => {
  const [carla, dario] = [await app.as('carla'), await app.as('dario')]
  const [own, foreign] = [app.live(carla), app.live(dario)]
  await Promise.all([own.watch('members:all'), foreign.watch('members:all')])
  for (const wrong of [
    { showTyping: 'no' },
    { bio: 'nobody' },
    { telefono: 'members' },
    { dataNascita: 'members' },
  ])
    expect((await save(carla, wrong)).status).toBe(400)
  expect(await privacyOf(carla)).toEqual(atFirst)
  expect(own.received.filter(({ type }) => type === 'account.changed')).toEqual([])

  await save(carla, { showTyping: false })
  await own.receive('account.changed')
  // Later news for both arrives: nothing before it was for the other.
  await dario.patch('/api/profiles/me', { displayName: 'Dario Due' })
  await foreign.receive('profiles.member_changed')
  expect(foreign.received.filter(({ type }) => type === 'account.changed')).toEqual([])
})
