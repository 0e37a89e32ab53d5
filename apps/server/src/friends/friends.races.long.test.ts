import type { Friend, Requester } from '@covo/contract/friends/friends.routes'
import { figure, repetitions } from '@covo/testing/figure'
import { type Member, visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

/** Members enough for the pairs: 11 * 10 / 2 = 55, 46 * 45 / 2 = 1035. */
const memberCount = repetitions('R-10', 11, 46)
const pairCount = repetitions('R-10', 48, 1000)

/** Twelve mixes of requests and answers that a pair sends at one instant. */
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
  (one, other) => [accept(other, one), remove(one, other), remove(other, one)],
  (one, other) => [accept(other, one), withdraw(one, other)],
  (one, other) => [withdraw(one, other), ask(other, one), reject(other, one)],
  (one, other) => [accept(other, one), withdraw(one, other), remove(other, one), ask(one, other)],
]

function ask(from: Member, { uid }: Member): Promise<Response> {
  return from.post('/api/friends/requests', { uid })
}

function accept(by: Member, { uid }: Member): Promise<Response> {
  return by.post(`/api/friends/requests/${uid}/accept`)
}

function reject(by: Member, { uid }: Member): Promise<Response> {
  return by.post(`/api/friends/requests/${uid}/reject`)
}

function withdraw(by: Member, { uid }: Member): Promise<Response> {
  return by.delete(`/api/friends/requests/${uid}`)
}

function remove(by: Member, { uid }: Member): Promise<Response> {
  return by.delete(`/api/friends/${uid}`)
}

/** Everybody of one of the member's lists, page by page. */
async function readPeople<Person extends Friend | Requester>(
  member: Member,
  path: string,
): Promise<Person[]> {
  const people: Person[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await member.fetch(`${path}${cursor && `?cursor=${encodeURIComponent(cursor)}`}`)
    const page = (await answer.json()) as { people: Person[]; nextCursor: string | null }
    people.push(...page.people)
    cursor = page.nextCursor
  }
  return people
}

function countRepeated(names: string[]): number {
  return names.length - new Set(names).size
}

it('leaves no half friendship among pairs that request, cross, accept and reject at once (R-10)', async () => {
  const origins = [app.origin, await app.startAnother()]
  // Half of them at another server: what happens to a pair happens at two.
  const members = (await app.members(memberCount)).map(({ uid, cookie }, index) => ({
    ...visit(origins[index % 2] ?? '', { cookie: cookie() }),
    uid,
  }))
  const pairs = members
    .flatMap((one, index) => members.slice(index + 1).map((other) => [one, other] as const))
    .slice(0, pairCount)

  const answers: Response[] = []
  const startedAt = performance.now()
  for (let start = 0; start < pairCount; start += 24) {
    const some = pairs.slice(start, start + 24).map((pair, index) => ({ pair, way: index % ways.length }))
    // The first two ways begin with nothing; the others with a request that waits.
    const asked = await Promise.all(
      some.filter(({ way }) => way > 1).map(({ pair: [one, other] }) => ask(one, other)),
    )
    expect(asked.every(({ status }) => status === 200)).toBe(true)
    answers.push(
      ...(await Promise.all(some.flatMap(({ pair: [one, other], way }) => ways[way]?.(one, other) ?? []))),
    )
  }
  const seconds = (performance.now() - startedAt) / 1000

  const friends: string[] = []
  const waiting: string[] = []
  for (const member of members) {
    const ownFriends = await readPeople<Friend>(member, '/api/friends')
    const ownRequests = await readPeople<Requester>(member, '/api/friends/requests')
    friends.push(...ownFriends.map(({ uid }) => `${member.uid} ${uid}`))
    waiting.push(...ownRequests.map(({ uid }) => `${uid} ${member.uid}`))
    const counts = await (await member.fetch('/api/friends/counts')).json()
    expect(counts).toMatchObject({ friends: ownFriends.length, incomingRequests: ownRequests.length })
  }
  const [sides, requests] = [new Set(friends), new Set(waiting)]
  const reversed = (pair: string) => pair.split(' ').toReversed().join(' ')
  const faults = {
    asymmetric: [...sides].filter((pair) => !sides.has(reversed(pair))).length,
    // A request between friends, or one that crosses another.
    leftovers: [...requests].filter((pair) => sides.has(pair) || requests.has(reversed(pair))).length,
    duplicates: countRepeated(friends) + countRepeated(waiting),
    failed: answers.filter(({ status }) => status >= 500).length,
  }
  figure(
    'R-10',
    `${pairCount} pairs at two servers, ${answers.length} requests and answers in ${ways.length} ways at once in ${seconds.toFixed(1)} s, ${sides.size / 2} friendships: ${JSON.stringify(faults)}`,
  )
  expect(faults).toEqual({ asymmetric: 0, leftovers: 0, duplicates: 0, failed: 0 })

  // Crossing requests and a request with its acceptance always end in friendship, asking or rejecting twice never.
  pairs.forEach(([one, other], index) => {
    const way = index % ways.length
    const areFriends = sides.has(`${one.uid} ${other.uid}`)
    const isAsked = requests.has(`${one.uid} ${other.uid}`) || requests.has(`${other.uid} ${one.uid}`)
    if (way === 0 || way === 2 || way === 5) expect([areFriends, isAsked]).toEqual([true, false])
    if (way === 1) expect([areFriends, isAsked]).toEqual([false, true])
    if (way === 4) expect([areFriends, isAsked]).toEqual([false, false])
  })
})
