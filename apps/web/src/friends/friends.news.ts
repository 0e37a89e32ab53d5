import type { SliceNews } from '@covo/contract/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { askAnew } from '../platform/ask-anew.ts'
import { friendsKey, renamePerson } from './friends.queries.ts'

/** Lists and counts are asked for anew; a new name stands in them at once. */
export function foldFriendsNews(queryClient: QueryClient, news: SliceNews): void {
  if (news.type === 'friends.changed') askAnew(queryClient, { queryKey: friendsKey })
  if (news.type === 'profiles.member_changed') renamePerson(queryClient, news)
}
