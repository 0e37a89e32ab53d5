import type { Conversation } from './chat.store.ts'

/** Every member reads and writes the public room (specification, point 6). */
export function mayRead(conversation: Conversation): boolean {
  return conversation.kind === 'public'
}
