import type { MessagePage, OwnRooms } from '@covo/contract/chat/chat.routes'
import { teamRoomId } from '@covo/contract/chat/chat.rules'
import type { NotificationPage } from '@covo/contract/notifications/notifications.routes'
import type { OwnTeams, Team, TeamCode, TeamSummary } from '@covo/contract/teams/teams.routes'
import { befriend, sendMessage } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { deleteOrphanedRoom } from '../chat/event-rooms.store.ts'
import { eraseAccount } from '../deletion/erase-account.ts'

const app = runTestApp({ limits: unlimited })

const draft = { presentation: '', maximum: 5, skills: [], isLooking: true, ctftimeId: '' }
let made = 0

async function createTeam(captain: Member, fields: object = {}): Promise<Team> {
  made += 1
  const answer = await captain.post('/api/teams', { ...draft, name: `Squadra ${made}`, ...fields })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Team
}

const read = (member: Member, id: string) => member.read<Team>(`/api/teams/${id}`)
const ask = (member: Member, id: string, text = '') => member.post(`/api/teams/${id}/requests`, { text })
const accept = (captain: Member, id: string, { uid }: Member) =>
  captain.post(`/api/teams/${id}/requests/${uid}/accept`)
const remove = (by: Member, id: string, { uid }: Member) => by.delete(`/api/teams/${id}/members/${uid}`)
const name = (by: Member, id: string, { uid }: Member) => by.put(`/api/teams/${id}/captain`, { uid })
const kindsOf = async (member: Member) =>
  (await member.read<NotificationPage>('/api/notifications')).notifications.map(({ kind }) => kind)

async function bringIn(captain: Member, id: string, ...members: Member[]): Promise<void> {
  for (const member of members) {
    expect((await ask(member, id)).status).toBe(204)
    expect((await accept(captain, id, member)).status).toBe(204)
  }
}

async function makeAbsent(id: string, { uid }: Member): Promise<void> {
  await sql`
    update memberships set opened_on = current_date - 31
    where conversation_id = ${teamRoomId(id)} and user_id = ${uid}`.execute(app.database)
}

