import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { memberTopic } from '../platform/realtime/hub.ts'
import type { Piece } from '../platform/realtime/newsroom.ts'

/** Tells everybody: names and photos stand beside messages, friends and events of everyone. */
export function memberChanged({
  uid,
  displayName,
  photoURL,
}: {
  uid: string
  displayName: string
  photoURL: string
}): Piece {
  return { topic: membersTopic, news: { type: 'profiles.member_changed', uid, displayName, photoURL } }
}

/** Tells the member's own tabs. */
export function ownProfileChanged(uid: string): Piece {
  return { topic: memberTopic(uid), news: { type: 'profiles.own_profile_changed' } }
}
