import type { FoundPerson, Friend, Requester, SuggestedPerson } from '@covo/contract/friends/friends.routes'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({ limits: { friendRequests: { points: 500, seconds: 3600 } } })

/** A member of their own for one test, since friendships stay. */
const newcomer = (firstName: string) => app.newcomer(firstName)

function ask(from: Visitor, to: { uid: string }): Promise<Response> {
  return from.post('/api/friends/requests', { uid: to.uid })
}

function answer(by: Visitor, to: { uid: string }, how: 'accept' | 'reject'): Promise<Response> {
  return by.post(`/api/friends/requests/${to.uid}/${how}`)
}

async function people<Person>(visitor: Visitor, path: string): Promise<Person[]> {
  return (await visitor.read<{ people: Person[] }>(path)).people
}

const friendsOf = (member: Visitor, search = '') => people<Friend>(member, `/api/friends?search=${search}`)
const requestsOf = (member: Visitor) => people<Requester>(member, '/api/friends/requests')
const searchFor = (member: Visitor, query: string) =>
  people<FoundPerson>(member, `/api/friends/search?query=${encodeURIComponent(query)}`)

const join = async (member: Visitor, { id }: { id: string }) =>
  expect((await member.put(`/api/events/${id}/participation`)).status).toBe(200)

const counts = (member: Visitor) => member.read('/api/friends/counts')

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
    expect(await counts(bea)).toEqual({ friends: 0, incomingRequests: 1, sentRequests: 0, isAlone: false })
    expect(await requestsOf(ada)).toEqual([])
    await stranger.watch('members:all')
    expect(stranger.received.some(({ type }) => type === 'friends.changed')).toBe(false)
  })

  it('is listed newest first, with the number of friends that the two share', async () => {
    const [ada, bea, cleo] = [await newcomer('Ada'), await newcomer('Bea'), await newcomer('Cleo')]
    const shared = await newcomer('Dora')
    for (const one of [ada, bea]) await befriend(one, shared)
    for (const sender of [bea, cleo]) await ask(sender, ada)
    expect((await requestsOf(ada)).map(({ uid, sharedFriends }) => [uid, sharedFriends])).toEqual([
      [cleo.uid, 0],
      [bea.uid, 1],
    ])
  })

  it('is listed with the number of events of both, of which the recipient may know', async () => {
    const [ada, bea, cleo] = [await newcomer('Ada'), await newcomer('Bea'), await newcomer('Cleo')]
    const shared = await createEvent(cleo)
    for (const one of [ada, bea]) await join(one, shared)
    await join(ada, await createEvent(bea))
    await join(bea, await createEvent(cleo))
    for (const sender of [bea, cleo]) await ask(sender, ada)
    const numbers = async () => (await requestsOf(ada)).map(({ uid, sharedEvents }) => [uid, sharedEvents])
    expect(await numbers()).toEqual([
      [cleo.uid, 1],
      [bea.uid, 2],
    ])
    await bea.put('/api/settings/privacy', { showParticipation: false })
    expect(await numbers()).toEqual([
      [cleo.uid, 1],
      [bea.uid, 1],
    ])
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
      expect(await counts(one)).toEqual({ friends: 1, incomingRequests: 0, sentRequests: 0, isAlone: false })
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
    expect(await counts(cleo)).toEqual({ friends: 0, incomingRequests: 1, sentRequests: 0, isAlone: false })
  })
})