describe('a team', () => {
  it('is made with its captain in it, under a name that no other looks like', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const tab = app.live(anna)
    await tab.receive('live.welcome')
    const team = await createTeam(anna, { name: 'Réd  Fox', skills: ['Pwn', 'Web'], ctftimeId: '42' })
    await tab.receive('teams.changed', ({ teamId }) => teamId === team.id)
    expect(team).toMatchObject({
      conversationId: teamRoomId(team.id),
      name: 'Réd Fox',
      members: 1,
      maximum: 5,
      skills: ['Web', 'Pwn'],
      isLooking: true,
      ctftimeId: '42',
      version: 1,
      relation: 'captain',
      captain: { uid: anna.uid },
      people: [{ uid: anna.uid }],
      hidden: 0,
      successor: null,
    })
    const again = await bruno.post('/api/teams', { ...draft, name: 'réd fox' })
    expect(await refusalOf(again)).toEqual([409, 'teams.name_taken'])
    const short = await bruno.post('/api/teams', { ...draft, name: 'ab' })
    expect(await refusalOf(short)).toEqual([422, 'teams.field_invalid'])
  })

  it('is changed by its captain alone, of the version that was read', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    await bringIn(anna, id, bruno)
    const edit = (by: Member, fields: object) =>
      by.fetch(`/api/teams/${id}`, patch({ version: 1, ...fields }))
    expect(await refusalOf(await edit(bruno, { maximum: 9 }))).toEqual([403, 'teams.not_captain'])
    expect(await refusalOf(await edit(anna, { maximum: 1 }))).toEqual([422, 'teams.field_invalid'])
    expect(await (await edit(anna, { maximum: 2, isLooking: false })).json()).toMatchObject({
      version: 2,
      maximum: 2,
      isLooking: false,
    })
    expect(await refusalOf(await edit(anna, { maximum: 3 }))).toEqual([409, 'teams.changed_meanwhile'])
  })

  it('shows who is not in it the captain, friends and whom they see at events alone', async () => {
    const [anna, bruno, carla, dario] = await Promise.all([1, 2, 3, 4].map(() => app.newcomer()))
    if (!anna || !bruno || !carla || !dario) throw new Error('nobody')
    const { id } = await createTeam(anna)
    await bringIn(anna, id, bruno, carla)
    await befriend(dario, bruno)
    const seen = await read(dario, id)
    expect(seen.people.map(({ uid }) => uid)).toEqual([anna.uid, bruno.uid])
    expect(seen).toMatchObject({ hidden: 1, members: 3, relation: 'none', requests: [], successor: null })
    expect((await read(carla, id)).people.map(({ uid }) => uid)).toEqual([anna.uid, bruno.uid, carla.uid])
    await bruno.put('/api/settings/privacy', { showParticipation: false })
    expect((await read(dario, id)).people.map(({ uid }) => uid)).toEqual([anna.uid])
  })

  it('is listed while it looks for members, by skills in common and then the newest', async () => {
    const [anna, viewer] = [await app.newcomer(), await app.newcomer()]
    await app.database
      .updateTable('users')
      .set({ skills: ['Pwn', 'Web'] })
      .where('id', '=', viewer.uid)
      .execute()
    const one = await createTeam(anna, { name: 'Càlamo uno', skills: ['Pwn', 'Web'] })
    const two = await createTeam(anna, { name: 'Calamo due', skills: ['Web', 'Crypto'] })
    const three = await createTeam(anna, { name: 'Calamo tre', presentation: 'Càlamo' })
    const closed = await createTeam(anna, { name: 'Calamo chiuso', isLooking: false })
    const list = async (query: string) =>
      (await viewer.read<{ teams: TeamSummary[] }>(`/api/teams?search=CALAMO${query}`)).teams.map(
        ({ id }) => id,
      )
    expect(await list('')).toEqual([one.id, two.id, three.id])
    expect(await list('&skill=Crypto')).toEqual([two.id])
    await app.database
      .updateTable('teams')
      .set({ looking_until: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', two.id)
      .execute()
    expect(await list('')).toEqual([one.id, three.id])
    expect(closed.isLooking).toBe(false)
    expect(await anna.read('/api/teams?search=calamo')).toEqual({ teams: [], nextCursor: null })
  })

  it('is listed in pages', async () => {
    const viewer = await app.newcomer()
    for (const _ of [1, 2]) {
      const captain = await app.newcomer()
      for (let number = 0; number < 13; number += 1) await createTeam(captain, { presentation: 'pagine' })
    }
    type Page = { teams: TeamSummary[]; nextCursor: string | null }
    const first = await viewer.read<Page>('/api/teams?search=pagine')
    const second = await viewer.read<Page>(`/api/teams?search=pagine&cursor=${first.nextCursor}`)
    expect([first.teams.length, second.teams.length, second.nextCursor]).toEqual([20, 6, null])
    expect(new Set([...first.teams, ...second.teams].map(({ id }) => id)).size).toBe(26)
  })
})

