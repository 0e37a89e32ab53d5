import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { memberTopic } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For all members: names and photos are shown beside messages, friends and events. */
export function memberChanged({
  uid,
  displayName,
  photoURL,
}: {
  uid: string
  displayName: string
  photoURL: string
}): Publication {
  return { topic: membersTopic, news: { type: 'profiles.member_changed', uid, displayName, photoURL } }
}

/** For the member's own tabs. */
export function ownProfileChanged(uid: string): Publication {
  return { topic: memberTopic(uid), news: { type: 'profiles.own_profile_changed' } }
}
