import { conversationKind, publicRoomId } from '@covo/contract/chat/chat.rules'
import { useDocumentVisibility } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { createContext, type RefObject, useEffect, useMemo, useState } from 'react'
import { call } from '../platform/api.ts'
import { mentionsQuery } from './chat.queries.ts'

type Waiting = { total: number; sequences: readonly number[] }

const nothing: Waiting = { total: 0, sequences: [] }

/** The sequences of the messages of a list with unread mentions of the reader. */
export const WaitingMentionsContext = createContext<readonly number[]>(nothing.sequences)

/** The unread mentions of the reader in a conversation, the oldest first; private chats have none. */
export function useWaitingMentions(conversationId: string): Waiting {
  const isRoom = conversationKind(conversationId) === 'public'
  const { data } = useQuery({ ...mentionsQuery, enabled: isRoom })
  return useMemo(
    () =>
      data && isRoom
        ? { total: data.total, sequences: data.oldest.map(({ sequence }) => sequence) }
        : nothing,
    [data, isRoom],
  )
}

/** Marks a message of the public room as read when it is on a visible screen. */
export function ReadMention({
  sequence,
  article,
}: {
  sequence: number
  article: RefObject<HTMLElement | null>
}) {
  const isVisible = useDocumentVisibility() === 'visible'
  const [isShown, setIsShown] = useState(false)

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setIsShown(entry?.isIntersecting === true))
    if (article.current) observer.observe(article.current)
    return () => observer.disconnect()
  }, [article])

  useEffect(() => {
    if (!isVisible || !isShown) return
    const param = { conversationId: publicRoomId, sequence }
    // The news of it takes the mark away; without an answer the next look tries again.
    call('POST /api/chat/{conversationId}/mentions/{sequence}/read', { param }).catch(() => {})
  }, [isVisible, isShown, sequence])
  return null
}
