import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import type { SliceNews } from '@covo/contract/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { askAnew } from '../platform/ask-anew.ts'
import { ownProfileQuery } from './profiles.queries.ts'

/** The own document may change in another tab; its number of friends changes with them. */
export function foldProfilesNews(queryClient: QueryClient, news: SliceNews): void {
  if (news.type === 'profiles.own_profile_changed' || news.type === 'friends.changed')
    askAnew(queryClient, { queryKey: ownProfileQuery.queryKey })
  if (news.type !== 'profiles.member_changed') return
  const { uid, displayName, photoURL } = news
  queryClient.setQueryData(ownProfileQuery.queryKey, (own: OwnProfile | undefined) =>
    own?.uid === uid ? { ...own, displayName, photoURL } : own,
  )
}
