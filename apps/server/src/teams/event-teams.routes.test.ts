import type { NotificationPage } from '@covo/contract/notifications/notifications.routes'
import type { EventTeamPage, TeamSeekerPage } from '@covo/contract/teams/event-teams.routes'
import type { Team } from '@covo/contract/teams/teams.routes'
import { befriend, createEvent } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeTeam } from '../../test/make-team.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

const draft = { presentation: '', maximum: 50, skills: [], isLooking: true, ctftimeId: '' }

type Six = [Member, Member, Member, Member, Member, Member]

/** So many new members, of at most six. */
async function people(count: number): Promise<Six> {
  const members: Member[] = []
  while (members.length < count) members.push(await app.newcomer())
  return members as Six
}

/** A hackathon, in which these take part. */
async function makeEvent(organizer: Member, ...participants: Member[]): Promise<string> {
  const { id } = await createEvent(organizer, { category: 'hackathon' })
  for (const member of participants) await takePart(member, id)
  return id
}

const takePart = (member: Member, event: string) => member.put(`/api/events/${event}/participation`)
const enter = (by: Member, team: string, event: string) => by.put(`/api/teams/${team}/events/${event}`)
const withdraw = (by: Member, team: string, event: string) => by.delete(`/api/teams/${team}/events/${event}`)
const play = (by: Member, team: string, event: string) => by.put(`/api/teams/${team}/events/${event}/lineup`)
const stop = (by: Member, team: string, event: string) =>
  by.delete(`/api/teams/${team}/events/${event}/lineup`)
const seek = (by: Member, event: string, text = '') => by.put(`/api/events/${event}/looking`, { text })
const board = (by: Member, event: string, query = '') =>
  by.read<EventTeamPage>(`/api/events/${event}/teams${query}`)
const seekers = (by: Member, event: string) => by.read<TeamSeekerPage>(`/api/events/${event}/looking`)
const uidsOf = (listed: { uid: string }[]) => listed.map(({ uid }) => uid)
const setEvent = (event: string, changes: object) =>
  app.database.updateTable('events').set(changes).where('id', '=', event).execute()
const nowhere = '00000000-0000-4000-8000-000000000000'

describe('entering an event', () => {
  it('is for the captain, who need not take part; the others are told, once', async () => {
    const [organizer, captain, member, stranger] = await people(4)
    const event = await makeEvent(organizer)
    const team = await makeTeam([captain, member])
    expect(await refusalOf(await enter(member, team.id, event))).toEqual([403, 'teams.not_captain'])
    expect(await refusalOf(await enter(captain, team.id, nowhere))).toEqual([404, 'events.not_found'])
    expect(await refusalOf(await enter(captain, nowhere, event))).toEqual([404, 'teams.not_found'])
    const tab = app.live(member)
    await tab.receive('live.welcome')
    for (const _ of [1, 2]) expect((await enter(captain, team.id, event)).status).toBe(204)
    await tab.receive('teams.changed', ({ teamId }) => teamId === team.id)
    const { notifications } = await member.read<NotificationPage>('/api/notifications')
    expect(notifications.filter(({ kind }) => kind === 'team_entered')).toEqual([
      expect.objectContaining({
        teamId: team.id,
        team: team.name,
        author: null,
        event: { id: event, title: expect.any(String) },
      }),
    ])
    expect((await captain.read<NotificationPage>('/api/notifications')).notifications).toEqual([])
    const page = await stranger.read<Team>(`/api/teams/${team.id}`)
    expect(page.events).toMatchObject([{ id: event }])
    expect((await withdraw(captain, team.id, event)).status).toBe(204)
    expect((await stranger.read<Team>(`/api/teams/${team.id}`)).events).toEqual([])
    await enter(captain, team.id, event)
    const after = await member.read<NotificationPage>('/api/notifications')
    expect(after.notifications.filter(({ kind }) => kind === 'team_entered')).toHaveLength(1)
  })

  it.each([
    ['is of another category', { category: 'contest' }],
    ['is cancelled', { status: 'cancelled', cancelled_at: new Date() }],
    ['is over', { starts_at: new Date('2020-01-01'), ends_at: new Date('2020-01-02'), join_deadline: null }],
  ])('is over where the event %s', async (_, changes) => {
    const [organizer, captain, player] = await people(3)
    const event = await makeEvent(organizer, captain, player)
    const team = await makeTeam([captain, player])
    await enter(captain, team.id, event)
    await play(captain, team.id, event)
    await setEvent(event, changes)
    const answers = [
      await enter(captain, team.id, event),
      await withdraw(captain, team.id, event),
      await play(player, team.id, event),
      await stop(captain, team.id, event),
      await seek(player, event),
      await captain.post('/api/teams', { ...draft, name: `Mai ${event.slice(0, 8)}`, eventId: event }),
    ]
    for (const answer of answers) expect(await refusalOf(answer)).toEqual([409, 'teams.closed'])
    const { teams } = await captain.read<{ teams: Team[] }>('/api/teams/own')
    expect(teams.map(({ id }) => id)).toEqual([team.id])
    expect(await board(player, event)).toMatchObject({
      event: { isOpen: false },
      own: [{ id: team.id, players: 1 }],
    })
  })

  it('comes with making a team', async () => {
    const [organizer, captain] = await people(2)
    const event = await makeEvent(organizer)
    const team = await makeTeam([captain], { eventId: event })
    expect(team.events).toMatchObject([{ id: event }])
    const unknown = await captain.post('/api/teams', { ...draft, name: 'Senza evento', eventId: nowhere })
    expect(await refusalOf(unknown)).toEqual([404, 'events.not_found'])
  })
})

