import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldOwnTeams, foldTeam, foldTeamPages } from './teams.fold.ts'
import type { Team } from './teams.routes.ts'

const person = (uid: string) => ({ uid, displayName: uid, photoURL: '' })
const summary = {
  id: 'volpi',
  name: 'Volpi',
  presentation: '',
  members: 2,
  maximum: 5,
  skills: [],
  isLooking: true,
  relation: 'captain' as const,
}
const team: Team = {
  ...summary,
  conversationId: 'squadra-volpi',
  ctftimeId: '',
  version: 1,
  captain: person('anna'),
  people: [person('anna'), person('bruno')],
  hidden: 0,
  canFollow: false,
  successor: person('bruno'),
  events: [
    { id: 'gara', title: 'Gara', startsAt: '2026-12-05T10:00:00.000Z', endsAt: '2026-12-06T10:00:00.000Z' },
  ],
  requests: [{ ...person('carla'), text: 'Ciao', requestedAt: '2026-11-29T10:00:00.000Z' }],
}
const changed = (teamId: string): SliceNews => ({ type: 'teams.changed', teamId })
const eventChanged = (id: string) => ({ type: 'events.changed', event: { id }, updateNumber: 0 }) as SliceNews
const renamed = (uid: string): SliceNews => ({
  type: 'profiles.member_changed',
  uid,
  displayName: 'Altro nome',
  photoURL: '',
})
const other: SliceNews = { type: 'notifications.changed', unread: 1 }

it.each([
  [changed('volpi'), 'refetch'],
  [changed('lupi'), team],
  [eventChanged('gara'), 'refetch'],
  [eventChanged('serata'), team],
  [{ type: 'events.removed', eventId: 'gara' } as const, 'refetch'],
  [{ type: 'events.removed', eventId: 'serata' } as const, team],
  [other, team],
])('has a team fetched again that changed, or an event that it has entered: %j', (news, shown) => {
  expect(foldTeam(team, news)).toEqual(shown)
})

it.each(['anna', 'bruno', 'carla', 'dario'])('gives %s another name wherever they stand', (uid) => {
  const count = (shown: unknown) => JSON.stringify(shown).split('"Altro nome"').length - 1
  const places = JSON.stringify(team).split(`"displayName":"${uid}"`).length - 1
  expect(count(foldTeam(team, renamed(uid)))).toBe(places)
})

it('leaves out a captain whom the viewer does not see', () => {
  expect(foldTeam({ ...team, captain: null, successor: null }, renamed('anna'))).toMatchObject({
    captain: null,
    successor: null,
  })
})

it.each([
  [changed('volpi'), 'refetch'],
  [changed('lupi'), 'refetch'],
  [other, 'as it is'],
])('has the lists fetched again when a team of the viewer changed: %j', (news, outcome) => {
  const own = { teams: [summary] }
  const pages = [{ teams: [], nextCursor: null }]
  expect(foldOwnTeams(own, news)).toBe(outcome === 'refetch' ? outcome : own)
  expect(foldTeamPages(pages, news)).toBe(outcome === 'refetch' ? outcome : pages)
})
