import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

/** How far the partner has read a private conversation, where both of them show it. */
export async function findPartnerRead(
  database: Database,
  conversationId: string,
  viewerId: string,
  partnerId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ lastRead: number }>`
    /* prepared */ select last_read as "lastRead"
    from conversation_members
    join users as viewer on viewer.id = ${viewerId} and viewer.read_receipts
    join users as partner on partner.id = user_id and partner.read_receipts
    where conversation_id = ${conversationId} and user_id = ${partnerId}
  `.execute(database)
  return rows[0]?.lastRead
}

/** The member's private conversations, the newest first, with partners who show how far they have read. */
export async function findReceiptPartners(
  trx: DatabaseTransaction,
  uid: string,
  limit: number,
): Promise<{ conversationId: string; partnerId: string }[]> {
  const { rows } = await sql<{ conversationId: string; partnerId: string }>`
    select own.conversation_id as "conversationId", own.partner_id as "partnerId"
    from (
      select conversation_id, partner_id from conversation_members
      where user_id = ${uid} and last_message_at is not null
      order by last_message_at desc, conversation_id desc limit ${limit}
    ) as own
    join users as partner on partner.id = own.partner_id and partner.read_receipts
    join friendships on friendships.user_id = ${uid} and friend_id = own.partner_id
  `.execute(trx)
  return rows
}
