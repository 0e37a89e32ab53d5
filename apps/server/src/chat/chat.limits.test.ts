import { sendMessage } from '@covo/testing/member-actions'
import type { Visitor } from '@covo/testing/visitor'
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
  }
  expect((await send(await app.as('bruno'))).status).toBe(201)
})
