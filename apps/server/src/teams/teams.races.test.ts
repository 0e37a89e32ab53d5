import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { teamRoomId } from '@covo/contract/chat/chat.rules'
import type { NotificationPage } from '@covo/contract/notifications/notifications.routes'
import type { Team } from '@covo/contract/teams/teams.routes'
import { figure, repetitions } from '@covo/testing/figure'
import { createEvent, sendMessage } from '@covo/testing/member-actions'
import { type Member, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeTeam, renewCode } from '../../test/make-team.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { eraseDueAccount } from '../deletion/erase-due-accounts.ts'

/** Each member at one of two processes. */
const app = runTestApp({ limits: unlimited, connections: 12 })
const rounds = repetitions('R-25', 6, 60)

let origins: string[]
let people: Member[]

beforeAll(async () => {
  origins = [app.origin, await app.startAnother()]
  people = (await app.members(60)).map((member, place) => ({
    ...visit(origins[place % 2] ?? '', { cookie: member.cookie() }),
    uid: member.uid,
  }))
})

/** What no commit may leave, each with its teams. */
const broken = sql<{ fault: string; id: string }>`
  select 'no captain among its members' as fault, id from teams where not exists (
    select from memberships where conversation_id = teams.conversation_id and user_id = captain_id
  )
  union all select 'wrong count', id from teams
  where members <> (select count(*) from memberships where conversation_id = teams.conversation_id)
  union all select 'too many', id from teams where members > maximum
  union all select 'members of no team', substr(conversation_id, 9)::uuid from memberships
  where conversation_id like 'squadra-%' and not exists (
    select from teams where teams.conversation_id = memberships.conversation_id
  )
  union all select 'asks and is in it', team_id from team_candidates where exists (
    select from memberships
    where conversation_id = 'squadra-' || team_id and memberships.user_id = team_candidates.user_id
  )
  union all select 'plays outside entry, membership and participation', team_id from team_lineups as playing where not exists (
    select from team_entries as entry
    join memberships on memberships.conversation_id = 'squadra-' || entry.team_id
    join event_participants as part on part.event_id = entry.event_id and part.user_id = memberships.user_id
    where entry.event_id = playing.event_id and entry.team_id = playing.team_id
      and memberships.user_id = playing.user_id and part.state = 'joined'
  )
  union all select 'more play than may', team_id from team_lineups join events on events.id = event_id
  group by team_id, events.id having count(*) > team_size
  union all select 'plays and looks for a team', event_id from team_lineups join event_seekers using (event_id, user_id)`

let looking = false
let reader: Promise<object[]>
let looks = 0

/** Reads what is committed while the requests run, again and again. */
beforeEach(() => {
  looking = true
  reader = (async () => {
    const faults: object[] = []
    while (looking) {
      faults.push(...(await broken.execute(app.database)).rows)
      looks += 1
    }
    return faults
  })()
})

afterEach(async () => {
  looking = false
  expect(await reader).toEqual([])
  figure('R-25', `${looks} looks at what was committed beside the races of teams: 0 broken invariants`)
})

const ask = (member: Member, id: string) => member.post(`/api/teams/${id}/requests`, { text: '' })
const accept = (captain: Member, id: string, { uid }: Member) =>
  captain.post(`/api/teams/${id}/requests/${uid}/accept`)
const remove = (by: Member, id: string, { uid }: Member) => by.delete(`/api/teams/${id}/members/${uid}`)
const nameCaptain = (by: Member, id: string, { uid }: Member) => by.put(`/api/teams/${id}/captain`, { uid })
const join = (member: Member, code: string) => member.post('/api/teams/join', { code })
const statuses = (answers: Response[]) => answers.map(({ status }) => status).toSorted()

/** Ends a team that a race has left, so that nobody is in twenty. */
async function endTeam(id: string): Promise<void> {
  const { members = [] } = (await stateOf(id)) ?? {}
  for (const member of people.filter(({ uid }) => members.includes(uid))) await remove(member, id, member)
}

async function stateOf(id: string) {
  const { rows } = await sql<{ captain: string; members: string[] }>`
    select captain_id as captain, array(
      select user_id::text from memberships where conversation_id = teams.conversation_id order by since, user_id
    ) as members from teams where id = ${id}`.execute(app.database)
  return rows[0]
}

