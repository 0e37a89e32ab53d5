import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'

/**
 * What the erasure of an account does to its rows: `deleted` by `deleteMemberRows`; `handled` at once too, by a function of the
 * erasure, because others are concerned; `cascade`, with a row of another table; `later`, conversation by conversation;
 * `kept`: texts, moderation's records, and what a limit or a purge ends.
 */
type Erasure = 'deleted' | 'handled' | 'cascade' | 'later' | 'kept'

/** In which file of the archive of own data the rows are, or why in none. */
type Archive = { file: string } | { leftOut: string }

/**
 * Every column, `table.column`, that refers to a member. The rows of an erased account are deleted in this order: that of their
 * locks (docs/architecture.md).
 */
export const memberData: Record<string, Archive & { erasure: Erasure }> = {
  // A trigger notifies every server of each.
  'sessions.user_id': { file: 'devices', erasure: 'deleted' },
  'tokens.user_id': { file: 'tokens', erasure: 'handled' },
  'users.bot_owner': { file: 'bots', erasure: 'kept' },
  'accounts.user_id': { file: 'account', erasure: 'deleted' },
  'second_factors.user_id': { leftOut: 'an encrypted secret', erasure: 'deleted' },
  'recovery_codes.user_id': { leftOut: 'hashes of secrets', erasure: 'cascade' },
  'known_devices.user_id': { file: 'known-devices', erasure: 'deleted' },
  'passkeys.user_id': { file: 'passkeys', erasure: 'deleted' },
  'sign_in_challenges.user_id': { leftOut: 'hashes of secrets, for ten minutes', erasure: 'deleted' },
  'mail_links.user_id': { leftOut: 'secrets, for some days', erasure: 'deleted' },
  'exports.user_id': { leftOut: 'the archive itself', erasure: 'deleted' },
  'export_chunks.user_id': { leftOut: 'the archive itself', erasure: 'cascade' },
  'calendar_feeds.user_id': { file: 'settings', erasure: 'deleted' },
  'email_searches.viewer_id': { leftOut: 'hashed, for a limit', erasure: 'deleted' },
  'people_found.viewer_id': { leftOut: 'counts for a limit, for a day', erasure: 'deleted' },
  'people_found.person_id': { leftOut: 'what others searched for', erasure: 'deleted' },
  'presences.user_id': { leftOut: 'for less than a minute', erasure: 'deleted' },
  'blocks.user_id': { file: 'blocks', erasure: 'deleted' },
  'blocks.blocked_id': { leftOut: 'the blocks of others are theirs to know', erasure: 'deleted' },
  'photos.user_id': { leftOut: 'beside the files: foto.webp', erasure: 'deleted' },
  'uploads.user_id': { leftOut: 'files that were not sent, for a day', erasure: 'deleted' },
  'notifications.user_id': { file: 'notices', erasure: 'deleted' },
  'notifications.author_id': { file: 'notices', erasure: 'kept' },
  'event_readings.user_id': {
    leftOut: 'how far updates are read: a mark for the next visit',
    erasure: 'deleted',
  },
  // Those of teams have ended before: their captains hand over.
  'memberships.user_id': { file: 'rooms', erasure: 'deleted' },
  'team_lineups.user_id': { file: 'teams', erasure: 'cascade' },
  'event_seekers.user_id': { file: 'teams', erasure: 'cascade' },
  'team_candidates.user_id': { file: 'teams', erasure: 'deleted' },
  'notification_settings.user_id': { file: 'settings', erasure: 'deleted' },
  'digests.user_id': { leftOut: 'mails that they have, for a month', erasure: 'deleted' },
  'event_mails.user_id': { leftOut: 'mails that they have, for some days', erasure: 'deleted' },
  'update_mail_runs.last_user_id': {
    leftOut: 'how far mails are queued, for some minutes',
    erasure: 'kept',
  },
  'message_mentions.user_id': { leftOut: 'what others wrote', erasure: 'deleted' },
  'friendships.user_id': { file: 'friends', erasure: 'handled' },
  'friendships.friend_id': { file: 'friends', erasure: 'handled' },
  'friend_requests.sender_id': { file: 'requests', erasure: 'handled' },
  'friend_requests.recipient_id': { file: 'requests', erasure: 'handled' },
  'events.organizer_id': { file: 'events', erasure: 'kept' },
  'event_updates.author_id': { file: 'event-messages', erasure: 'kept' },
  'event_organizers.user_id': { file: 'participations', erasure: 'handled' },
  'event_participants.user_id': { file: 'participations', erasure: 'handled' },
  'message_reactions.user_id': { file: 'reactions', erasure: 'later' },
  'conversation_members.user_id': {
    leftOut: 'how far chats are read: a mark for the next visit',
    erasure: 'kept',
  },
  'conversation_members.partner_id': { file: 'messages-private', erasure: 'kept' },
  'conversation_authors.user_id': { file: 'messages-events', erasure: 'kept' },
  'messages.sender_id': { file: 'messages-public', erasure: 'kept' },
  'searched_messages.sender_id': { leftOut: 'a copy of the messages', erasure: 'kept' },
  'reports.reporter_id': { file: 'reports', erasure: 'kept' },
  'reports.member_id': { leftOut: 'what others reported', erasure: 'kept' },
  'decisions.member_id': { file: 'decisions', erasure: 'kept' },
  'decisions.moderator_id': { leftOut: 'decisions on others', erasure: 'kept' },
  'moderation_log.member_id': { leftOut: 'a copy of the decisions', erasure: 'kept' },
  'moderation_log.moderator_id': { leftOut: 'decisions on others, and acts on rooms', erasure: 'kept' },
  'erasures.user_id': { leftOut: 'an erased member has no data any more', erasure: 'kept' },
}

/** The columns with such an erasure, as table and column. */
export function memberColumns(...erasures: Erasure[]): { table: string; column: string }[] {
  return Object.entries(memberData)
    .filter(([, { erasure }]) => erasures.includes(erasure))
    .map(([name]) => {
      const [table = '', column = ''] = name.split('.')
      return { table, column }
    })
}

/**
 * Deletes the rows of the columns whose erasure is `deleted`, in the order of `memberData`; foreign keys cascade to the others.
 * The caller has locked the member's row for update.
 */
export async function deleteMemberRows(trx: DatabaseTransaction, uid: string): Promise<void> {
  for (const { table, column } of memberColumns('deleted'))
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${uid}`.execute(trx)
}

/** Whether a row that `deleteMemberRows` leaves refers to the member. */
export async function hasOtherRows(trx: DatabaseTransaction, uid: string): Promise<boolean> {
  const others = memberColumns('handled', 'later', 'kept').map(
    ({ table, column }) => sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${uid}::uuid`,
  )
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (${sql.join(others, sql` union all `)}) as "isThere"`.execute(trx)
  return rows[0]?.isThere ?? false
}
