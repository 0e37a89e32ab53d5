import type { ConversationKind } from '@covo/contract/chat/chat.rules'
import type { ErrorCode } from '@covo/contract/errors'
import type { TopicPosition } from '@covo/contract/realtime'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'

/** A conversation as one member stands to it. */
export type Conversation = {
  id: string
  kind: ConversationKind
  head: number
  changes: number
  authorCount: number
  /** Why the viewer may not write there; null where they may. */
  writeRefusal: ErrorCode | null
}

export async function findConversation(
  database: Database,
  id: string,
  viewerId: string | null,
): Promise<Conversation | undefined> {
  const [conversation] = await readConversation(database, id, viewerId)
  return conversation
}

const readConversation = prepareStatement((database, id: string, viewerId: string | null) =>
  database
    .selectFrom('conversations')
    .select([
      'id',
      'kind',
      'head',
      'changes',
      'author_count as authorCount',
      sql<ErrorCode | null>`write_refusal(conversations, ${viewerId})`.as('writeRefusal'),
    ])
    .where('id', '=', id),
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

/**
 * Keeps a conversation from being locked by `lockConversation` until the transaction ends. A transaction that inserts a membership calls
 * it before it locks the room or the team: leaving locks the conversation first, so that the other order would be a deadlock.
 */
export async function shareConversation(trx: DatabaseTransaction, id: string): Promise<void> {
  await sql`select from conversations where id = ${id} for key share`.execute(trx)
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
