import { useEffect, useSyncExternalStore } from 'react'
import type { Conversation, ConversationView } from './conversation.ts'
import { conversationOf } from './conversations.ts'
import { useLinkedMessage } from './jump.ts'

/** A conversation, kept up with while the screen is shown, which opens at the message that its address names. */
export function useConversation(
  conversationId: string,
  ownId: string,
): { conversation: Conversation; view: ConversationView } {
  const conversation = conversationOf(conversationId, ownId)
  useEffect(() => conversation.watch(), [conversation])
  useLinkedMessage(conversation)
  return { conversation, view: useSyncExternalStore(conversation.subscribe, conversation.view) }
}