describe('the line-up', () => {
  it('is of participants in the team, who play for one, up to the limit', async () => {
    const [organizer, captain, player, third, stranger, waiting] = await people(6)
    const event = await makeEvent(organizer, captain, player, third, stranger)
    const team = await makeTeam([captain, player, third, waiting])
    const other = await makeTeam([player])
    expect(await refusalOf(await play(player, team.id, event))).toEqual([404, 'teams.not_entered'])
    for (const [by, { id }] of [
      [captain, team],
      [player, other],
    ] as const)
      await enter(by, id, event)
    expect(await refusalOf(await play(stranger, team.id, event))).toEqual([404, 'teams.not_member'])
    expect(await refusalOf(await play(waiting, team.id, event))).toEqual([403, 'events.not_participant'])
    await setEvent(event, { capacity: 4, team_size: 2 })
    await takePart(waiting, event)
    expect(await refusalOf(await play(waiting, team.id, event))).toEqual([403, 'events.not_participant'])
    expect(await refusalOf(await seek(waiting, event))).toEqual([403, 'events.not_participant'])
    for (const _ of [1, 2]) expect((await play(player, team.id, event)).status).toBe(204)
    expect(await refusalOf(await play(player, other.id, event))).toEqual([409, 'teams.other_team'])
    expect(await refusalOf(await seek(player, event))).toEqual([409, 'teams.other_team'])
    expect((await play(captain, team.id, event)).status).toBe(204)
    expect(await refusalOf(await play(third, team.id, event))).toEqual([409, 'teams.lineup_full'])
    expect((await board(third, event)).own).toMatchObject([{ players: 2 }])
    // A lower limit puts nobody out.
    await setEvent(event, { team_size: 1 })
    expect((await play(player, team.id, event)).status).toBe(204)
    expect(await board(player, event)).toMatchObject({
      event: { isOpen: true, teamSize: 1, takesPart: true, playsFor: team.id, looking: null },
      own: [{ id: team.id, players: 2 }, { id: other.id }],
    })
    for (const _ of [1, 2]) expect((await stop(player, team.id, event)).status).toBe(204)
    expect((await play(player, other.id, event)).status).toBe(204)
  })

  it.each<[string, (at: { captain: Member; player: Member; team: string; event: string }) => unknown]>([
    ['leaves the event', ({ player, event }) => player.delete(`/api/events/${event}/participation`)],
    ['leaves the team', ({ player, team }) => player.delete(`/api/teams/${team}/members/${player.uid}`)],
    ['is removed', ({ captain, player, team }) => captain.delete(`/api/teams/${team}/members/${player.uid}`)],
    ['sees it withdrawn', ({ captain, team, event }) => withdraw(captain, team, event)],
  ])('loses who %s', async (_, leave) => {
    const [organizer, captain, player] = await people(3)
    const event = await makeEvent(organizer, captain, player)
    const team = await makeTeam([captain, player], { eventId: event })
    await play(player, team.id, event)
    const tab = app.live(captain)
    await tab.receive('live.welcome')
    await leave({ captain, player, team: team.id, event })
    await tab.receive('teams.changed', ({ teamId }) => teamId === team.id)
    expect((await board(player, event)).event.playsFor).toBeNull()
    await enter(captain, team.id, event)
    expect((await board(captain, event)).own).toMatchObject([{ id: team.id, players: 0, lineup: [] }])
  })

  it('shows organizers and the team all, others whom the list of participants shows, across no block', async () => {
    const [organizer, captain, open, shy, other, friend] = await people(6)
    const stranger = await app.newcomer()
    await shy.put('/api/settings/privacy', { showParticipation: false })
    const event = await makeEvent(organizer, captain, open, shy, other)
    const team = await makeTeam([captain, open, shy], { eventId: event })
    for (const member of [open, shy]) await play(member, team.id, event)
    await befriend(friend, open)
    const seenBy = async (member: Member) => {
      const { own, teams } = await board(member, event)
      const [seen] = [...own, ...teams]
      return { players: seen?.players, lineup: uidsOf(seen?.lineup ?? []) }
    }
    expect(await seenBy(organizer)).toEqual({ players: 2, lineup: [open.uid, shy.uid] })
    expect(await seenBy(captain)).toEqual({ players: 2, lineup: [open.uid, shy.uid] })
    expect(await seenBy(other)).toEqual({ players: 2, lineup: [open.uid] })
    expect(await seenBy(friend)).toEqual({ players: 2, lineup: [open.uid] })
    expect(await seenBy(stranger)).toEqual({ players: 2, lineup: [] })
    await open.put(`/api/blocks/${organizer.uid}`)
    expect(await seenBy(organizer)).toEqual({ players: 2, lineup: [shy.uid] })
    await open.put(`/api/blocks/${shy.uid}`)
    expect(await seenBy(shy)).toEqual({ players: 2, lineup: [shy.uid] })
  })
})

