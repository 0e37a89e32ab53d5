import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { api, call } from '../platform/api.ts'
import type { ConversationView } from './conversation.ts'

/** Lets the server know how far the reader has read, while they can see it. */
export function useMarkRead(conversationId: string, { history, ownId }: ConversationView) {
  const isVisible = useDocumentVisibility() === 'visible'
  const marked = useRef(0)
  const newestOfOther = history?.messages.findLast(({ userId }) => userId !== ownId)?.sequence ?? 0

  useEffect(() => {
    if (!isVisible || newestOfOther <= marked.current) return
    const route = api.api.chat[':conversationId'].read
    call(route.$post({ param: { conversationId }, json: { sequence: newestOfOther } })).then(
      () => {
        marked.current = Math.max(marked.current, newestOfOther)
      },
      () => {
        // The next message, or the reader's coming back, tries again (specification, point 4: failure ignored).
      },
    )
  }, [conversationId, isVisible, newestOfOther])
}
