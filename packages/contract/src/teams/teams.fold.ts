import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { OwnTeams, Team, TeamPage } from './teams.routes.ts'

/** A team's page: what the viewer may see of it the server alone knows. */
export function foldTeam(team: Team, news: SliceNews): Folded<Team> {
  switch (news.type) {
    case 'teams.changed':
      return news.teamId === team.id ? 'refetch' : team
    case 'events.changed':
      return hasEntered(team, news.event.id) ? 'refetch' : team
    case 'events.removed':
      return hasEntered(team, news.eventId) ? 'refetch' : team
    case 'profiles.member_changed': {
      const { uid, displayName, photoURL } = news
      const renamed = <Person extends { uid: string }>(person: Person): Person =>
        person.uid === uid ? { ...person, displayName, photoURL } : person
      return {
        ...team,
        captain: team.captain && renamed(team.captain),
        people: team.people.map(renamed),
        requests: team.requests.map(renamed),
        successor: team.successor && renamed(team.successor),
      }
    }
    default:
      return team
  }
}

function hasEntered({ events }: Team, eventId: string): boolean {
  return events.some(({ id }) => id === eventId)
}

/** The teams of the viewer. */
export function foldOwnTeams(own: OwnTeams, news: SliceNews): Folded<OwnTeams> {
  return news.type === 'teams.changed' ? 'refetch' : own
}

/** The list of teams that look for members, in which own teams and those that one is invited to or has asked stand differently. */
export function foldTeamPages(pages: TeamPage[], news: SliceNews): Folded<TeamPage[]> {
  return news.type === 'teams.changed' ? 'refetch' : pages
}
