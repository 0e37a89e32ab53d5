import { createEvent, makeToken, sendMessage } from '@covo/testing/member-actions'
import { type Visitor, visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

function send(visitor: Visitor): Promise<Response> {
  return sendMessage(visitor, 'generale', 'svelta')
}

it('stores 30 messages of one member in ten seconds, refuses the others with the wait, and no other member', async () => {
  const anna = await app.as('anna')
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(anna)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  for (const answer of refused) {
    expect(await answer.json()).toMatchObject({
      code: 'chat.too_fast',
      params: { seconds: expect.any(Number) },
    })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('ratelimit')).toMatch(/^"messageBurst";r=0;t=([1-9]|10)$/)
  }
  expect((await send(await app.as('bruno'))).status).toBe(201)
})

it('says what is left of the member’s limits, and of nobody else’s', async () => {
  const carla = await app.as('carla')
  const standing = ({ headers }: Response) => headers.get('ratelimit')?.replaceAll(/;t=\d+/g, '')
  const first = await send(carla)
  expect(first.headers.get('ratelimit-policy')).toBe(
    '"messageBurst";q=30;w=10, "messagesSustained";q=300;w=300',
  )
  expect(first.headers.get('ratelimit')).toMatch(
    /^"messageBurst";r=29;t=(9|10), "messagesSustained";r=299;t=(299|300)$/,
  )
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(carla)))
  expect(answers.map(standing).toSorted()).toEqual(
    [25, 26, 27, 28].map((left) => `"messageBurst";r=${left}, "messagesSustained";r=${left + 270}`),
  )
  const program = visit(app.origin, { token: (await makeToken(carla, 'chat:write')).secret })
  expect(standing(await send(program))).toBe('"messageBurst";r=24, "messagesSustained";r=294')

  const { id } = await createEvent(carla)
  const others = await Promise.all([
    carla.fetch('/api/chat/generale/messages'),
    // The event's counter, and those of an address and an account.
    carla.post(`/api/events/${id}/updates`, { clientId: crypto.randomUUID(), text: 'a tutti' }),
    app.visit().post('/api/auth/login', { email: 'carla@esempio.it', password: 'indovinata' }),
    carla.post('/api/account/confirmation', { password: 'indovinata' }),
    carla.post('/api/settings/password-reset'),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 201, 401, 403, 200])
  for (const { headers } of others)
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null])
})
