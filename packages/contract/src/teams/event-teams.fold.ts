import { type Folded, mapChanged } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { EventTeam, EventTeamPage, TeamSeekerPage } from './event-teams.routes.ts'

/** The pages of the teams of an event. Who plays, who may and whom the viewer sees the server alone knows. */
export function foldEventTeamPages(
  pages: EventTeamPage[],
  news: SliceNews,
  eventId: string,
): Folded<EventTeamPage[]> {
  if (concerns(news, eventId)) return 'refetch'
  const renamed = renaming(news)
  if (!renamed) return pages
  const withNames = (teams: EventTeam[]) =>
    mapChanged(teams, (team) => {
      const lineup = mapChanged(team.lineup, renamed)
      return lineup === team.lineup ? team : { ...team, lineup }
    })
  return mapChanged(pages, (page) => {
    const [own, teams] = [withNames(page.own), withNames(page.teams)]
    return own === page.own && teams === page.teams ? page : { ...page, own, teams }
  })
}

/** The pages of those who look for a team at an event. */
export function foldTeamSeekerPages(
  pages: TeamSeekerPage[],
  news: SliceNews,
  eventId: string,
): Folded<TeamSeekerPage[]> {
  if (concerns(news, eventId)) return 'refetch'
  const renamed = renaming(news)
  if (!renamed) return pages
  return mapChanged(pages, (page) => {
    const people = mapChanged(page.people, renamed)
    return people === page.people ? page : { ...page, people }
  })
}

/** Whether the boards of an event may be others after the news: a team, the event or who takes part in it changed. */
function concerns(news: SliceNews, eventId: string): boolean {
  switch (news.type) {
    case 'teams.changed':
    case 'friends.changed':
      return true
    case 'events.changed':
      return news.event.id === eventId
    case 'events.removed':
    case 'events.participants_changed':
    case 'events.own_participation_changed':
    case 'events.organizers_changed':
    case 'events.people_changed':
      return news.eventId === eventId
    default:
      return false
  }
}

/** Gives the member of the news their present name and photo; null where the news is none of this. */
function renaming(news: SliceNews) {
  if (news.type !== 'profiles.member_changed') return null
  const { uid, displayName, photoURL } = news
  return <Person extends { uid: string }>(person: Person): Person =>
    person.uid === uid ? { ...person, displayName, photoURL } : person
}
