import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { OwnProfile, Profile } from './profiles.routes.ts'

type Person = { uid: string; displayName: string; photoURL: string }

/** A person under their present name and photo; the very person where the news is of something else. */
export function foldPerson<Known extends Person>(person: Known, news: SliceNews): Known {
  if (news.type !== 'profiles.member_changed' || news.uid !== person.uid) return person
  const { displayName, photoURL } = news
  return { ...person, displayName, photoURL }
}

/** The member's own document, which counts their friends. */
export function foldOwnProfile(own: OwnProfile, news: SliceNews): Folded<OwnProfile> {
  if (news.type === 'profiles.own_profile_changed' || news.type === 'friends.changed') return 'refetch'
  return foldPerson(own, news)
}

/** A member's profile: the fields that the viewer may see depend on the relation of the two. */
export function foldProfile(profile: Profile, news: SliceNews): Folded<Profile> {
  if (news.type === 'friends.changed' && news.uid === profile.uid) return 'refetch'
  return foldPerson(profile, news)
}
