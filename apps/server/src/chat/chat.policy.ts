import { partnerOf } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Conversation } from './chat.store.ts'
import { findRefusals } from './conversation-access.store.ts'

/** Whether a private conversation's id names the viewer: any other is refused without a look at the tables. */
export function isNamedIn(conversationId: string, viewerId: string | null): boolean {
  return viewerId !== null && partnerOf(conversationId, viewerId) !== null
}

/** Friendship is the friends slice's to know, within a transaction where one is given. */
export type AreFriends = (one: string, other: string, trx?: Database) => Promise<boolean>

/**
 * Asked before what a member sends is looked at, behind no lock. Whether two are friends is asked behind it alone: what is wrong with the
 * text itself comes before it.
 * @throws AppError where nothing can be written
 */
export function requireOpen({ writeRefusal }: Conversation): void {
  if (writeRefusal !== null && writeRefusal !== 'chat.not_friends') throw new AppError(writeRefusal)
}

/** @throws AppError where the member may not write; see `findRefusals` */
export async function requireWriter(database: Database, conversationId: string, uid: string): Promise<void> {
  const refusal = (await findRefusals(database, conversationId, [uid])).get(uid)
  if (refusal) throw refusal
}
