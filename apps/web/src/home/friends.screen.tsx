import { Conversations } from '../chat/conversations-card.tsx'
import { FriendsTabs } from '../friends/friends-tabs.tsx'

/** The member's people: with whom they talk, and who their friends are. */
export function FriendsScreen() {
  return <FriendsTabs above={<Conversations />} />
}
