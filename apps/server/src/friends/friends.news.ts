import type { FriendsChanged } from '@covo/contract/friends/friends.news'
import { memberTopic } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** The relation of two members, for these two alone. */
export function friendsChanged(
  one: string,
  other: string,
  relation: FriendsChanged['relation'],
): Publication[] {
  return [relationChanged(one, other, { relation }), relationChanged(other, one, { relation })]
}

/** The same, for two who became friends by an accepted request: its sender also gets the name of the other. */
export function requestAccepted(senderId: string, recipientId: string, acceptedBy: string): Publication[] {
  return [
    relationChanged(senderId, recipientId, { relation: 'friends', acceptedBy }),
    relationChanged(recipientId, senderId, { relation: 'friends' }),
  ]
}

function relationChanged(
  viewerId: string,
  uid: string,
  change: Pick<FriendsChanged, 'relation' | 'acceptedBy'>,
): Publication {
  return { topic: memberTopic(viewerId), news: { type: 'friends.changed', uid, ...change } }
}
