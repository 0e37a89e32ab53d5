import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'

/** The private conversations with something unread. */
export const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: () => call(api.api.chat.unread.$get()),
})

export const partnersKey = ['chat', 'partner']

/** The other member of a private conversation. */
export function partnerQuery(conversationId: string) {
  return queryOptions({
    queryKey: [...partnersKey, conversationId],
    queryFn: () => call(api.api.chat[':conversationId'].partner.$get({ param: { conversationId } })),
  })
}
