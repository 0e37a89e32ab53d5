import { conversationKind } from '@covo/contract/chat/chat.rules'
import { nameMentions } from '@covo/contract/chat/markup.text'
import { namesIn } from '@covo/contract/chat/quote'
import type { Database } from '../platform/database/database.ts'
import type { Hidden } from '../platform/viewer.ts'
import { findReaders } from './conversation-access.store.ts'
import { findMessagesAfter, findMessagesBefore } from './history.store.ts'
import { isHidden } from './redact-messages.ts'
import { toMessages } from './stored-message.ts'

/** Messages around a reported one that are kept with it. In a private chat and a team's room nothing after it. */
const keptBefore = 10
const keptAfter = 5

/**
 * A message with those around it, as a member who reports it sees them; null where they don't see it, or it is removed. Those of
 * people who are hidden from the member are left out.
 */
export async function findReportedMessage(
  trx: Database,
  { uid, hidden }: { uid: string; hidden: Hidden },
  id: string,
) {
  const place = await trx
    .selectFrom('messages')
    .select(['conversation_id as conversationId', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!place) return null
  const { conversationId, sequence } = place
  const kind = conversationKind(conversationId)
  if (!(await findReaders(trx, conversationId, [uid])).has(uid)) return null
  const before = await findMessagesBefore(trx, conversationId, sequence + 1, keptBefore + 1)
  const [reported] = before
  if (!reported || reported.removedAt || isHidden(reported, hidden)) return null
  const after =
    kind !== 'private' && kind !== 'team'
      ? await findMessagesAfter(trx, conversationId, sequence, keptAfter)
      : []
  const seen = [...before.toReversed(), ...after].filter((message) => !isHidden(message, hidden))
  const messages = (await toMessages(trx, seen)).map((message) => ({
    sequence: message.sequence,
    uid: message.userId,
    name: message.userName,
    at: message.timestamp,
    text: nameMentions(message.text, namesIn(message.mentions)),
    ...(message.files ? { files: message.files } : {}),
  }))
  return {
    memberId: reported.senderId,
    isOwn: reported.senderId === uid,
    snapshot: { kind: 'message' as const, conversationId, sequence, messages },
  }
}
