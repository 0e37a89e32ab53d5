import { randomUUID } from 'node:crypto'
import { type Member, register } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({ limits: { friendRequests: { points: 100_000, seconds: 1 } } })

/** Members enough for a thousand pairs: 46 * 45 / 2 = 1035. */
const memberCount = 46
const pairCount = 1000

/** What happens to a pair at one instant, in eight ways. */
const ways: ((one: Member, other: Member) => Promise<Response>[])[] = [
  (one, other) => [ask(one, other), ask(other, one)],
  (one, other) => [ask(one, other), ask(one, other)],
  (one, other) => [accept(other, one), accept(other, one)],
  (one, other) => [accept(other, one), reject(other, one)],
  (one, other) => [reject(other, one), reject(other, one)],
  (one, other) => [accept(other, one), ask(other, one)],
  (one, other) => [reject(other, one), ask(other, one)],
  (one, other) => [
    accept(other, one),
    accept(other, one),
    reject(other, one),
    ask(other, one),
    ask(one, other),
  ],
]

function ask(from: Member, { uid }: Member): Promise<Response> {
  return from.fetch('/api/friends/requests', { method: 'POST', body: JSON.stringify({ uid }) })
}

function accept(by: Member, { uid }: Member): Promise<Response> {
  return by.fetch(`/api/friends/requests/${uid}/accept`, { method: 'POST' })
}

function reject(by: Member, { uid }: Member): Promise<Response> {
  return by.fetch(`/api/friends/requests/${uid}/reject`, { method: 'POST' })
}

it('leaves no half friendship among 1000 pairs that request, cross, accept and reject at once (R-10)', async () => {
  const members = await Promise.all(
    Array.from({ length: memberCount }, (_, index) =>
      register(app.origin, {
        name: `socia numero ${index}`,
        email: `${randomUUID()}@esempio.it`,
        password: 'Tana-rossa1',
      }),
    ),
  )
  const pairs = members.flatMap((one, index) =>
    members.slice(index + 1).map((other) => [one, other] as const),
  )

  // The first two ways begin with nothing; the others with a request that waits.
  for (const [index, [one, other]] of pairs.slice(0, pairCount).entries()) {
    if (index % ways.length > 1) expect((await ask(one, other)).status).toBe(200)
  }
  const statuses: number[] = []
  for (let start = 0; start < pairCount; start += 50) {
    const answers = pairs
      .slice(start, start + 50)
      .flatMap(([one, other], index) => ways[(start + index) % ways.length]?.(one, other) ?? [])
    statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([])

  const friendships = await app.database.selectFrom('friendships').select(['user_id', 'friend_id']).execute()
  const sides = new Set(friendships.map((row) => `${row.user_id} ${row.friend_id}`))
  const halves = friendships.filter((row) => !sides.has(`${row.friend_id} ${row.user_id}`))
  expect(halves).toEqual([])
  const requests = await app.database
    .selectFrom('friend_requests')
    .select(['sender_id', 'recipient_id'])
    .execute()
  expect(requests.filter((row) => sides.has(`${row.sender_id} ${row.recipient_id}`))).toEqual([])
  const waiting = new Set(requests.map((row) => `${row.sender_id} ${row.recipient_id}`))
  expect(requests.filter((row) => waiting.has(`${row.recipient_id} ${row.sender_id}`))).toEqual([])

  // Crossing requests and a request with its acceptance always end in friendship.
  pairs.slice(0, pairCount).forEach(([one, other], index) => {
    const way = index % ways.length
    const areFriends = sides.has(`${one.uid} ${other.uid}`)
    if (way === 0 || way === 2 || way === 5) expect(areFriends).toBe(true)
    if (way === 1 || way === 4) expect(areFriends).toBe(false)
  })
})