const pick = (count: number, from = 0) => people.slice(from, from + count) as [Member, Member, Member, Member]

it('lets one of fifty in at the last place, by requests, invitations and a code at once (R-25)', async () => {
  const [captain] = pick(1)
  const others = people.slice(1, 51)
  const { id, code } = await makeTeam([captain], { maximum: 2 })
  const [asking, invited, coded] = [others.slice(0, 17), others.slice(17, 34), others.slice(34)]
  await Promise.all(asking.map((member) => ask(member, id)))
  await Promise.all(invited.map(({ uid }) => captain.put(`/api/teams/${id}/invited/${uid}`)))
  const answers = await Promise.all([
    ...asking.map((member) => accept(captain, id, member)),
    ...invited.map((member) => member.post(`/api/teams/${id}/invited/accept`)),
    ...coded.map((member) => join(member, code)),
  ])
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(49)
  for (const answer of refused) expect(await answer.json()).toMatchObject({ code: 'teams.full' })
  expect((await stateOf(id))?.members).toHaveLength(2)
  await endTeam(id)
})

it('hands over while the captain and the next leave at once (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const members = pick(4)
    const { id } = await makeTeam(members)
    const [captain, next, third] = members
    expect(statuses(await Promise.all([remove(captain, id, captain), remove(next, id, next)]))).toEqual([
      204, 204,
    ])
    expect((await stateOf(id))?.captain).toBe(third.uid)
    await endTeam(id)
  }
})

it('leaves nothing of a team that all twenty leave at once (R-25)', async () => {
  const members = people.slice(0, 20)
  const { id } = await makeTeam(members)
  const answers = await Promise.all(members.map((member) => remove(member, id, member)))
  expect(new Set(statuses(answers))).toEqual(new Set([204]))
  expect(await stateOf(id)).toBeUndefined()
  const { rows } = await sql`select from memberships where conversation_id = ${teamRoomId(id)}`.execute(
    app.database,
  )
  expect(rows).toHaveLength(0)
})

it.each([
  ['is removed', ({ id, captain, named }: Named) => remove(captain, id, named)],
  ['leaves', ({ id, named }: Named) => remove(named, id, named)],
])('names a captain while the named one %s (R-25)', async (_, leave) => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain, named, other] = pick(3)
    const { id } = await makeTeam([captain, named, other])
    const [naming, leaving] = await Promise.all([
      nameCaptain(captain, id, named),
      leave({ id, captain, named }),
    ])
    expect([204, 404]).toContain(naming.status)
    expect([204, 403]).toContain(leaving.status)
    const state = await stateOf(id)
    // Removed before it was named, or named before it left: a removal of the captain is refused.
    if (leaving.status === 204) expect(state?.members).toEqual([captain.uid, other.uid])
    else expect(state?.captain).toBe(named.uid)
    await endTeam(id)
  }
})

type Named = { id: string; captain: Member; named: Member }

it('names a captain while the named one is erased (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain] = pick(1)
    const named = await app.newcomer()
    const { id } = await makeTeam([captain, named])
    await sql`update users set deletion_at = now() where id = ${named.uid}`.execute(app.database)
    const [naming, erased] = await Promise.all([
      nameCaptain(captain, id, named),
      eraseDueAccount(app.database, async () => {}),
    ])
    expect([204, 404]).toContain(naming.status)
    if (erased === named.uid)
      expect(await stateOf(id)).toEqual({ captain: captain.uid, members: [captain.uid] })
    await expect.poll(() => stateOf(id)).toEqual({ captain: captain.uid, members: [captain.uid] })
    await endTeam(id)
  }
})

it('lets one follow an absent captain, of two at once (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain, one, other] = pick(3)
    const { id } = await makeTeam([captain, one, other])
    await sql`
      update memberships set opened_on = current_date - 31
      where conversation_id = ${teamRoomId(id)} and user_id = ${captain.uid}`.execute(app.database)
    const answers = await Promise.all([nameCaptain(one, id, one), nameCaptain(other, id, other)])
    expect(statuses(answers)).toEqual([204, 403])
    expect((await stateOf(id))?.captain).toBe(one.uid)
    await endTeam(id)
  }
})

