import type { Message, ReactionCount } from '@covo/contract/chat/chat.routes'
import { quoteOf } from '@covo/contract/chat/quote'

/** A stored message with its author's present name and photo. */
export type StoredMessage = {
  id: string
  conversationId: string
  sequence: number
  clientId: string
  senderId: string
  senderName: string
  senderPhoto: string | null
  text: string
  sentAt: Date
  removedAt: Date | null
  removedBy: 'author' | 'operator' | null
  edits: number
  editedAt: Date | null
  reactions: ReactionCount[] | null
  change: number | null
  replyTo: number | null
  /** Of the message that it replies to; null where it replies to none. */
  quotedText: string | null
  quotedRemovedAt: Date | null
  quotedSenderId: string | null
  quotedSenderName: string | null
}

const anonymous = 'Utente Anonimo'

/** A stored message as the contract has it. */
export function toMessage(stored: StoredMessage): Message {
  return {
    id: stored.id,
    conversationId: stored.conversationId,
    sequence: stored.sequence,
    clientId: stored.clientId,
    userId: stored.senderId,
    userName: stored.senderName || anonymous,
    photoURL: stored.senderPhoto,
    text: stored.text,
    timestamp: stored.sentAt.toISOString(),
    ...(stored.removedAt ? { isRemoved: true, removedBy: stored.removedBy ?? 'operator' } : {}),
    ...(stored.editedAt ? { edits: stored.edits, editedAt: stored.editedAt.toISOString() } : {}),
    ...(stored.replyTo !== null && stored.quotedSenderId !== null && !stored.removedAt
      ? {
          replyTo: quoteOf({
            sequence: stored.replyTo,
            userId: stored.quotedSenderId,
            userName: stored.quotedSenderName || anonymous,
            text: stored.quotedText ?? '',
            ...(stored.quotedRemovedAt ? { isRemoved: true } : {}),
          }),
        }
      : {}),
    ...(stored.reactions ? { reactions: stored.reactions } : {}),
    ...(stored.change === null ? {} : { change: stored.change }),
  }
}
