import type { FriendsChanged } from '@covo/contract/friends/friends.news'
import { memberTopic } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** The relation of two members, for these two alone. */
export function friendsChanged(
  one: string,
  other: string,
  relation: FriendsChanged['relation'],
): Publication[] {
  return [
    { topic: memberTopic(one), news: { type: 'friends.changed', uid: other, relation } },
    { topic: memberTopic(other), news: { type: 'friends.changed', uid: one, relation } },
  ]
}
