import { foldUnreadChats } from '@covo/contract/chat/chat.fold'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { foldPerson } from '@covo/contract/profiles/profiles.fold'
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { liveQuery } from '../platform/live-query.ts'
import { queryClient } from '../platform/query-client.ts'

/** The private conversations with something unread. */
export const unreadQuery = liveQuery(
  queryOptions({
    queryKey: ['chat', 'unread'],
    queryFn: () => call(api.api.chat.unread.$get()),
    ...keptOnDevice,
  }),
  (unread, news) => {
    // A message before the reader's eyes is marked as read at once: a mark would only flash.
    const isSeen = news.type === 'chat.unread_changed' && news.isUnread && isBeingRead(news.conversationId)
    return isSeen ? unread : foldUnreadChats(unread, news)
  },
)

function isBeingRead(conversationId: string): boolean {
  return document.visibilityState === 'visible' && location.pathname.endsWith(`/chat/${conversationId}`)
}

/** The other member of a private conversation. */
export function partnerQuery(conversationId: string) {
  return liveQuery(
    queryOptions({
      queryKey: ['chat', 'partner', conversationId],
      queryFn: () => call(api.api.chat[':conversationId'].partner.$get({ param: { conversationId } })),
      ...keptOnDevice,
    }),
    foldPerson,
  )
}

const newestPagesKey = ['chat', 'newest-page']
queryClient.setQueryDefaults(newestPagesKey, keptOnDevice)

/** The newest messages of a conversation as they were last shown, or nothing. */
export function lastSeenPage(conversationId: string): MessagePage | undefined {
  return queryClient.getQueryData([...newestPagesKey, conversationId])
}

export function keepPage(conversationId: string, page: MessagePage): void {
  queryClient.setQueryData([...newestPagesKey, conversationId], page)
}
