import type { FriendsChanged } from '@covo/contract/friends/friends.news'
import { memberTopic } from '../platform/realtime/hub.ts'
import type { Piece } from '../platform/realtime/newsroom.ts'

/** What two members are to each other, for these two alone. */
export function friendsChanged(one: string, other: string, relation: FriendsChanged['relation']): Piece[] {
  return [
    { topic: memberTopic(one), news: { type: 'friends.changed', uid: other, relation } },
    { topic: memberTopic(other), news: { type: 'friends.changed', uid: one, relation } },
  ]
}