it('lets a member in once, by two tabs, a request and a code at once, and tells them once (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain] = pick(1)
    const entering = await app.newcomer()
    const elsewhere = { ...visit(origins[1] ?? '', { cookie: entering.cookie() }), uid: entering.uid }
    const { id, code } = await makeTeam([captain])
    await ask(entering, id)
    const answers = await Promise.all([
      join(entering, code),
      join(elsewhere, code),
      accept(captain, id, entering),
      join(entering, code),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, expect.toBeOneOf([204, 404]), 200])
    expect((await stateOf(id))?.members).toEqual([captain.uid, entering.uid])
    const { notifications } = await entering.read<NotificationPage>('/api/notifications')
    expect(notifications.map(({ kind }) => kind)).toEqual(answers[2]?.status === 204 ? ['team_joined'] : [])
    await endTeam(id)
  }
})

it('lets nobody in by a code after the answer that made another (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain] = pick(1)
    const { id, code } = await makeTeam([captain])
    const using = people.slice(1, 9)
    const [renewed, ...answers] = await Promise.all([
      renewCode(captain, id),
      ...using.map((member) => join(member, code)),
    ])
    const inside = (await stateOf(id))?.members.length
    expect(answers.every(({ status }) => status === 200 || status === 410)).toBe(true)
    expect(inside).toBe(1 + answers.filter(({ status }) => status === 200).length)
    expect((await join(people[10] as Member, code)).status).toBe(410)
    expect((await join(people[10] as Member, renewed)).status).toBe(200)
    await endTeam(id)
  }
})

it.each([
  ['leaves', ({ id, named }: Named) => remove(named, id, named)],
  ['is removed', ({ id, captain, named }: Named) => remove(captain, id, named)],
])('stores each message of who %s once and before that, or refuses it (R-25)', async (_, leave) => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain, named] = pick(2)
    const { id } = await makeTeam([captain, named])
    const room = teamRoomId(id)
    const sending = Array.from({ length: 20 }, (__, number) => sendMessage(named, room, String(number)))
    const headAfter = leave({ id, captain, named }).then(
      async () => (await captain.read<MessagePage>(`/api/chat/${room}/messages`)).head,
    )
    const answers = await Promise.all(sending)
    const stored = answers.filter(({ status }) => status === 201)
    expect(new Set(statuses(answers))).toEqual(
      new Set(stored.length === 20 ? [201] : stored.length ? [201, 404] : [404]),
    )
    expect(await headAfter).toBe(stored.length)
    const { messages } = await captain.read<MessagePage>(`/api/chat/${room}/messages`)
    expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((__, place) => place + 1))
    await endTeam(id)
  }
})

it('has a block hold after its answer, while a request is accepted (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain, asking] = [await app.newcomer(), await app.newcomer()]
    const { id } = await makeTeam([captain])
    await ask(asking, id)
    const isIn = async () => (await stateOf(id))?.members.includes(asking.uid)
    const [accepted, wasIn] = await Promise.all([
      accept(captain, id, asking),
      asking.put(`/api/blocks/${captain.uid}`).then(isIn),
    ])
    expect([204, 404]).toContain(accepted.status)
    // Nobody comes in after the block's answer.
    expect([wasIn, await isIn()]).toEqual([accepted.status === 204, accepted.status === 204])
    expect((await accept(captain, id, asking)).status).toBe(404)
    await endTeam(id)
  }
})

it('refuses within a second who is removed while their socket subscribes (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain, leaving] = pick(2)
    const { id } = await makeTeam([captain, leaving])
    const topic = `chat:${teamRoomId(id)}`
    const tab = app.live(leaving)
    await tab.receive('live.welcome')
    const removed = remove(captain, id, leaving).then(() => performance.now())
    tab.socket.send(JSON.stringify({ type: 'watch', topic }))
    await tab.receive('live.refused', (news) => news.topic === topic)
    expect(performance.now() - (await removed)).toBeLessThan(1000)
    await sendMessage(captain, teamRoomId(id), 'dopo')
    await tab.watch('events:all')
    expect(tab.received.some(({ type }) => type === 'chat.message_sent')).toBe(false)
    tab.close()
    await endTeam(id)
  }
})

