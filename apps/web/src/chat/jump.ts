import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { describeError } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'
import { jumpErrors } from './chat.texts.it.ts'
import type { Conversation } from './conversation.ts'
import { linkedMessage } from './message-link.ts'

/** Leads the reader to a message, or says why not. */
export async function jumpTo(conversation: Conversation, sequence: number): Promise<void> {
  try {
    await conversation.jumpTo(sequence)
  } catch (error) {
    showToast('failed', describeError(error, jumpErrors))
  }
}

/** Leads the reader to the newest messages, or says why not. */
export async function jumpToEnd(conversation: Conversation): Promise<void> {
  try {
    await conversation.jumpToEnd()
  } catch (error) {
    showToast('failed', describeError(error, jumpErrors))
  }
}

/** Leads the reader to the message that the page's address names, each time that a link is followed. */
export function useLinkedMessage(conversation: Conversation): void {
  const { search, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address followed again leads there again
  useEffect(() => {
    const asked = linkedMessage(search)
    if (asked === null) return
    if (/^[1-9]\d{0,14}$/.test(asked)) void jumpTo(conversation, Number(asked))
    else showToast('failed', jumpErrors['chat.message_not_found'])
  }, [conversation, search, key])
}
