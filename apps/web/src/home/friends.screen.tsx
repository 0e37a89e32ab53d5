import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { unreadQuery } from '../chat/chat.queries.ts'
import { Conversations } from '../chat/conversations-card.tsx'
import { FriendsTabs } from '../friends/friends-tabs.tsx'

/** The member's conversations and friends. The menu's entry leads to its first tab, from its others too. */
export function FriendsScreen() {
  const { key } = useLocation()
  const isUnread = (useQuery(unreadQuery).data?.total ?? 0) > 0
  return <FriendsTabs key={key} above={<Conversations />} isUnread={isUnread} />
}
