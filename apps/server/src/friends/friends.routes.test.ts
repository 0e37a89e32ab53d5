import type { FoundPerson, Friend, Requester } from '@covo/contract/friends/friends.routes'
import { befriend } from '@covo/testing/member-actions'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({ limits: { friendRequests: { points: 500, seconds: 3600 } } })

let made = 0

/** A member of their own for one test, since friendships stay. */
async function newcomer(name: string): Promise<Member> {
  made += 1
  return await register(app.origin, {
    name: `${name} ${made}`,
    email: `${name.toLowerCase()}${made}@covo.test.it`,
    password: 'Tana-rossa1',
  })
}

function ask(from: Visitor, to: { uid: string }): Promise<Response> {
  return from.post('/api/friends/requests', { uid: to.uid })
}

function answer(by: Visitor, to: { uid: string }, how: 'accept' | 'reject'): Promise<Response> {
  return by.post(`/api/friends/requests/${to.uid}/${how}`)
}

async function people<Person>(visitor: Visitor, path: string): Promise<Person[]> {
  const response = await visitor.fetch(path)
  expect(response.status).toBe(200)
  return ((await response.json()) as { people: Person[] }).people
}

const friendsOf = (member: Visitor, search = '') => people<Friend>(member, `/api/friends?search=${search}`)
const requestsOf = (member: Visitor) => people<Requester>(member, '/api/friends/requests')
const searchFor = (member: Visitor, query: string) =>
  people<FoundPerson>(member, `/api/friends/search?query=${encodeURIComponent(query)}`)

async function counts(member: Visitor): Promise<unknown> {
  return await (await member.fetch('/api/friends/counts')).json()
}

describe('a request', () => {
  it('shows to the recipient, without the email, and publishes to the two alone', async () => {
    const [ada, bea, cleo] = [await newcomer('Ada'), await newcomer('Bea'), await newcomer('Cleo')]
    const [hers, stranger] = [app.live(bea), app.live(cleo)]
    await Promise.all([hers, stranger].map((tab) => tab.receive('live.welcome')))
    const response = await ask(ada, bea)
    expect([response.status, await response.json()]).toEqual([200, { relation: 'requested' }])
    const news = await hers.receive('friends.changed')
    expect(news).toEqual({ type: 'friends.changed', uid: ada.uid, relation: 'requested' })
    const [request] = await requestsOf(bea)
    expect(request).toMatchObject({ uid: ada.uid, photoURL: '' })
    expect(JSON.stringify(request)).not.toContain('@')
    expect(await counts(bea)).toEqual({ friends: 0, incomingRequests: 1 })
    expect(await requestsOf(ada)).toEqual([])
    await stranger.watch('members:all')
    expect(stranger.received.some(({ type }) => type === 'friends.changed')).toBe(false)
  })

  it('accepted makes both friends, who see each other’s email; accepted again changes nothing', async () => {
    const [ada, bea] = [await newcomer('Ada'), await newcomer('Bea')]
    await befriend(ada, bea)
    expect((await answer(bea, ada, 'accept')).status).toBe(204)
    for (const [one, other] of [
      [ada, bea],
      [bea, ada],
    ] as const) {
      expect(await friendsOf(one)).toEqual([
        expect.objectContaining({ uid: other.uid, email: expect.any(String) }),
      ])
      expect(await requestsOf(one)).toEqual([])
      expect(await counts(one)).toEqual({ friends: 1, incomingRequests: 0 })
    }
  })

  it('rejected is gone on both sides, and may be sent again', async () => {
    const [ada, bea] = [await newcomer('Ada'), await newcomer('Bea')]
    await ask(ada, bea)
    expect((await answer(bea, ada, 'reject')).status).toBe(204)
    expect((await answer(bea, ada, 'reject')).status).toBe(204)
    expect(await requestsOf(bea)).toEqual([])
    expect(await friendsOf(bea)).toEqual([])
    expect((await ask(ada, bea)).status).toBe(200)
  })

  it('that crosses another makes friends', async () => {
    const [ada, bea] = [await newcomer('Ada'), await newcomer('Bea')]
    await ask(ada, bea)
    const response = await ask(bea, ada)
    expect(await response.json()).toEqual({ relation: 'friends' })
    expect(await friendsOf(ada)).toHaveLength(1)
  })

  it('is refused to oneself, to friends, twice, to an unknown member, and to visitors', async () => {
    const [ada, bea, cleo] = [await newcomer('Ada'), await newcomer('Bea'), await newcomer('Cleo')]
    await befriend(ada, bea)
    await ask(ada, cleo)
    const nobody = { uid: '00000000-0000-4000-8000-000000000000' }
    for (const [recipient, status, code] of [
      [ada, 422, 'friends.request_to_self'],
      [bea, 409, 'friends.already_friends'],
      [cleo, 409, 'friends.request_already_sent'],
      [nobody, 404, 'friends.member_not_found'],
    ] as const) {
      const response = await ask(ada, recipient)
      expect([response.status, await response.json()]).toMatchObject([status, { code }])
    }
    expect((await ask(app.visit(), cleo)).status).toBe(401)
    expect(await counts(cleo)).toEqual({ friends: 0, incomingRequests: 1 })
  })

  it('can’t be answered by anybody but its recipient', async () => {
    const [ada, bea, cleo] = [await newcomer('Ada'), await newcomer('Bea'), await newcomer('Cleo')]
    await ask(ada, bea)
    for (const who of [ada, cleo]) {
      const response = await answer(who, who === ada ? bea : ada, 'accept')
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { code: 'friends.request_not_found' },
      ])
    }
    expect(await counts(bea)).toEqual({ friends: 0, incomingRequests: 1 })
    expect(await counts(cleo)).toEqual({ friends: 0, incomingRequests: 0 })
  })
})

