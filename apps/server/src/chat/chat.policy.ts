import { conversationKind, membersOf, partnerOf } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Conversation } from './chat.store.ts'
import { findTakingPart } from './event-rooms.store.ts'

/**
 * Every member reads and writes the public room (specification, point 6); a private conversation is its two members', and an
 * event's room is found for those who take part alone. The id is a name, never a permission.
 */
export function mayTakePart(conversation: Conversation): boolean {
  return conversation.kind !== 'private' || conversation.partnerId !== null
}

/** Whether a private conversation's id names the viewer: any other is refused without a look at the tables. */
export function isNamedIn(conversationId: string, viewerId: string | null): boolean {
  return viewerId !== null && partnerOf(conversationId, viewerId) !== null
}

/** Friendship is the friends slice's to know, within a transaction where one is given. Only friends write to each other. */
export type AreFriends = (one: string, other: string, trx?: Database) => Promise<boolean>

/** @throws AppError where nobody may write any more */
export function requireOpen({ isPartnerGone, isReadOnly }: Conversation): void {
  if (isPartnerGone) throw new AppError('chat.partner_gone')
  if (isReadOnly) throw new AppError('chat.read_only')
}

/**
 * Why members may not write, by their uids. Behind the row lock of the conversation, which the end of a friendship and leaving
 * an event take too: they come before what is written or after it. A room closes by the clock, which is asked before.
 */
export async function findRefusals(
  areFriends: AreFriends,
  conversationId: string,
  uids: string[],
  trx: Database,
): Promise<ReadonlyMap<string, AppError>> {
  const kind = conversationKind(conversationId)
  const refuse = (code: ConstructorParameters<typeof AppError>[0], refused: string[]) =>
    new Map(refused.map((uid) => [uid, new AppError(code)]))
  if (kind === 'public') return new Map()
  if (kind === 'private')
    return (await areFriends(...membersOf(conversationId), trx))
      ? new Map()
      : refuse('chat.not_friends', uids)
  const takingPart = await findTakingPart(trx, conversationId, uids)
  return refuse(
    'chat.conversation_not_found',
    uids.filter((uid) => !takingPart.has(uid)),
  )
}

/** @throws AppError where the member may not write; see `findRefusals` */
export async function requireWriter(
  areFriends: AreFriends,
  conversationId: string,
  uid: string,
  trx: Database,
): Promise<void> {
  const refusal = (await findRefusals(areFriends, conversationId, [uid], trx)).get(uid)
  if (refusal) throw refusal
}
