import { type Folded, mapChanged } from '../fold.ts'
import { foldPerson } from '../profiles/profiles.fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { FoundPerson } from './friends.routes.ts'

type PeoplePage = { people: FoundPerson[]; nextCursor: string | null }

/** The pages of a list of friends, of requests or of a search. Where a person goes to or leaves, the server knows. */
export function foldPeoplePages<Page extends PeoplePage>(pages: Page[], news: SliceNews): Folded<Page[]> {
  if (news.type === 'friends.changed') return 'refetch'
  return mapChanged(pages, (page) => {
    const people = mapChanged(page.people, (person) => foldPerson(person, news))
    return people === page.people ? page : { ...page, people }
  })
}

/** Friends without pages. The server alone knows the data of a new friend. */
export function foldFriends<Person extends FoundPerson>(
  friends: Person[],
  news: SliceNews,
): Folded<Person[]> {
  if (news.type === 'friends.changed') return 'refetch'
  return mapChanged(friends, (friend) => foldPerson(friend, news))
}

/** The counts of friends and of requests. */
export function foldFriendCounts<Counts>(counts: Counts, news: SliceNews): Folded<Counts> {
  return news.type === 'friends.changed' ? 'refetch' : counts
}

/** The friends who are online. The server alone knows them, and whether the member may see them. */
export function foldPresence<Presence>(presence: Presence, news: SliceNews): Folded<Presence> {
  return news.type === 'friends.changed' || news.type === 'account.changed' ? 'refetch' : presence
}

/** Somebody whom the member asked to be friends: the search finds them no more. */
export type Asked = { person: FoundPerson; relation: 'requested' | 'friends' }

/** The people whom the member asked, with the outcome; one who rejected can be found again. */
export function foldAsked<One extends Asked>(asked: One[], news: SliceNews): One[] {
  if (news.type === 'friends.changed') {
    const { uid, relation } = news
    if (relation === 'none') return asked.filter(({ person }) => person.uid !== uid)
    return mapChanged(asked, (one) => (one.person.uid === uid ? { ...one, relation } : one))
  }
  return mapChanged(asked, (one) => {
    const person = foldPerson(one.person, news)
    return person === one.person ? one : { ...one, person }
  })
}