describe('the search', () => {
  it('finds a part of name or email in any case, and answers no email', async () => {
    const [ada, bea] = [await newcomer('Zelda'), await newcomer('Yvonne')]
    for (const query of ['yvon', 'YVONNE', `yvonne${made}@covo`, ' vonne '])
      expect(await searchFor(ada, query)).toEqual([
        { uid: bea.uid, displayName: `Yvonne ${made}`, photoURL: '' },
      ])
    for (const query of ['yv%ne', 'yv_nne', '%']) expect(await searchFor(ada, query)).toEqual([])
  })

  it('leaves out oneself, friends, and requests in either direction', async () => {
    const me = await newcomer('Xenia')
    const others = [
      await newcomer('Xenia'),
      await newcomer('Xenia'),
      await newcomer('Xenia'),
      await newcomer('Xenia'),
    ]
    const [friend, asked, asking, free] = others
    if (!friend || !asked || !asking || !free) throw new Error('somebody is missing')
    await befriend(me, friend)
    await ask(me, asked)
    await ask(asking, me)
    expect((await searchFor(me, 'xenia')).map(({ uid }) => uid)).toEqual([free.uid])
  })

  it('answers 20 at a time, without a hole or a double', async () => {
    const me = await newcomer('Wanda')
    const expected = new Set<string>()
    for (let index = 0; index < 25; index += 1) expected.add((await newcomer('Quirino')).uid)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const response = await me.fetch(`/api/friends/search?query=quirino${cursor ? `&cursor=${cursor}` : ''}`)
      const page = (await response.json()) as { people: FoundPerson[]; nextCursor: string | null }
      expect(page.people.length).toBeLessThanOrEqual(20)
      seen.push(...page.people.map(({ uid }) => uid))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(25)
    expect(new Set(seen)).toEqual(expected)
  })

  it.each(['', '   ', 'a'.repeat(201)])('refuses the query «%s»', async (query) => {
    const response = await (await app.as('anna')).fetch(
      `/api/friends/search?query=${encodeURIComponent(query)}`,
    )
    expect(response.status).toBe(400)
  })
})

describe('the list of friends', () => {
  it('is ordered by name and filtered by a part of name or email', async () => {
    const me = await newcomer('Ursula')
    for (const name of ['Teo', 'Bice', 'Nino']) await befriend(me, await newcomer(name))
    const names = (await friendsOf(me)).map(({ displayName }) => displayName.split(' ')[0])
    expect(names).toEqual(['Bice', 'Nino', 'Teo'])
    expect(await friendsOf(me, 'BICE')).toHaveLength(1)
    expect(await friendsOf(me, 'covo.test')).toHaveLength(3)
    expect(await friendsOf(me, 'nessuno')).toEqual([])
  })
})
