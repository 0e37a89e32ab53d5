import { useDocumentVisibility } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import type { ConversationView } from './conversation.ts'
import { readPosition, savePosition } from './read-position.ts'

/** The sequences between which something waited to be read. */
export type Unread = { after: number; upTo: number }

/**
 * What had come since the member last looked, when the conversation was opened or its page came back before their eyes. It
 * stays the same until they leave. How far they read is kept on the device for each member and conversation, so that it
 * is known of the public room too, of which the server keeps no such thing; who never read here has nothing unread.
 */
export function useUnread(
  conversationId: string,
  { ownId, history, headAtOpening }: ConversationView,
): { unread: Unread | null; markSeen: (sequence: number) => void } {
  const head = history?.head ?? 0
  const isVisible = useDocumentVisibility() === 'visible'
  const [wasVisible, setWasVisible] = useState(isVisible)
  const [after, setAfter] = useState(() => readPosition(conversationId, ownId))
  const [unread, setUnread] = useState<Unread | null>(null)

  if (unread === null && after !== null && headAtOpening !== null) setUnread({ after, upTo: headAtOpening })
  if (isVisible !== wasVisible) {
    setWasVisible(isVisible)
    const position = readPosition(conversationId, ownId)
    setAfter(position)
    if (isVisible && position !== null && position < head) setUnread({ after: position, upTo: head })
  }

  const markSeen = useCallback(
    (sequence: number) => {
      if (isVisible && sequence > (readPosition(conversationId, ownId) ?? 0))
        savePosition(conversationId, ownId, sequence)
    },
    [isVisible, conversationId, ownId],
  )
  return { unread, markSeen }
}
