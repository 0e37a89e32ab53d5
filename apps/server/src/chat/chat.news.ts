import { conversationTopic, type OwnReactionsChanged } from '@covo/contract/chat/chat.news'
import type { Message } from '@covo/contract/chat/chat.routes'
import type { MutedUntil } from '@covo/contract/chat/chat.rules'
import { memberTopic } from '../platform/realtime/hub.ts'
import type { HistoryPublication, Publication } from '../platform/realtime/newsroom.ts'

/** For all subscribers of the conversation, the sender's own tabs included. */
export function messageSent(
  message: Message,
  counts: { authorCount: number; changes: number },
): HistoryPublication {
  const { conversationId, sequence } = message
  return {
    topic: conversationTopic(conversationId),
    news: { type: 'chat.message_sent', message, ...counts },
    position: { head: sequence },
  }
}

/** For the member's own tabs and devices. */
export function ownReactionsChanged(uid: string, changed: Omit<OwnReactionsChanged, 'type'>): Publication {
  return { topic: memberTopic(uid), news: { type: 'chat.own_reactions_changed', ...changed } }
}

/** For the member's own tabs and devices. */
export function mentionsChanged(uid: string): Publication {
  return { topic: memberTopic(uid), news: { type: 'chat.mentions_changed' } }
}

/** For the tabs and devices of the one whose partner has read; see the contract's `PartnerRead`. */
export function partnerRead(uid: string, conversationId: string, sequence: number | null): Publication {
  return { topic: memberTopic(uid), news: { type: 'chat.partner_read', conversationId, sequence } }
}

/** For the member's own tabs and devices. */
export function ownRoomChanged(
  uid: string,
  own: { conversationId: string; isMember: boolean; readUpTo: number; mutedUntil: MutedUntil },
): Publication {
  return { topic: memberTopic(uid), news: { type: 'rooms.own_changed', ...own } }
}

/** For the member's own tabs and devices. */
export function unreadChanged(uid: string, conversationId: string, isUnread: boolean): Publication {
  return { topic: memberTopic(uid), news: { type: 'chat.unread_changed', conversationId, isUnread } }
}
