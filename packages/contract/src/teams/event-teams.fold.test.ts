import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldEventTeamPages, foldTeamSeekerPages } from './event-teams.fold.ts'
import type { EventTeam, EventTeamPage, TeamSeekerPage } from './event-teams.routes.ts'

const [eventId, other] = ['an event', 'another one']
const person = (uid: string) => ({ uid, displayName: uid, photoURL: '' })
const team = (id: string, uid: string): EventTeam => ({
  id,
  name: id,
  presentation: '',
  members: 2,
  maximum: 5,
  skills: [],
  isLooking: true,
  relation: 'none',
  players: 1,
  lineup: [person(uid)],
})
const pages: EventTeamPage[] = [
  {
    event: { title: 'Gara', isOpen: true, teamSize: null, takesPart: true, playsFor: null, looking: null },
    own: [team('volpi', 'anna')],
    teams: [team('lupi', 'bruno')],
    nextCursor: null,
  },
]
const seekers: TeamSeekerPage[] = [
  { people: [{ ...person('carla'), skills: [], text: '', invitedTo: [], joined: [] }], nextCursor: null },
]
const counts = { participantsCount: 4, waitingCount: 0, revision: 4 }
const joined = { isParticipating: true, participation: 'joined', revision: 4 } as const
const changed = (id: string) => ({ type: 'events.changed', event: { id }, updateNumber: 0 }) as SliceNews
const renamed = (uid: string): SliceNews => ({
  type: 'profiles.member_changed',
  uid,
  displayName: 'Altro nome',
  photoURL: '',
})

it.each<[SliceNews, 'fetched again' | 'as they are']>([
  [{ type: 'teams.changed', teamId: 'orsi' }, 'fetched again'],
  [{ type: 'friends.changed' } as SliceNews, 'fetched again'],
  [changed(eventId), 'fetched again'],
  [changed(other), 'as they are'],
  [{ type: 'events.removed', eventId }, 'fetched again'],
  [{ type: 'events.participants_changed', eventId, ...counts }, 'fetched again'],
  [{ type: 'events.participants_changed', eventId: other, ...counts }, 'as they are'],
  [{ type: 'events.own_participation_changed', eventId, ...joined }, 'fetched again'],
  [{ type: 'events.organizers_changed', eventId, uid: 'anna', isOrganizer: true }, 'fetched again'],
  [{ type: 'events.people_changed', eventId }, 'fetched again'],
  [{ type: 'account.changed' }, 'as they are'],
  [renamed('dario'), 'as they are'],
])('%o leaves the boards %s', (news, outcome) => {
  const isFetched = outcome === 'fetched again'
  expect(foldEventTeamPages(pages, news, eventId)).toBe(isFetched ? 'refetch' : pages)
  expect(foldTeamSeekerPages(seekers, news, eventId)).toBe(isFetched ? 'refetch' : seekers)
})

it.each(['anna', 'bruno', 'carla'])('gives %s another name wherever they stand', (uid) => {
  const shown = JSON.stringify([pages, seekers])
  const folded = [
    foldEventTeamPages(pages, renamed(uid), eventId),
    foldTeamSeekerPages(seekers, renamed(uid), eventId),
  ]
  expect(JSON.stringify(folded)).toBe(shown.replace(`"displayName":"${uid}"`, '"displayName":"Altro nome"'))
})
