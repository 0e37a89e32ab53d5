import type { ReactionCount } from '@covo/contract/chat/chat.routes'
import type { ReactionKind } from '@covo/contract/chat/chat.rules'
import { sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'
import type { Hidden } from '../platform/viewer.ts'

/** One kind of reaction of one member to a message. */
export type Reaction = {
  conversationId: string
  sequence: number
  reaction: ReactionKind
  memberId: string
}

/** `isSet`: whether it is to be there. */
export type ReactionChange = Reaction & { isSet: boolean }

/**
 * The outcome of one: `isPresent` where there is such a message, not removed; `change` is the message's latest, of this reaction
 * where `isChanged`; `own` are the member's.
 */
type StoredReaction = {
  isPresent: boolean
  isChanged: boolean
  change: number | null
  reactions: ReactionCount[] | null
  own: ReactionKind[] | null
}

/** Sets reactions or takes them back, in their order, behind the row lock of the conversation; the function stands in migration 37. */
export async function storeReactions(
  trx: DatabaseTransaction,
  conversationId: string,
  changes: ReactionChange[],
): Promise<StoredReaction[]> {
  return await setReactions(
    trx,
    conversationId,
    changes.map(({ sequence }) => sequence),
    changes.map(({ reaction }) => reaction),
    changes.map(({ memberId }) => memberId),
    changes.map(({ isSet }) => isSet),
  )
}

const setReactions = prepareStatement(
  (
    _,
    conversationId: string,
    sequences: number[],
    reactions: string[],
    memberIds: string[],
    areSet: boolean[],
  ) => sql<StoredReaction>`
    select is_present as "isPresent", is_changed as "isChanged", change, reactions, own
    from set_reactions(
      ${conversationId}, ${sequences}::bigint[], ${reactions}::text[], ${memberIds}::uuid[], ${areSet}::boolean[]
    )`,
)

/** A member's own reactions to the messages of a part of a conversation. */
export async function findOwnReactions(
  database: Database,
  memberId: string,
  conversationId: string,
  from: number,
  to: number,
): Promise<{ sequence: number; change: number; reactions: ReactionKind[] }[]> {
  return await database
    .selectFrom('message_reactions as own')
    .modifyFront(sql`/* prepared */`)
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.conversation_id', '=', 'own.conversation_id')
        .onRef('messages.sequence', '=', 'own.sequence'),
    )
    .select([
      'own.sequence',
      sql<number>`messages.change`.as('change'),
      sql<ReactionKind[]>`array_agg(reaction order by reacted_at)`.as('reactions'),
    ])
    .where('user_id', '=', memberId)
    .where('own.conversation_id', '=', conversationId)
    .where('own.sequence', '>=', from)
    .where('own.sequence', '<=', to)
    .groupBy(['own.sequence', 'messages.change'])
    .orderBy('own.sequence')
    .execute()
}

/** Where a page of people who reacted begins: after this one. The instant has microseconds. */
export type ReactingPosition = { at: string; uid: string }

/** The members who reacted in one way but for hidden people, the first to react first. */
export async function findReacting(
  database: Database,
  { conversationId, sequence, reaction }: Omit<Reaction, 'memberId'>,
  { after, hidden, limit }: { after: ReactingPosition | null; hidden: Hidden; limit: number },
) {
  return await database
    .selectFrom('message_reactions')
    .innerJoin('users', 'users.id', 'user_id')
    .select([
      'users.id as uid',
      'display_name as displayName',
      sql<string>`coalesce(photo_url, '')`.as('photoURL'),
      sql<string>`to_char(reacted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'),
    ])
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sequence)
    .where('reaction', '=', reaction)
    .$if(hidden.size > 0, (query) => query.where('user_id', '<>', sql<string>`all(${[...hidden]}::uuid[])`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(reacted_at, user_id) > (${after?.at}::timestamptz, ${after?.uid}::uuid)`),
    )
    .orderBy('reacted_at')
    .orderBy('user_id')
    .limit(literalLimit(limit))
    .execute()
}
