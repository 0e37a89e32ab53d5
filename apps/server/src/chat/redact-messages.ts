import type { ReactionsChanged } from '@covo/contract/chat/chat.news'
import type { HistoryEntry, Message } from '@covo/contract/chat/chat.routes'
import { conversationKind } from '@covo/contract/chat/chat.rules'
import type { Hidden } from '../platform/viewer.ts'
import type { StoredMessage } from './stored-message.ts'

/**
 * A message as somebody sees it who does not see some members: in the public room, theirs keep their place alone. A private
 * chat stays readable.
 */
export function redactMessage(message: HistoryEntry, hidden: Hidden): HistoryEntry {
  if (message.isHidden || conversationKind(message.conversationId) === 'private') return message
  const { conversationId, sequence, change, userId, replyTo } = message
  if (hidden.has(userId))
    return { conversationId, sequence, ...(change === undefined ? {} : { change }), isHidden: true }
  return withRedactedQuote(message, replyTo, hidden)
}

/** A message that the viewer may see, without a quote of somebody whom they do not see. */
export function redactQuote(message: Message, hidden: Hidden): Message {
  return conversationKind(message.conversationId) === 'private'
    ? message
    : withRedactedQuote(message, message.replyTo, hidden)
}

function withRedactedQuote(message: Message, quote: Message['replyTo'], hidden: Hidden): Message {
  if (!quote || quote.isHidden || !hidden.has(quote.userId)) return message
  return { ...message, replyTo: { sequence: quote.sequence, isHidden: true } }
}

/** An entry of the changes. Counts of reactions are the room's. */
export function redactEntry(entry: HistoryEntry | ReactionsChanged, hidden: Hidden) {
  return 'conversationId' in entry ? redactMessage(entry, hidden) : entry
}

/** Whether a stored message of the public room is of somebody whom the viewer does not see. */
export function isHidden(
  { conversationId, senderId }: Pick<StoredMessage, 'conversationId' | 'senderId'>,
  hidden: Hidden,
): boolean {
  return conversationKind(conversationId) !== 'private' && hidden.has(senderId)
}
