import type { UnreadChat } from '@covo/contract/chat/chat.routes'
import type { MemberChanged } from '@covo/contract/profiles/profiles.news'
import type { SliceNews } from '@covo/contract/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { askAnew } from '../platform/ask-anew.ts'
import { partnersKey, unreadQuery } from './chat.queries.ts'
import { renameAuthor } from './conversation.ts'

/** Keeps the unread marks right, and every name that chats show. Messages themselves reach their conversation. */
export function foldChatNews(queryClient: QueryClient, news: SliceNews): void {
  if (news.type === 'chat.unread_changed' && !(news.isUnread && isBeingRead(news.conversationId)))
    askAnew(queryClient, { queryKey: unreadQuery.queryKey })
  if (news.type === 'profiles.member_changed') {
    renameAuthor(news)
    renamePartner(queryClient, news)
  }
}

/** What the reader has before their eyes is marked as read at once: a mark would only flash. */
function isBeingRead(conversationId: string): boolean {
  return document.visibilityState === 'visible' && location.pathname.endsWith(`/chat/${conversationId}`)
}

function renamePartner(queryClient: QueryClient, { uid, displayName, photoURL }: MemberChanged): void {
  const renamed = <Known extends UnreadChat['partner']>(partner: Known): Known =>
    partner.uid === uid ? { ...partner, displayName, photoURL } : partner
  queryClient.setQueriesData<UnreadChat['partner']>(
    { queryKey: partnersKey },
    (partner) => partner && renamed(partner),
  )
  queryClient.setQueryData(
    unreadQuery.queryKey,
    (unread) =>
      unread && {
        ...unread,
        chats: unread.chats.map((chat) => ({ ...chat, partner: renamed(chat.partner) })),
      },
  )
}
