import { foldTyping, nobodyTypes, type ShownTyping } from '@covo/contract/chat/chat.fold'
import { typingIntervalMs, typingLifetimeMs } from '@covo/contract/chat/chat.rules'
import { useEffect, useRef, useState } from 'react'
import { request } from '../platform/api.ts'
import { live } from '../platform/live.ts'
import { showsTyping } from '../platform/privacy.ts'

/** The others who are writing in a conversation, and the function that reports a change of the reader's own text. */
export function useTyping(conversationId: string, ownId: string) {
  const [typing, setTyping] = useState<ShownTyping>(nobodyTypes)
  const reportedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    let end: ReturnType<typeof setTimeout> | undefined
    const leaveNews = live.subscribeToNews((news) => {
      for (const piece of news) {
        const isWriting = performance.now() - reportedAt.current < typingLifetimeMs
        setTyping((shown) => foldTyping(shown, piece, { conversationId, ownId, isWriting }))
        if (piece.type === 'chat.typing' && piece.conversationId === conversationId) {
          clearTimeout(end)
          end = setTimeout(() => setTyping(nobodyTypes), typingLifetimeMs)
        }
        // The next letter begins another message.
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

  async function report() {
    if (live.state() !== 'online' || performance.now() - reportedAt.current < typingIntervalMs) return
    reportedAt.current = performance.now()
    if (!(await showsTyping())) return
    // A failure needs no handling: the next letters report again, and the message's own answer says what is wrong.
    await request('POST /api/chat/{conversationId}/typing', { param: { conversationId } }).catch(() => {})
  }

  return { typing, report }
}