describe('a request that was sent', () => {
  const sentOf = (member: Visitor) => people<Requester>(member, '/api/friends/requests/sent')
  const withdraw = (by: Visitor, to: { uid: string }) => by.delete(`/api/friends/requests/${to.uid}`)

  it('is listed to its sender with its time, the newest first, 20 at a time', async () => {
    const ada = await newcomer('Ada')
    const asked: string[] = []
    for (let index = 0; index < 22; index += 1) {
      const other = await newcomer('Bea')
      await ask(ada, other)
      asked.unshift(other.uid)
    }
    const first = await ada.read<{ people: Requester[]; nextCursor: string }>('/api/friends/requests/sent')
    const rest = await people<Requester>(ada, `/api/friends/requests/sent?cursor=${first.nextCursor}`)
    expect(first.people).toHaveLength(20)
    expect([...first.people, ...rest].map(({ uid }) => uid)).toEqual(asked)
    expect(Date.parse(first.people[0]?.requestedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(JSON.stringify(first)).not.toContain('@')
    expect(await counts(ada)).toEqual({ friends: 0, incomingRequests: 0, sentRequests: 22, isAlone: false })
  })

  it('withdrawn is gone on both sides, published to the two alone, and may be sent again', async () => {
    const [ada, bea, cleo] = [await newcomer('Ada'), await newcomer('Bea'), await newcomer('Cleo')]
    await ask(ada, bea)
    const [hers, stranger] = [app.live(bea), app.live(cleo)]
    await Promise.all([hers, stranger].map((tab) => tab.receive('live.welcome')))
    for (let time = 0; time < 2; time += 1) expect((await withdraw(ada, bea)).status).toBe(204)
    expect(await hers.receive('friends.changed')).toEqual({
      type: 'friends.changed',
      uid: ada.uid,
      relation: 'none',
    })
    expect([await sentOf(ada), await requestsOf(bea)]).toEqual([[], []])
    await stranger.watch('members:all')
    expect(stranger.received.some(({ type }) => type === 'friends.changed')).toBe(false)
    expect((await ask(ada, bea)).status).toBe(200)
  })

  it('is withdrawn by nobody but its sender, and not when it was accepted', async () => {
    const [ada, bea] = [await newcomer('Ada'), await newcomer('Bea')]
    await ask(ada, bea)
    expect((await withdraw(bea, ada)).status).toBe(204)
    expect(await requestsOf(bea)).toHaveLength(1)
    await answer(bea, ada, 'accept')
    const response = await withdraw(ada, bea)
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: 'friends.request_not_found' },
    ])
    expect(await friendsOf(ada)).toHaveLength(1)
  })

  it.each(['accept', 'cross'] as const)('reports to its sender by whom it was accepted (%s)', async (way) => {
    const [ada, bea] = [await newcomer('Ada'), await newcomer('Bea')]
    await ask(ada, bea)
    const [own, hers] = [app.live(ada), app.live(bea)]
    await Promise.all([own, hers].map((tab) => tab.receive('live.welcome')))
    await (way === 'accept' ? answer(bea, ada, 'accept') : ask(bea, ada))
    const isFriends = ({ relation }: { relation: string }) => relation === 'friends'
    const published = await own.receive('friends.changed', isFriends)
    expect(published).toEqual({
      type: 'friends.changed',
      uid: bea.uid,
      relation: 'friends',
      acceptedBy: bea.name,
    })
    expect(await hers.receive('friends.changed', isFriends)).not.toHaveProperty('acceptedBy')
  })
})

describe('a friend', () => {
  const remove = (by: Visitor, friend: { uid: string }) => by.delete(`/api/friends/${friend.uid}`)

  it('removed is none on either side, published to the two alone, and twice is once', async () => {
    const [ada, bea, cleo] = [await newcomer('Ada'), await newcomer('Bea'), await newcomer('Cleo')]
    await befriend(ada, bea)
    await befriend(bea, cleo)
    const [own, hers, another] = [app.live(ada), app.live(bea), app.live(cleo)]
    await Promise.all([own, hers, another].map((tab) => tab.receive('live.welcome')))
    for (let time = 0; time < 2; time += 1) expect((await remove(ada, bea)).status).toBe(204)
    for (const [tab, uid] of [
      [own, bea.uid],
      [hers, ada.uid],
    ] as const)
      expect(await tab.receive('friends.changed')).toEqual({ type: 'friends.changed', uid, relation: 'none' })
    expect([await friendsOf(ada), (await friendsOf(bea)).map(({ uid }) => uid)]).toEqual([[], [cleo.uid]])
    await another.watch('members:all')
    expect(another.received.some(({ type }) => type === 'friends.changed')).toBe(false)
    expect((await ask(ada, bea)).status).toBe(200)
  })

  it('removed can be read and not be written to, until the two are friends again', async () => {
    const [ada, bea] = [await newcomer('Ada'), await newcomer('Bea')]
    await befriend(ada, bea)
    const conversationId = await openPrivateChat(ada, bea)
    expect((await sendMessage(ada, conversationId, 'prima')).status).toBe(201)
    await remove(bea, ada)
    const textsOf = async (member: Visitor) =>
      (
        await member.read<{ messages: { text: string }[] }>(`/api/chat/${conversationId}/messages`)
      ).messages.map(({ text }) => text)
    const writingOf = async (member: Visitor) =>
      (await member.read<{ writing: string }>(`/api/chat/${conversationId}/partner`)).writing
    for (const member of [ada, bea]) {
      const refusal = await sendMessage(member, conversationId, 'dopo')
      expect([refusal.status, await refusal.json()]).toMatchObject([403, { code: 'chat.not_friends' }])
      expect([await textsOf(member), await writingOf(member)]).toEqual([['prima'], 'not_friends'])
    }
    await befriend(bea, ada)
    expect(await openPrivateChat(bea, ada)).toBe(conversationId)
    expect((await sendMessage(bea, conversationId, 'di nuovo')).status).toBe(201)
    expect([await textsOf(ada), await writingOf(ada)]).toEqual([['prima', 'di nuovo'], 'open'])
  })
})

