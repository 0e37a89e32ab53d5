import { useDocumentVisibility } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import type { ConversationView } from './conversation.ts'
import { readPosition, savePosition } from './read-position.ts'

/** The sequences between which something waited to be read. */
export type Unread = { after: number; upTo: number }

/**
 * The messages since the member last looked, as of the opening of the conversation or the return to its page. They stay
 * the same until the member leaves. The read position is kept on the device for each member and conversation, since the
 * server keeps none of the public room; without one, nothing is unread.
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
