import { randomUUID } from 'node:crypto'
import { type Member, register } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

/** One name as keyboards and standards write it: case, composed and decomposed, wide letters. */
const spellings = ['Volpe Élite', 'volpe élite', 'Volpe E\u0301lite', 'VOLPE ÉLITE', 'Ｖolpe Élite']

it('gives a name to one of 200 who claim it at once, however they spell it', async () => {
  const members: Member[] = []
  for (let index = 0; index < 20; index += 1) {
    const id = randomUUID().slice(0, 8)
    members.push(
      await register(app.origin, { name: `socia ${id}`, email: `${id}@esempio.it`, password: 'Tana-rossa1' }),
    )
  }
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const answer = await members[index % 20]?.fetch('/api/profiles/me', {
        method: 'PUT',
        body: JSON.stringify({ displayName: spellings[index % spellings.length] }),
      })
      return answer?.status
    }),
  )
  const holders = await app.database
    .selectFrom('users')
    .select('id')
    .where('display_name_key', '=', 'volpe élite')
    .execute()
  expect(holders).toHaveLength(1)
  const winner = members.findIndex(({ uid }) => uid === holders[0]?.id)
  // The winner may save the name again; everybody else is refused, every time.
  statuses.forEach((status, index) => {
    expect(status).toBe(index % 20 === winner ? 200 : 409)
  })
})
