import { maximumUnreadChats } from '@covo/contract/chat/chat.rules'
import type { MessageFile } from '@covo/contract/files/message-files'
import { type SqlBool, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'
import { filesOfMessage } from './files-of-message.ts'

/** A private conversation that has a message, as one of its two members has it in their list. */
export type PrivateChatRow = {
  conversationId: string
  /** The partner's. */
  uid: string
  displayName: string
  photoURL: string
  lastMessage: string | null
  lastFiles: MessageFile[] | null
  lastMessageAt: Date | null
  /** Of the last message. */
  sequence: number
  isLastOwn: boolean
  isUnread: boolean
}

/** Where a page of conversations begins: after the one with this last message. */
export type PrivateChatPosition = { at: string; conversationId: string }

/** A member's private conversations that have a message, the newest first. */
export async function findPrivateChats(
  database: Database,
  viewerId: string,
  { after, limit }: { after: PrivateChatPosition | null; limit: number },
): Promise<PrivateChatRow[]> {
  const own = ownChats(database, viewerId, limit)
    .where('last_message_at', 'is not', null)
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`(last_message_at, conversation_id) < (${after?.at}::timestamptz, ${after?.conversationId})`,
      ),
    )
  return await selectChats(database, own).modifyFront(sql`/* prepared */`).execute()
}

/** A member's private conversations with something unread, the newest first, and how many there are in all. */
export async function findUnreadChats(database: Database, viewerId: string) {
  const chats = await readUnreadChats(database, viewerId)
  return { chats, total: chats[0]?.total ?? 0 }
}

const readUnreadChats = prepareStatement((database, viewerId: string) =>
  selectChats(
    database,
    ownChats(database, viewerId, maximumUnreadChats).where(sql<SqlBool>`is_unread`),
  ).select(
    sql<number>`(select count(*) from conversation_members where user_id = ${viewerId} and is_unread)`.as(
      'total',
    ),
  ),
)

/** The rows of a page, found before anything is joined to them: PostgreSQL knows by the limit how few they are. */
function ownChats(database: Database, viewerId: string, limit: number) {
  return database
    .selectFrom('conversation_members')
    .select(['conversation_id', 'user_id', 'partner_id', 'last_message_at', 'is_unread'])
    .where('user_id', '=', viewerId)
    .orderBy('last_message_at', 'desc')
    .orderBy('conversation_id', 'desc')
    .limit(literalLimit(limit))
}

function selectChats(database: Database, own: ReturnType<typeof ownChats>) {
  return database
    .selectFrom(own.as('own'))
    .innerJoin('conversations', 'conversations.id', 'own.conversation_id')
    .innerJoin('messages as last', (join) =>
      join.onRef('last.conversation_id', '=', 'conversations.id').onRef('last.sequence', '=', 'head'),
    )
    .innerJoin('users as partner', 'partner.id', 'own.partner_id')
    .select([
      'own.conversation_id as conversationId',
      'partner.id as uid',
      'partner.display_name as displayName',
      sql<string>`coalesce(partner.photo_url, '')`.as('photoURL'),
      'conversations.last_message as lastMessage',
      filesOfMessage(sql`last`).as('lastFiles'),
      // The list is ordered and its pages are cut by this one: a cursor of any other would skip chats.
      'own.last_message_at as lastMessageAt',
      'last.sequence',
      sql<boolean>`last.sender_id = own.user_id`.as('isLastOwn'),
      'own.is_unread as isUnread',
    ])
    .orderBy('own.last_message_at', 'desc')
    .orderBy('own.conversation_id', 'desc')
}