describe('the ways in', () => {
  it('are a request that the captain accepts, which tells who asked', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    const tabs = [app.live(anna), app.live(bruno), app.live(carla)] as const
    await Promise.all(tabs.map((tab) => tab.receive('live.welcome')))
    await ask(bruno, id, ' ciao ')
    await tabs[0].receive('teams.changed', ({ teamId }) => teamId === id)
    expect(await ask(bruno, id)).toMatchObject({ status: 204 })
    expect((await read(anna, id)).requests).toMatchObject([{ uid: bruno.uid, text: 'ciao' }])
    expect((await read(bruno, id)).relation).toBe('requested')
    expect(await kindsOf(anna)).toEqual(['team_requested'])
    expect(await refusalOf(await accept(bruno, id, bruno))).toEqual([403, 'teams.not_captain'])
    expect((await accept(anna, id, bruno)).status).toBe(204)
    await tabs[1].receive('rooms.own_changed', ({ isMember }) => isMember)
    expect(await refusalOf(await accept(anna, id, bruno))).toEqual([404, 'teams.request_gone'])
    expect(await read(bruno, id)).toMatchObject({ relation: 'member', members: 2, requests: [] })
    expect(await kindsOf(bruno)).toEqual(['team_joined'])
    expect(tabs[2].received.some(({ type }) => type === 'teams.changed')).toBe(false)
  })

  it('are a request that is withdrawn or rejected, and leaves nothing', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    await ask(bruno, id)
    expect((await bruno.delete(`/api/teams/${id}/requests`)).status).toBe(204)
    expect(await refusalOf(await accept(anna, id, bruno))).toEqual([404, 'teams.request_gone'])
    await ask(bruno, id)
    expect((await anna.post(`/api/teams/${id}/requests/${bruno.uid}/reject`)).status).toBe(204)
    expect((await read(bruno, id)).relation).toBe('none')
    expect(await kindsOf(bruno)).toEqual(['team_rejected'])
    expect(await kindsOf(anna)).toEqual(['team_requested'])
  })

  it('are an invitation, which a request accepts too', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    const invite = ({ uid }: Member) => anna.put(`/api/teams/${id}/invited/${uid}`)
    await invite(bruno)
    expect(await kindsOf(bruno)).toEqual(['team_invited'])
    expect((await bruno.read<OwnTeams>('/api/teams/own')).teams).toMatchObject([{ id, relation: 'invited' }])
    expect((await bruno.post(`/api/teams/${id}/invited/reject`)).status).toBe(204)
    const refused = await bruno.post(`/api/teams/${id}/invited/accept`)
    expect(await refusalOf(refused)).toEqual([404, 'teams.request_gone'])
    await invite(bruno)
    for (const _ of ['one tab', 'another'])
      expect((await bruno.post(`/api/teams/${id}/invited/accept`)).status).toBe(204)
    await invite(carla)
    await ask(carla, id)
    expect(await read(carla, id)).toMatchObject({ relation: 'member', members: 3 })
    const nobody = await anna.put(`/api/teams/${id}/invited/00000000-0000-4000-8000-000000000000`)
    expect(await refusalOf(nobody)).toEqual([404, 'friends.member_not_found'])
  })

  it('are a code, until another takes its place or its days are over', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    const path = `/api/teams/${id}/invitation`
    expect(await anna.read(path)).toEqual({ code: null, expiresAt: null })
    expect(await refusalOf(await bruno.fetch(path))).toEqual([403, 'teams.not_captain'])
    const { code } = (await (await anna.post(path)).json()) as TeamCode
    expect(code).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}$/)
    expect(await anna.read<TeamCode>(path)).toMatchObject({ code })
    const found = await bruno.post('/api/teams/code', { code: ` ${code?.toLowerCase().replace('-', '')} ` })
    expect(await found.json()).toMatchObject({ id, members: 1, captain: { uid: anna.uid }, relation: 'none' })
    const joined = await bruno.post('/api/teams/join', { code })
    expect(await joined.json()).toMatchObject({ id, relation: 'member', members: 2 })
    expect((await bruno.post('/api/teams/join', { code })).status).toBe(200)
    await anna.post(path)
    const invalid = [410, 'teams.code_invalid']
    expect(await refusalOf(await carla.post('/api/teams/join', { code }))).toEqual(invalid)
    const { code: next } = await anna.read<TeamCode>(path)
    await sql`update team_codes set expires_at = now() where team_id = ${id}`.execute(app.database)
    for (const operation of ['code', 'join'])
      expect(await refusalOf(await carla.post(`/api/teams/${operation}`, { code: next }))).toEqual(invalid)
    expect(await anna.read(path)).toEqual({ code: null, expiresAt: null })
    expect(JSON.stringify(await sql`select * from team_codes`.execute(app.database))).not.toContain(code)
  })

  it('end at the maximum, and at 20 teams and 20 requests of a member', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna, { maximum: 2 })
    await ask(carla, id)
    await bringIn(anna, id, bruno)
    expect(await refusalOf(await accept(anna, id, carla))).toEqual([409, 'teams.full'])
    const dario = await app.newcomer()
    expect(await refusalOf(await ask(dario, id))).toEqual([409, 'teams.full'])
    for (let number = 0; number < 20; number += 1) await createTeam(carla)
    const more = await carla.post('/api/teams', { ...draft, name: 'Una di troppo' })
    expect(await refusalOf(more)).toEqual([409, 'teams.too_many'])
    const { teams } = await carla.read<OwnTeams>('/api/teams/own')
    for (const team of teams.filter(({ relation }) => relation === 'captain')) await ask(dario, team.id)
    const other = await createTeam(anna)
    expect(await refusalOf(await ask(dario, other.id))).toEqual([409, 'teams.too_many'])
  })
})

