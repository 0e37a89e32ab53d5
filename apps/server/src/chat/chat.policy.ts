import { conversationKind, membersOf, partnerOf } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Conversation } from './chat.store.ts'

/**
 * Every member reads and writes the public room (specification, point 6); a private conversation is its two members'.
 * Its id is a name, never a permission.
 */
export function mayTakePart(conversation: Conversation): boolean {
  return conversation.kind === 'public' || conversation.partnerId !== null
}

/** Whether a private conversation's id names the viewer: any other is refused without a look at the tables. */
export function isNamedIn(conversationId: string, viewerId: string | null): boolean {
  return viewerId !== null && partnerOf(conversationId, viewerId) !== null
}

/** Friendship is the friends slice's to know, within a transaction where one is given. Only friends write to each other. */
export type AreFriends = (one: string, other: string, trx?: Database) => Promise<boolean>

/**
 * Behind the row lock of the conversation, which the end of a friendship takes too: it comes before what is written or after it.
 * @throws AppError `chat.not_friends` in a private conversation of two who are friends no more
 */
export async function requireFriends(
  areFriends: AreFriends,
  conversationId: string,
  trx: Database,
): Promise<void> {
  if (conversationKind(conversationId) === 'public') return
  if (!(await areFriends(...membersOf(conversationId), trx))) throw new AppError('chat.not_friends')
}