describe('the search', () => {
  it('finds a part of name or email in any case, and answers no email', async () => {
    const [ada, bea] = [await newcomer('Zelda'), await newcomer('Yvonne')]
    for (const query of ['yvon', 'YVONNE', bea.email.slice(0, -3), ' vonne '])
      expect(await searchFor(ada, query)).toEqual([{ uid: bea.uid, displayName: bea.name, photoURL: '' }])
    for (const query of ['yv%ne', 'yv_nne', '%']) expect(await searchFor(ada, query)).toEqual([])
  })

  it('finds a name however its letters are composed, among friends too, and nobody by letters that none sees', async () => {
    const [ada, nico] = [await newcomer('Zelda'), await newcomer('Nicolo\u0300 Vento')]
    const typed = ['Nicol\u00f2', 'NICOLO\u0300', 'nicol\u00f2\u00a0vento', 'ni\u200bcol\u00f2']
    for (const query of typed) expect(await searchFor(ada, query)).toMatchObject([{ uid: nico.uid }])
    expect((await ada.fetch(`/api/friends/search?query=${encodeURIComponent('\u200b\u00ad')}`)).status).toBe(
      400,
    )
    await befriend(ada, nico)
    for (const query of typed)
      expect(await friendsOf(ada, encodeURIComponent(query))).toMatchObject([{ uid: nico.uid }])
  })

  it('finds nobody by an email that does not find them, whole or in part, and by their name as ever', async () => {
    const ada = await newcomer('Zelda')
    const shy = await register(app.origin, {
      name: 'Wanda Schiva',
      email: 'qwwq@covo.test.it',
      password: 'Tana-rossa1',
    })
    const queries = ['qwwq', 'qwwq@covo', 'qwwq@covo.test.it']
    for (const query of queries) expect(await searchFor(ada, query)).toMatchObject([{ uid: shy.uid }])
    await shy.put('/api/settings/privacy', { findableByEmail: false })
    for (const query of queries) expect(await searchFor(ada, query)).toEqual([])
    expect(await searchFor(ada, 'wanda sch')).toMatchObject([{ uid: shy.uid }])
  })

  it('finds one letter and two in any case, and takes no wildcards', async () => {
    const [ada, bea] = [await newcomer('Zelda'), await newcomer('Djxon')]
    const found = async (query: string) => (await searchFor(ada, query)).map(({ uid }) => uid)
    for (const query of ['jx', 'JX', 'xo']) expect(await found(query)).toEqual([bea.uid])
    expect(await found('X')).toContain(bea.uid)
    for (const query of ['xj', '%x', 'j_']) expect(await found(query)).toEqual([])
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
})

describe('the suggestions', () => {
  const suggested = async (member: Visitor) =>
    (await people<SuggestedPerson>(member, '/api/friends/suggestions')).map(
      ({ uid, sharedEvents, sharedEvent, citta }) => [uid, sharedEvents, sharedEvent?.title ?? null, citta],
    )
  const lives = async (member: Visitor, citta: string, audience: 'members' | 'friends') => {
    await member.put('/api/settings/privacy', { citta: audience })
    await member.fetch('/api/profiles/me', { method: 'PATCH', body: JSON.stringify({ citta }) })
  }
  const day = 86_400_000
  const eventIn = (owner: Member, title: string, days: number) =>
    createEvent(owner, {
      title,
      dateTime: new Date(Date.now() + days * day).toISOString(),
      deadline: new Date(Date.now() + (days + 1) * day).toISOString(),
    })

  it('are people of the own events and of the own city, with why, the closest first', async () => {
    const [me, owner] = [await newcomer('Io'), await newcomer('Chi organizza')]
    const [first, second] = [await eventIn(owner, 'Prima', 3), await eventIn(owner, 'Seconda', 4)]
    const [both, zoe, ada, neighbour, secret, elsewhere] = [
      await newcomer('Tutte e due'),
      await newcomer('Zoe'),
      await newcomer('Ada'),
      await newcomer('Vicina'),
      await newcomer('Segreta'),
      await newcomer('Altrove'),
    ]
    for (const member of [me, both]) for (const event of [first, second]) await join(member, event)
    for (const member of [zoe, ada]) await join(member, first)
    await join(elsewhere, await eventIn(owner, 'Un’altra', 5))
    expect(await suggested(me)).toEqual([
      [both.uid, 2, 'Seconda', null],
      [ada.uid, 1, 'Prima', null],
      [zoe.uid, 1, 'Prima', null],
    ])
    for (const [member, city, audience] of [
      [me, 'Ferrara Nuova', 'friends'],
      [zoe, 'ferrara nuova', 'members'],
      [neighbour, 'FERRARA nuova', 'members'],
      [secret, 'Ferrara Nuova', 'friends'],
      [elsewhere, 'Ferrara', 'members'],
    ] as const)
      await lives(member, city, audience)
    expect(await suggested(me)).toEqual([
      [both.uid, 2, 'Seconda', null],
      [zoe.uid, 1, 'Prima', 'ferrara nuova'],
      [ada.uid, 1, 'Prima', null],
      [neighbour.uid, 0, null, 'FERRARA nuova'],
    ])
    expect(await suggested(elsewhere)).toEqual([])
  })

  it('leave out friends, requests, blocks, who hides, who waits, and who cannot sign in', async () => {
    const me = await newcomer('Io')
    const event = await createEvent(await newcomer('Chi organizza'), { capacity: 12 })
    await join(me, event)
    const someone = async () => {
      const member = await newcomer('Qualcuno')
      await join(member, event)
      return member
    }
    const [friend, asked, asking, blocked, blocking, unseen, unfindable, suspended, closed, free] = [
      await someone(),
      await someone(),
      await someone(),
      await someone(),
      await someone(),
      await someone(),
      await someone(),
      await someone(),
      await someone(),
      await someone(),
    ]
    await someone()
    const waiting = await someone()
    await befriend(me, friend)
    await ask(me, asked)
    await ask(asking, me)
    await me.put(`/api/blocks/${blocked.uid}`)
    await blocking.put(`/api/blocks/${me.uid}`)
    await unseen.put('/api/settings/privacy', { showParticipation: false })
    await unfindable.put('/api/settings/privacy', { findableByEmail: false })
    const change = (member: Member, values: object) =>
      app.database.updateTable('users').set(values).where('id', '=', member.uid).execute()
    await change(suspended, { suspended_until: new Date(Date.now() + day) })
    await change(closed, { deletion_at: new Date(Date.now() + day) })
    const uids = (await suggested(me)).map(([uid]) => uid)
    expect(uids).toContain(free.uid)
    expect(uids).not.toContain(waiting.uid)
    expect(uids).toHaveLength(2)
  })

  it('are six at most, and count as people who were found', async () => {
    const limited = await newcomer('Io')
    const event = await createEvent(await newcomer('Chi organizza'))
    await join(limited, event)
    for (let index = 0; index < 8; index += 1) await join(await newcomer('Chi viene'), event)
    const first = await suggested(limited)
    expect(first).toHaveLength(6)
    const found = await app.database
      .selectFrom('people_found')
      .select('person_id')
      .where('viewer_id', '=', limited.uid)
      .execute()
    expect(found.map(({ person_id }) => person_id).toSorted()).toEqual(first.map(([uid]) => uid).toSorted())
    const earlier = Array.from({ length: 480 - 6 }, () => ({
      viewer_id: limited.uid,
      person_id: crypto.randomUUID(),
      by_email: false,
    }))
    await app.database.insertInto('people_found').values(earlier).execute()
    expect(await suggested(limited)).toEqual(first)
    const [{ uid = '' } = {}] = await people<SuggestedPerson>(limited, '/api/friends/suggestions')
    await limited.put(`/api/blocks/${uid}`)
    expect((await suggested(limited)).map(([other]) => other)).toEqual(first.slice(1).map(([other]) => other))
  })
})

describe('the list of friends', () => {
  it('is ordered by name and filtered by a part of name or email', async () => {
    const me = await newcomer('Ursula')
    for (const name of ['Teo', 'Bice', 'Nino']) await befriend(me, await newcomer(name))
    const names = (await friendsOf(me)).map(({ displayName }) => displayName.split(' ')[0])
    expect(names).toEqual(['Bice', 'Nino', 'Teo'])
    expect(await friendsOf(me, 'BICE')).toHaveLength(1)
    expect(await friendsOf(me, 'esempio.it')).toHaveLength(3)
    expect(await friendsOf(me, 'nessuno')).toEqual([])
  })

  it('has the email of nobody who does not show it, and does not find them by it', async () => {
    const [me, shy] = [await newcomer('Uberto'), await newcomer('Riserva')]
    await befriend(me, shy)
    const [{ email = '' } = {}] = await friendsOf(me)
    expect(email).toContain('@')
    await shy.put('/api/settings/privacy', { emailToFriends: false })
    expect(await friendsOf(me)).toMatchObject([{ uid: shy.uid, email: '' }])
    for (const part of [email, 'esempio.it']) expect(await friendsOf(me, part)).toEqual([])
    expect(await friendsOf(me, 'riserva')).toHaveLength(1)
  })
})
