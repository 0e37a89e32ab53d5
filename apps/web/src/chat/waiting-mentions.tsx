import { isReadByAll } from '@covo/contract/chat/chat.rules'
import { useDocumentVisibility } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { createContext, type RefObject, useEffect, useMemo, useState } from 'react'
import { call } from '../platform/api.ts'
import { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { mentionsQuery } from './chat.queries.ts'

type Waiting = { conversationId: string; total: number; sequences: readonly number[] }

const nothing: Waiting = { conversationId: '', total: 0, sequences: [] }

/** The messages of a list with unread mentions of the reader. */
export const WaitingMentionsContext = createContext(nothing)

/** The unread mentions of the reader in a conversation, the oldest first; private chats have none. */
export function useWaitingMentions(conversationId: string): Waiting {
  const isRoom = isReadByAll(conversationId)
  const enabled = useEnabledAfterFirstScreen()
  const { data } = useQuery({ ...mentionsQuery, enabled: isRoom && enabled })
  return useMemo(() => {
    if (!data || !isRoom) return nothing
    const here = data.oldest.filter((one) => one.conversationId === conversationId)
    const total = data.byRoom[conversationId] ?? 0
    return { conversationId, total, sequences: here.map(({ sequence }) => sequence) }
  }, [data, isRoom, conversationId])
}

/** Marks a message of a room as read when it is on a visible screen. */
export function ReadMention({
  conversationId,
  sequence,
  article,
}: {
  conversationId: string
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
    const param = { conversationId, sequence }
    // The news of it takes the mark away; without an answer the next look tries again.
    call('POST /api/chat/{conversationId}/mentions/{sequence}/read', { param }).catch(() => {})
  }, [isVisible, isShown, conversationId, sequence])
  return null
}
