import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import type { SliceNews } from '@covo/contract/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { ownProfileQuery } from './profiles.queries.ts'

/** The own name may change in another tab; the number of friends changes with them. */
export function foldProfilesNews(queryClient: QueryClient, news: SliceNews): void {
  if (news.type === 'friends.changed')
    void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
  if (news.type !== 'profiles.member_changed') return
  const { uid, displayName, photoURL } = news
  queryClient.setQueryData(ownProfileQuery.queryKey, (own: OwnProfile | undefined) =>
    own?.uid === uid ? { ...own, displayName, photoURL } : own,
  )
}
