import type { HistoryEntry } from '@covo/contract/chat/chat.routes'
import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { call } from '../platform/api.ts'
import type { ConversationView } from './conversation.ts'

/**
 * Sends the server the reader's position, while they can see the list: a message below the screen is not read.
 * Answers the function that is called with the sequence up to which the list was shown.
 */
export function useMarkRead(
  conversationId: string,
  { history, ownId }: ConversationView,
): (sequence: number) => void {
  const isVisible = useDocumentVisibility() === 'visible'
  const marked = useRef(0)
  const [seen, setSeen] = useState(0)
  const isOfOther = ({ userId, sequence }: HistoryEntry) => userId !== ownId && sequence <= seen
  const newestOfOther = history?.messages.findLast(isOfOther)?.sequence ?? 0

  useEffect(() => {
    if (!isVisible || newestOfOther <= marked.current) return
    call('POST /api/chat/{conversationId}/read', {
      param: { conversationId },
      json: { sequence: newestOfOther },
    }).then(
      () => {
        marked.current = Math.max(marked.current, newestOfOther)
      },
      () => {
        // The next message, or the reader's coming back, tries again (specification, point 4: failure ignored).
      },
    )
  }, [conversationId, isVisible, newestOfOther])

  return setSeen
}
