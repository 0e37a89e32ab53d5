import type { ConversationKind } from '@covo/contract/chat/chat.rules'
import type { TopicPosition } from '@covo/contract/realtime'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { prepareRead } from '../platform/database/prepared-statements.ts'

/** A conversation as one member stands to it. */
export type Conversation = {
  id: string
  kind: ConversationKind
  head: number
  changes: number
  authorCount: number
  /** The other of the two; null where the viewer is not one of them, and in rooms. */
  partnerId: string | null
  /** Whether the partner's account was erased, or is about to be. */
  isPartnerGone: boolean
  /** Whether nothing is written there any more. */
  isReadOnly: boolean
}

export async function findConversation(
  database: Database,
  id: string,
  viewerId: string | null,
): Promise<Conversation | undefined> {
  const [conversation] = await readConversation(database, id, viewerId)
  return conversation
}

const readConversation = prepareRead((database, id: string, viewerId: string | null) =>
  database
    .selectFrom('conversations')
    .leftJoin('conversation_members', (join) =>
      join.onRef('conversation_id', '=', 'conversations.id').on('user_id', '=', viewerId),
    )
    .leftJoin('users', 'users.id', 'partner_id')
    .select([
      'conversations.id',
      'kind',
      'head',
      'changes',
      'author_count as authorCount',
      'partner_id as partnerId',
      sql<boolean>`users.erased_at is not null or users.deletion_at is not null`.as('isPartnerGone'),
      sql<boolean>`false`.as('isReadOnly'),
    ])
    .where('conversations.id', '=', id),
)

/** Locks the conversation's row until the transaction ends: messages and read positions of it are stored after that. */
export async function lockConversation(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx
    .selectFrom('conversations')
    .modifyFront(sql`/* prepared */`)
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** How far conversations go. */
export async function findPositions(database: Database, ids: string[]): Promise<Map<string, TopicPosition>> {
  const rows = await database
    .selectFrom('conversations')
    .select(['id', 'head', 'changes'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map(({ id, head, changes }) => [id, { head, changes }]))
}

/** Creates a private conversation, unless there is one. */
export async function insertPrivateConversation(
  database: Database,
  id: string,
  one: string,
  other: string,
): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('conversations')
      .values({ id, kind: 'private' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .insertInto('conversation_members')
      .values([
        { conversation_id: id, user_id: one, partner_id: other },
        { conversation_id: id, user_id: other, partner_id: one },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** The member as somebody who writes, unless they don't show that they do. */
export async function findTypist(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .modifyFront(sql`/* prepared */`)
    .select(['id as uid', 'display_name as displayName'])
    .where('id', '=', uid)
    .where('show_typing', '=', true)
    .executeTakeFirst()
}

/** The partner as a conversation's header shows them. */
export async function findPerson(database: Database, uid: string) {
  return await database
    .selectFrom('users')
    .select(['id as uid', 'display_name as displayName', sql<string>`coalesce(photo_url, '')`.as('photoURL')])
    .where('id', '=', uid)
    .executeTakeFirst()
}
