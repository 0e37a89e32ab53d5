import { withPosition } from '@covo/contract/chat/chat.fold'
import type { HistoryEntry, OwnRooms } from '@covo/contract/chat/chat.routes'
import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { call } from '../platform/api.ts'
import { changeQueries } from '../platform/live-query.ts'
import { queryClient } from '../platform/query-client.ts'
import { ownRoomsKey } from './chat.queries.ts'
import type { ConversationView } from './conversation.ts'

/**
 * Sends the server the reader's position, while they can see the list: a message below the screen is not read. The mark of an
 * event's room goes at once.
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
    changeQueries<OwnRooms>(queryClient, ownRoomsKey, (own) =>
      withPosition(own, { conversationId, readUpTo: newestOfOther }),
    )
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
