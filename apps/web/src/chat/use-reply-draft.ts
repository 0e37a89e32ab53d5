import type { Quote } from '@covo/contract/chat/chat.routes'
import { useState } from 'react'
import { readReply, saveReply } from './unsent.ts'

/** The message to which the composer's text replies; it is kept as long as that text. */
export function useReplyDraft(conversationId: string, memberId: string) {
  const [reply, setReply] = useState(() => readReply(conversationId, memberId))

  function change(next: Quote | null) {
    setReply(next)
    saveReply(conversationId, memberId, next)
  }

  return [reply, change] as const
}
