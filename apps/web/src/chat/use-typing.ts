import { foldTyping, nobodyTypes, type ShownTyping } from '@covo/contract/chat/chat.fold'
import { typingInterval, typingLifetime } from '@covo/contract/chat/chat.rules'
import { useEffect, useRef, useState } from 'react'
import { api } from '../platform/api.ts'
import { live } from '../platform/live.ts'

/** Who else is writing in a conversation, and the function that says that the reader's own text changes. */
export function useTyping(conversationId: string, ownId: string) {
  const [typing, setTyping] = useState<ShownTyping>(nobodyTypes)
  const reportedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    let end: ReturnType<typeof setTimeout> | undefined
    const leaveNews = live.subscribeToNews((news) => {
      for (const piece of news) {
        const isWriting = performance.now() - reportedAt.current < typingLifetime
        setTyping((shown) => foldTyping(shown, piece, { conversationId, ownId, isWriting }))
        if (piece.type === 'chat.typing' && piece.conversationId === conversationId) {
          clearTimeout(end)
          end = setTimeout(() => setTyping(nobodyTypes), typingLifetime)
        }
        // What one writes next is a beginning again.
        if (piece.type === 'chat.message_sent' && piece.message.userId === ownId)
          reportedAt.current = Number.NEGATIVE_INFINITY
      }
    })
    return () => {
      leaveNews()
      clearTimeout(end)
      setTyping(nobodyTypes)
      reportedAt.current = Number.NEGATIVE_INFINITY
    }
  }, [conversationId, ownId])

  function report() {
    if (live.state() !== 'online' || performance.now() - reportedAt.current < typingInterval) return
    reportedAt.current = performance.now()
    const route = api.api.chat[':conversationId'].typing
    // Whatever the answer, nobody misses it: the next letters say it again, and the message itself finds out what is wrong.
    route.$post({ param: { conversationId } }).catch(() => {})
  }

  return { typing, report }
}