describe('leaving', () => {
  it('hands the team over to the longest-standing member, suspended ones last, and tells them', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    await bringIn(anna, id, bruno, carla)
    await app.database
      .updateTable('users')
      .set({ suspended_until: sql<Date>`now() + interval '1 day'` })
      .where('id', '=', bruno.uid)
      .execute()
    expect((await read(anna, id)).successor?.uid).toBe(carla.uid)
    expect((await remove(anna, id, anna)).status).toBe(204)
    expect(await read(carla, id)).toMatchObject({ relation: 'captain', members: 2 })
    expect(await kindsOf(carla)).toEqual(['team_captain', 'team_joined'])
    expect(await refusalOf(await remove(anna, id, anna))).toEqual([404, 'teams.not_member'])
  })

  it('ends the team with the last one, and its room within the hour', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const { id, conversationId, name: called } = await createTeam(anna)
    await ask(bruno, id)
    await sendMessage(anna, conversationId, 'a dopo')
    await remove(anna, id, anna)
    for (const member of [anna, bruno])
      expect(await refusalOf(await member.fetch(`/api/teams/${id}`))).toEqual([404, 'teams.not_found'])
    expect(await kindsOf(anna)).toEqual([])
    while (await deleteOrphanedRoom(app.database));
    for (const table of ['conversations', 'messages', 'memberships', 'team_candidates'] as const) {
      const column =
        { conversations: 'id', team_candidates: 'team_id::text' }[table as string] ?? 'conversation_id'
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.raw(column)} in (${conversationId}, ${id})`.execute(
        app.database,
      )
      expect([table, rows.length]).toEqual([table, 0])
    }
    await createTeam(bruno, { name: called })
  })

  it('is by the captain’s act too, which tells who is removed', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const { id, conversationId } = await createTeam(anna)
    await bringIn(anna, id, bruno)
    await sendMessage(anna, conversationId, `<@${bruno.uid}> ci sei?`)
    expect(await kindsOf(bruno)).toEqual(['team_mentioned', 'team_joined'])
    expect(await refusalOf(await remove(bruno, id, anna))).toEqual([403, 'teams.not_captain'])
    const tab = app.live(bruno)
    await tab.watch(`chat:${conversationId}`)
    await tab.watch(`head:${conversationId}`)
    expect((await remove(anna, id, bruno)).status).toBe(204)
    for (const prefix of ['chat', 'head'])
      await tab.receive('live.refused', ({ topic }) => topic === `${prefix}:${conversationId}`)
    expect(await kindsOf(bruno)).toEqual(['team_removed', 'team_joined'])
    expect((await read(bruno, id)).relation).toBe('none')
    await sendMessage(anna, conversationId, 'dopo')
    const gone = [404, 'chat.conversation_not_found']
    expect(await refusalOf(await bruno.fetch(`/api/chat/${conversationId}/messages`))).toEqual(gone)
    expect(await refusalOf(await sendMessage(bruno, conversationId, 'no'))).toEqual(gone)
    expect(tab.received.some(({ type }) => type === 'chat.message_sent')).toBe(false)
  })

  it('is by an erasure too, with hand-over', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    const alone = await createTeam(anna)
    await bringIn(anna, id, bruno)
    const other = await createTeam(carla)
    await ask(anna, other.id)
    const options = { textsRemovedBy: null, email: null, keepBlockedAddress: async () => {} }
    await app.database.transaction().execute((trx) => eraseAccount(trx, anna.uid, options))
    expect(await read(bruno, id)).toMatchObject({ relation: 'captain', members: 1 })
    expect(await refusalOf(await bruno.fetch(`/api/teams/${alone.id}`))).toEqual([404, 'teams.not_found'])
    expect((await read(carla, other.id)).requests).toEqual([])
  })
})

describe('a captain', () => {
  it('is named by the one before, among the members', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    await bringIn(anna, id, bruno)
    expect(await refusalOf(await name(bruno, id, bruno))).toEqual([403, 'teams.not_captain'])
    expect(await refusalOf(await name(anna, id, carla))).toEqual([404, 'teams.not_member'])
    expect((await name(anna, id, bruno)).status).toBe(204)
    expect(await kindsOf(bruno)).toEqual(['team_captain', 'team_joined'])
    expect((await read(anna, id)).relation).toBe('member')
  })

  it('who is absent is followed by the longest-standing member who is not, and told', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id, conversationId } = await createTeam(anna)
    await bringIn(anna, id, bruno, carla)
    for (const member of [anna, bruno]) await makeAbsent(id, member)
    expect((await read(carla, id)).canFollow).toBe(true)
    // Opening the room counts as well as opening the page.
    await bruno.read<MessagePage>(`/api/chat/${conversationId}/messages`)
    expect((await read(carla, id)).canFollow).toBe(false)
    expect(await refusalOf(await name(carla, id, carla))).toEqual([403, 'teams.not_captain'])
    expect((await read(bruno, id)).canFollow).toBe(true)
    expect((await name(bruno, id, bruno)).status).toBe(204)
    expect(await kindsOf(anna)).toContain('team_captain_changed')
    expect(await read(anna, id)).toMatchObject({ relation: 'member', captain: { uid: bruno.uid } })
  })
})

describe('the room of a team', () => {
  it('is its members’ alone, who read what was written before, have nothing unread and find it', async () => {
    const [anna, bruno, carla] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    const { id, conversationId, name: called } = await createTeam(anna)
    expect((await sendMessage(anna, conversationId, 'una zagaglia')).status).toBe(201)
    const gone = [404, 'chat.conversation_not_found']
    expect(await refusalOf(await bruno.fetch(`/api/chat/${conversationId}/messages`))).toEqual(gone)
    expect(await refusalOf(await sendMessage(bruno, conversationId, 'no'))).toEqual(gone)
    await bringIn(anna, id, bruno)
    const { messages } = await bruno.read<MessagePage>(`/api/chat/${conversationId}/messages`)
    expect(messages).toMatchObject([{ text: 'una zagaglia' }])
    const ownRoom = async () => (await bruno.read<OwnRooms>('/api/rooms/own')).rooms[0]
    expect(await ownRoom()).toMatchObject({ conversationId, title: called, head: 1, readUpTo: 1 })
    await sendMessage(anna, conversationId, 'ancora')
    expect(await ownRoom()).toMatchObject({ head: 2, readUpTo: 1 })
    await bruno.post(`/api/chat/${conversationId}/read`, { sequence: 2 })
    expect(await ownRoom()).toMatchObject({ head: 2, readUpTo: 2 })
    const search = (member: Member) => member.read<{ results: object[] }>('/api/chat/search?query=zagaglia')
    expect((await search(bruno)).results).toMatchObject([{ conversationId }])
    expect((await search(carla)).results).toEqual([])
    const mention = await sendMessage(anna, conversationId, `<@${carla.uid}> vieni`)
    expect(await refusalOf(mention)).toEqual([422, 'chat.mention_invalid'])
  })

  it('tells members of messages that are for them, until these are removed', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const { id, conversationId } = await createTeam(anna)
    await bringIn(anna, id, bruno)
    await sendMessage(anna, conversationId, `<@${bruno.uid}> ciao`)
    const { notifications } = await bruno.read<NotificationPage>('/api/notifications')
    expect(notifications[0]).toMatchObject({
      kind: 'team_mentioned',
      teamId: id,
      sequence: 1,
      author: { uid: anna.uid },
    })
    await anna.delete(`/api/chat/${conversationId}/messages/1`)
    expect(await kindsOf(bruno)).toEqual(['team_joined'])
  })
})

describe('a block', () => {
  it('hides the team of a captain from who is not in it, and ends what is between the two', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna, { presentation: 'bloccata' })
    const { code } = (await (await anna.post(`/api/teams/${id}/invitation`)).json()) as TeamCode
    await ask(bruno, id)
    await bruno.put(`/api/blocks/${anna.uid}`)
    const notFound = [404, 'teams.not_found']
    expect(await refusalOf(await bruno.fetch(`/api/teams/${id}`))).toEqual(notFound)
    expect(await refusalOf(await ask(bruno, id))).toEqual(notFound)
    for (const operation of ['code', 'join'])
      expect(await refusalOf(await bruno.post(`/api/teams/${operation}`, { code }))).toEqual([
        410,
        'teams.code_invalid',
      ])
    expect(await bruno.read('/api/teams?search=bloccata')).toMatchObject({ teams: [] })
    expect(await refusalOf(await accept(anna, id, bruno))).toEqual([404, 'teams.request_gone'])
    const invited = await anna.put(`/api/teams/${id}/invited/${bruno.uid}`)
    expect(await refusalOf(invited)).toEqual([404, 'friends.member_not_found'])
  })

  it('puts nobody out of a team, where each is among the unseen of the other', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const { id } = await createTeam(anna)
    await bringIn(anna, id, bruno)
    await bruno.put(`/api/blocks/${anna.uid}`)
    expect(await read(bruno, id)).toMatchObject({
      relation: 'member',
      captain: null,
      people: [{ uid: bruno.uid }],
      hidden: 1,
    })
  })
})

function patch(body: object) {
  return { method: 'PATCH', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