const enter = (by: Member, id: string, event: string) => by.put(`/api/teams/${id}/events/${event}`)
const play = (by: Member, id: string, event: string) => by.put(`/api/teams/${id}/events/${event}/lineup`)
const leaveEvent = (by: Member, event: string) => by.delete(`/api/events/${event}/participation`)

/** A hackathon of one of the people, in which these take part. */
async function makeEvent(participants: Member[]): Promise<string> {
  const { id } = await createEvent(people[59] as Member, { category: 'hackathon' })
  for (const member of participants)
    expect((await member.put(`/api/events/${id}/participation`)).status).toBe(200)
  return id
}

async function lineupsOf(event: string): Promise<{ team: string; uid: string }[]> {
  const { rows } = await sql<{ team: string; uid: string }>`
    select team_id as team, user_id as uid from team_lineups where event_id = ${event}`.execute(app.database)
  return rows
}

it('has a member play for one of two teams at once, and not look for one any more (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [player] = pick(1)
    const event = await makeEvent([player])
    const [one, other] = [await makeTeam([player]), await makeTeam([player])]
    for (const { id } of [one, other]) await enter(player, id, event)
    const elsewhere = visit(origins[1] ?? '', { cookie: player.cookie() })
    const answers = await Promise.all([
      play(player, one.id, event),
      elsewhere.put(`/api/teams/${other.id}/events/${event}/lineup`),
      elsewhere.put(`/api/events/${event}/looking`, { text: '' }),
    ])
    expect(statuses(answers.slice(0, 2))).toEqual([204, 409])
    expect([204, 409]).toContain(answers[2]?.status)
    const winner = answers[0]?.status === 204 ? one : other
    expect(await lineupsOf(event)).toEqual([{ team: winner.id, uid: player.uid }])
    for (const { id } of [one, other]) await endTeam(id)
  }
})

type Leaving = { id: string; event: string; captain: Member; player: Member }

it.each([
  ['they leave the event', ({ event, player }: Leaving) => leaveEvent(player, event)],
  ['they leave the team', ({ id, player }: Leaving) => remove(player, id, player)],
  ['they are removed', ({ id, captain, player }: Leaving) => remove(captain, id, player)],
  [
    'the team is withdrawn',
    ({ id, event, captain }: Leaving) => captain.delete(`/api/teams/${id}/events/${event}`),
  ],
])('leaves nobody in a line-up who joins it while %s (R-25)', async (_, leave) => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain, player] = pick(2)
    const event = await makeEvent([captain, player])
    const { id } = await makeTeam([captain, player])
    await enter(captain, id, event)
    const [joined, left] = await Promise.all([play(player, id, event), leave({ id, event, captain, player })])
    expect([204, 403, 404]).toContain(joined.status)
    expect([200, 204]).toContain(left.status)
    expect(await lineupsOf(event)).toEqual([])
    await endTeam(id)
  }
})

it('has one of fifty play at the last place of a line-up (R-25)', async () => {
  const members = people.slice(0, 50)
  const event = await makeEvent(members)
  await app.database.updateTable('events').set({ team_size: 1 }).where('id', '=', event).execute()
  const { id } = await makeTeam(members)
  await enter(members[0] as Member, id, event)
  const answers = await Promise.all(members.map((member) => play(member, id, event)))
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(49)
  for (const answer of refused) expect(await answer.json()).toMatchObject({ code: 'teams.lineup_full' })
  expect(await lineupsOf(event)).toHaveLength(1)
  await endTeam(id)
})

it('enters a team before its event is cancelled, or not at all (R-25)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [captain] = pick(1)
    const event = await makeEvent([])
    const { id } = await makeTeam([captain])
    const hasEntered = async () => (await captain.read<Team>(`/api/teams/${id}`)).events.length > 0
    const [entered] = await Promise.all([
      enter(captain, id, event),
      (people[59] as Member).post(`/api/events/${event}/cancel`, { version: 0, reason: 'Piove.' }),
    ])
    expect([204, 409]).toContain(entered.status)
    expect((await enter(captain, id, event)).status).toBe(409)
    const { rows } = await sql`select from team_entries where event_id = ${event}`.execute(app.database)
    expect(rows).toHaveLength(entered.status === 204 ? 1 : 0)
    expect(await hasEntered()).toBe(false)
    await endTeam(id)
  }
})
