import { type Folded, mapChanged } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { ParticipantPage } from './event-participants.routes.ts'

/** The pages of an event's participants. The server alone knows which of them the viewer sees. */
export function foldParticipantPages(
  pages: ParticipantPage[],
  news: SliceNews,
  eventId: string,
): Folded<ParticipantPage[]> {
  switch (news.type) {
    case 'events.participants_changed':
    case 'events.own_participation_changed':
    case 'events.organizers_changed':
    case 'events.people_changed':
      return news.eventId === eventId ? 'refetch' : pages
    case 'events.changed':
      return news.event.id === eventId ? 'refetch' : pages
    case 'friends.changed':
      return 'refetch'
    case 'profiles.member_changed': {
      const { uid, displayName, photoURL } = news
      return mapChanged(pages, (page) => {
        const people = mapChanged(page.people, (person) =>
          person.uid === uid ? { uid, displayName, photoURL } : person,
        )
        return people === page.people ? page : { ...page, people }
      })
    }
    default:
      return pages
  }
}
