import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { queryClient } from '../platform/query-client.ts'

/** The private conversations with something unread. */
export const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: () => call(api.api.chat.unread.$get()),
  ...keptOnDevice,
})

export const partnersKey = ['chat', 'partner']

/** The other member of a private conversation. */
export function partnerQuery(conversationId: string) {
  return queryOptions({
    queryKey: [...partnersKey, conversationId],
    queryFn: () => call(api.api.chat[':conversationId'].partner.$get({ param: { conversationId } })),
    ...keptOnDevice,
  })
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
