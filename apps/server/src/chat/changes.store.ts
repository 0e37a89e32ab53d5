import { conversationKind, eventOfRoom, isReadByAll, teamOfRoom } from '@covo/contract/chat/chat.rules'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'
import { mentionsChanged, unreadChanged } from './chat.news.ts'
import { deleteMentions, insertMentions } from './mentions.store.ts'
import { type FileRow, restoreFiles } from './message-files.store.ts'
import { deleteSearched } from './search-index.ts'

/** Deletes the lines of 'Notifiche' about messages of an event's or a team's room, except for the members `kept`: the notifications slice's. */
export type WithdrawNotifications = (
  trx: DatabaseTransaction,
  room: { eventId: string } | { teamId: string },
  sequences: number[],
  kept: string[],
) => Promise<Publication[]>

/**
 * Replaces the text of a message whose conversation is locked, which then is for no others than `people`; answers the news for
 * the lists that show it.
 */
export async function storeEdit(
  trx: DatabaseTransaction,
  withdraw: WithdrawNotifications,
  conversationId: string,
  sequence: number,
  text: string,
  people: string[],
): Promise<Publication[]> {
  await sql`
    with numbered as (
      update conversations set changes = changes + 1 where id = ${conversationId} returning changes
    )
    update messages set text = ${text}, edits = edits + 1, edited_at = now(), change = changes
    from numbered
    where conversation_id = ${conversationId} and sequence = ${sequence}
  `.execute(trx)
  const left = await deleteMentions(trx, conversationId, [sequence], people)
  const named = isReadByAll(conversationId) ? people.map((uid) => ({ uid, sequence })) : []
  await insertMentions(trx, conversationId, named, true)
  return [
    ...(await updateLists(trx, conversationId, [sequence], text)),
    ...left.map(mentionsChanged),
    ...(await withdrawFrom(withdraw, trx, conversationId, [sequence], people)),
  ]
}

/**
 * Empties those of the messages that are not yet removed; the conversation has to be locked. Answers the news for the lists of
 * chats whose preview or unread mark changed.
 */
export async function emptyMessages(
  trx: DatabaseTransaction,
  withdraw: WithdrawNotifications,
  conversationId: string,
  sequences: number[],
  removedBy: 'author' | 'operator',
): Promise<Publication[]> {
  await sql`
    with removed as (
      select sequence, row_number() over (order by sequence) as place from messages
      where conversation_id = ${conversationId} and sequence = any(${sequences}::bigint[]) and removed_at is null
    ),
    numbered as (
      update conversations set changes = changes + (select count(*) from removed)
      where id = ${conversationId} returning changes - (select count(*) from removed) as before
    )
    update messages set text = '', has_files = false, reactions = null, removed_at = now(), removed_by = ${removedBy}, change = before + place
    from removed, numbered
    where conversation_id = ${conversationId} and messages.sequence = removed.sequence
  `.execute(trx)
  for (const table of ['message_reactions', 'files'] as const)
    await trx
      .deleteFrom(table)
      .where('conversation_id', '=', conversationId)
      .where('sequence', '=', sql<number>`any(${sequences}::bigint[])`)
      .execute()
  await deleteSearched(trx, conversationId, sequences)
  const left = await deleteMentions(trx, conversationId, sequences)
  return [
    ...(await updateLists(trx, conversationId, sequences, '')),
    ...left.map(mentionsChanged),
    ...(await withdrawFrom(withdraw, trx, conversationId, sequences)),
  ]
}

/**
 * Gives a message that the operator removed its text and files again; its conversation has to be locked. Nobody is notified by it. Answers the
 * news for the lists that show it.
 *
 * @param people the members it mentions, and the author of the message it quotes
 * @param files the rows of its files
 */
export async function restoreMessage(
  trx: DatabaseTransaction,
  conversationId: string,
  sequence: number,
  text: string,
  people: string[],
  files: FileRow[],
): Promise<Publication[]> {
  const { numAffectedRows } = await sql`
    with numbered as (
      update conversations set changes = changes + 1 where id = ${conversationId} returning changes
    )
    update messages set text = ${text}, has_files = ${files.length > 0}, removed_at = null, removed_by = null, change = changes
    from numbered
    where conversation_id = ${conversationId} and sequence = ${sequence} and removed_by = 'operator'
  `.execute(trx)
  if (numAffectedRows === 0n) return []
  await restoreFiles(trx, files)
  const named = isReadByAll(conversationId) ? people.map((uid) => ({ uid, sequence })) : []
  await insertMentions(trx, conversationId, named, true)
  return await updateLists(trx, conversationId, [sequence], text)
}

/** The news of the lines about an event's or a team's room that went with its messages; none of other conversations. */
async function withdrawFrom(
  withdraw: WithdrawNotifications,
  trx: DatabaseTransaction,
  conversationId: string,
  sequences: number[],
  kept: string[] = [],
): Promise<Publication[]> {
  const [eventId, teamId] = [eventOfRoom(conversationId), teamOfRoom(conversationId)]
  if (eventId !== null) return await withdraw(trx, { eventId }, sequences, kept)
  return teamId === null ? [] : await withdraw(trx, { teamId }, sequences, kept)
}

/** Shows the last message of a private chat as it is now, and ends its being unread where nothing is left to read. */
async function updateLists(
  trx: DatabaseTransaction,
  conversationId: string,
  sequences: number[],
  lastMessage: string,
): Promise<Publication[]> {
  if (conversationKind(conversationId) !== 'private') return []
  const preview = await trx
    .updateTable('conversations')
    .set({ last_message: lastMessage })
    .where('id', '=', conversationId)
    .where('head', '=', sql<number>`any(${sequences}::bigint[])`)
    .executeTakeFirst()
  const read = await sql`
    update conversation_members as own set is_unread = false
    where conversation_id = ${conversationId} and is_unread and not exists (
      select from messages
      where messages.conversation_id = ${conversationId} and sequence > own.last_read
        and sender_id <> own.user_id and removed_at is null
    )`.execute(trx)
  if (preview.numUpdatedRows === 0n && read.numAffectedRows === 0n) return []
  const members = await trx
    .selectFrom('conversation_members')
    .select(['user_id as uid', 'is_unread as isUnread'])
    .where('conversation_id', '=', conversationId)
    .execute()
  return members.map(({ uid, isUnread }) => unreadChanged(uid, conversationId, isUnread))
}
