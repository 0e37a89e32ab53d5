import {
  foldOwnRooms,
  foldPartner,
  foldPrivateChatPages,
  foldUnreadChats,
  foldUnreadMentions,
} from '@covo/contract/chat/chat.fold'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import type { SliceNews } from '@covo/contract/realtime'
import { hashKey, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { forgetSeen, keptOnDevice } from '../platform/last-seen.ts'
import { foldPages, liveQuery } from '../platform/live-query.ts'
import { queryClient } from '../platform/query-client.ts'

/** The private conversations with something unread. */
export const unreadQuery = liveQuery(
  queryOptions({
    queryKey: ['chat', 'unread'],
    queryFn: () => call('GET /api/chat/unread'),
    ...keptOnDevice,
  }),
  (unread, news) => (isMarkOfSeen(news) ? unread : foldUnreadChats(unread, asSeen(news))),
)

/** The messages of the public room and of rooms by subject that wait for the member. */
export const mentionsQuery = liveQuery(
  queryOptions({
    queryKey: ['chat', 'mentions'],
    queryFn: () => call('GET /api/chat/mentions'),
    ...keptOnDevice,
  }),
  foldUnreadMentions,
)

const foldList = foldPages(foldPrivateChatPages)

/** The private conversations that have a message, page by page. */
export const privateChatsQuery = liveQuery(
  infiniteQueryOptions({
    queryKey: ['chat', 'list'],
    queryFn: ({ pageParam: cursor }) => call('GET /api/chat', { query: { ...(cursor && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...keptOnDevice,
  }),
  (list, news) => (isMarkOfSeen(news) ? list : foldList(list, asSeen(news))),
)

/** Milliseconds over which pages spread the refetch of the lists of rooms, since all of them hear at once that those changed. */
export const refetchSpread = 2000

export const ownRoomsKey = ['chat', 'own-rooms']

/** The rooms of the member's nearest events, the rooms by subject that they entered and the rooms of their teams. `useOwnRoomHeads` refetches them after new messages. */
export function ownRoomsQuery(viewerId: string) {
  return liveQuery(
    queryOptions({
      queryKey: ownRoomsKey,
      queryFn: () => call('GET /api/rooms/own'),
      ...keptOnDevice,
      meta: { ...keptOnDevice.meta, refetchSpread },
    }),
    (own, news) => foldOwnRooms(own, news, viewerId),
  )
}

function isMarkOfSeen(news: SliceNews): boolean {
  return news.type === 'chat.unread_changed' && news.isUnread && isBeingRead(news.conversationId)
}

/** A message before the reader's eyes is marked as read at once: a mark would only flash. */
function asSeen(news: SliceNews): SliceNews {
  if (news.type !== 'chat.last_message_changed' || !isBeingRead(news.chat.conversationId)) return news
  return { ...news, chat: { ...news.chat, isUnread: false } }
}

function isBeingRead(conversationId: string): boolean {
  return document.visibilityState === 'visible' && location.pathname.endsWith(`/chat/${conversationId}`)
}

/** The other member of a private conversation. */
export function partnerQuery(conversationId: string) {
  return liveQuery(
    queryOptions({
      queryKey: ['chat', 'partner', conversationId],
      queryFn: () => call('GET /api/chat/{conversationId}/partner', { param: { conversationId } }),
      ...keptOnDevice,
    }),
    foldPartner,
  )
}

const newestPagesKey = ['chat', 'newest-page']
queryClient.setQueryDefaults(newestPagesKey, keptOnDevice)

/** The newest messages of a conversation as they were last shown, or nothing. */
export function lastSeenPage(conversationId: string): MessagePage | undefined {
  return queryClient.getQueryData([...newestPagesKey, conversationId])
}

/** Forgets them, also on this device, where the answers of queries that are gone stay otherwise. */
export function forgetPage(conversationId: string): void {
  const queryKey = [...newestPagesKey, conversationId]
  queryClient.removeQueries({ queryKey })
  forgetSeen(hashKey(queryKey))
}

export function forgetPages(): void {
  queryClient.removeQueries({ queryKey: newestPagesKey })
}

export function keepPage(conversationId: string, page: MessagePage): void {
  queryClient.setQueryData([...newestPagesKey, conversationId], page)
}