describe('the boards', () => {
  it('list the teams that look for members and the others, the latest first, a page at a time', async () => {
    const [organizer, captain, viewer, blocked] = await people(4)
    const event = await makeEvent(organizer)
    const entered: string[] = []
    for (let number = 0; number < 23; number += 1)
      entered.unshift((await makeTeam([number < 12 ? captain : organizer], { eventId: event })).id)
    const quiet = await makeTeam([captain], { eventId: event, isLooking: false })
    const own = await makeTeam([viewer], { eventId: event })
    const hidden = await makeTeam([blocked], { eventId: event })
    await viewer.put(`/api/blocks/${blocked.uid}`)
    const idsOf = (listed: { id: string }[]) => listed.map(({ id }) => id)
    const first = await board(viewer, event)
    expect(idsOf(first.teams)).toEqual(entered.slice(0, 20))
    expect(idsOf(first.own)).toEqual([own.id])
    const second = await board(viewer, event, `?cursor=${first.nextCursor}`)
    expect([idsOf(second.teams), second.nextCursor]).toEqual([entered.slice(20), null])
    expect(idsOf((await board(viewer, event, '?list=others')).teams)).toEqual([quiet.id])
    await sql`update teams set looking_until = now() - interval '1 second' where id = ${entered[22]}`.execute(
      app.database,
    )
    expect(idsOf((await board(viewer, event, '?list=others')).teams)).toEqual([quiet.id, entered[22]])
    // Members see their team even where one of them and its captain block each other.
    expect(idsOf((await board(blocked, event)).own)).toEqual([hidden.id])
    expect(await refusalOf(await viewer.fetch(`/api/events/${nowhere}/teams`))).toEqual([
      404,
      'events.not_found',
    ])
    expect(await refusalOf(await viewer.fetch(`/api/events/${nowhere}/looking`))).toEqual([
      404,
      'events.not_found',
    ])
  })

  it('list who looks for a team until they play for one, stop or leave', async () => {
    const [organizer, captain, one, two, three, stranger] = await people(6)
    const event = await makeEvent(organizer, one, two, three)
    const team = await makeTeam([captain], { eventId: event })
    await sql`update users set skills = '{Pwn,Web,altro}' where id = ${one.uid}`.execute(app.database)
    expect(await refusalOf(await seek(stranger, event))).toEqual([403, 'events.not_participant'])
    expect(await refusalOf(await seek(one, event, 'a'.repeat(201)))).toEqual([422, 'teams.field_invalid'])
    const tab = app.live(captain)
    await tab.watch('events:all')
    for (const member of [one, two, three]) expect((await seek(member, event, `Sono io`)).status).toBe(204)
    await tab.receive('events.people_changed', ({ eventId }) => eventId === event)
    expect((await seek(one, event, ' Gioco web. ')).status).toBe(204)
    await captain.put(`/api/teams/${team.id}/invited/${one.uid}`)
    expect((await board(one, event)).event).toMatchObject({ takesPart: true, looking: 'Gioco web.' })
    const { people: listed } = await seekers(captain, event)
    expect(uidsOf(listed)).toEqual([three.uid, two.uid, one.uid])
    expect(listed[2]).toEqual({
      uid: one.uid,
      displayName: expect.any(String),
      photoURL: '',
      skills: ['Web', 'Pwn'],
      text: 'Gioco web.',
      invitedTo: [team.id],
      joined: [],
    })
    expect((await seekers(stranger, event)).people[2]?.invitedTo).toEqual([])
    await two.put(`/api/blocks/${captain.uid}`)
    expect(uidsOf((await seekers(captain, event)).people)).toEqual([three.uid, one.uid])
    expect(uidsOf((await seekers(two, event)).people)).toEqual([three.uid, two.uid, one.uid])
    await one.post(`/api/teams/${team.id}/invited/accept`)
    expect((await seekers(captain, event)).people).toMatchObject([
      { uid: three.uid, joined: [] },
      { uid: one.uid, joined: [team.id], invitedTo: [] },
    ])
    await play(one, team.id, event)
    for (const _ of [1, 2]) expect((await two.delete(`/api/events/${event}/looking`)).status).toBe(204)
    await three.delete(`/api/events/${event}/participation`)
    expect((await seekers(stranger, event)).people).toEqual([])
  })
})
