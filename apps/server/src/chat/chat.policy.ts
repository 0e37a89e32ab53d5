import type { Conversation } from './chat.store.ts'

/**
 * Every member reads and writes the public room (specification, point 6); a private conversation is its two members'.
 * Its id is a name, never a permission.
 */
export function mayTakePart(conversation: Conversation): boolean {
  return conversation.kind === 'public' || conversation.partnerId !== null
}
