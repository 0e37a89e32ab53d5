import type { Message, ReactionCount } from '@covo/contract/chat/chat.routes'
import type { NameOf } from '@covo/contract/chat/markup.text'
import { quoteOf } from '@covo/contract/chat/quote'
import type { MessageFile } from '@covo/contract/files/message-files'
import type { Database } from '../platform/database/database.ts'
import { anonymousName, mentionedIn, namesOfMentioned } from './mentioned-names.ts'

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
  files: MessageFile[] | null
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
  quotedFiles: MessageFile[] | null
  quotedRemovedAt: Date | null
  quotedSenderId: string | null
  quotedSenderName: string | null
}

/** Stored messages as the contract has them. */
export async function toMessages(database: Database, stored: readonly StoredMessage[]): Promise<Message[]> {
  const nameOf = await namesOfMentioned(
    database,
    stored.flatMap(({ text, quotedText }) => [text, quotedText ?? '']),
  )
  return stored.map((one) => toMessage(one, nameOf))
}

function toMessage(stored: StoredMessage, nameOf: NameOf): Message {
  const mentionsIn = (text: string) =>
    mentionedIn(text).flatMap((uid) => {
      const displayName = nameOf(uid)
      return displayName === undefined ? [] : [{ uid, displayName }]
    })
  const mentions = mentionsIn(stored.text)
  return {
    id: stored.id,
    conversationId: stored.conversationId,
    sequence: stored.sequence,
    clientId: stored.clientId,
    userId: stored.senderId,
    userName: stored.senderName || anonymousName,
    photoURL: stored.senderPhoto,
    text: stored.text,
    ...(stored.files ? { files: stored.files } : {}),
    timestamp: stored.sentAt.toISOString(),
    ...(stored.removedAt ? { isRemoved: true, removedBy: stored.removedBy ?? 'operator' } : {}),
    ...(stored.editedAt ? { edits: stored.edits, editedAt: stored.editedAt.toISOString() } : {}),
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(stored.replyTo !== null && stored.quotedSenderId !== null && !stored.removedAt
      ? {
          replyTo: quoteOf({
            sequence: stored.replyTo,
            userId: stored.quotedSenderId,
            userName: stored.quotedSenderName || anonymousName,
            text: stored.quotedText ?? '',
            ...(stored.quotedFiles ? { files: stored.quotedFiles } : {}),
            mentions: mentionsIn(stored.quotedText ?? ''),
            ...(stored.quotedRemovedAt ? { isRemoved: true } : {}),
          }),
        }
      : {}),
    ...(stored.reactions ? { reactions: stored.reactions } : {}),
    ...(stored.change === null ? {} : { change: stored.change }),
  }
}
