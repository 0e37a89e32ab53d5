import { botScopes } from '@covo/contract/tokens/bots.rules'
import type pg from 'pg'
import type { OpenStore } from '../files/open-store.ts'
import type { Database } from '../platform/database/database.ts'
import { memberColumns } from '../platform/database/member-data.ts'
import { findWrongObjects } from './check-files.ts'
import type { Command } from './command.ts'
import {
  recountAuthors,
  recountParticipants,
  recountReactions,
  recountRoomMembers,
  recountTeamMembers,
  recountWaiting,
  relistAuthors,
  renewPreviews,
  renewPreviewTimes,
  renewUnread,
  wrongAuthorCounts,
  wrongAuthorLists,
  wrongParticipantCounts,
  wrongPreviews,
  wrongPreviewTimes,
  wrongReactionCounts,
  wrongRoomMembers,
  wrongTeamMembers,
  wrongUnread,
  wrongWaitingCounts,
} from './counts.ts'
import { openFiles, whileNoFileIsDeleted } from './instance-files.ts'
import { inTransaction, snapshot } from './rows.ts'

/** Of a message whose conversation is not everybody's to read. */
const isNotReadByAll =
  "messages.conversation_id not in (select id from conversations where kind in ('public', 'room'))"

type Rule = {
  holds: string
  /** A query of one column: the rows that break the rule. */
  broken: string
  /** A statement that puts it right, where that follows from other rows. */
  repair?: string
}

/** Members without a name share one. */
const isNamed = `display_name not in ('', 'Utente Anonimo', 'Utente eliminato')`
const hasReservedName = `${isNamed} and display_name_skeleton in (select skeleton from reserved_names)`

/** Those of packages/contract/src/names.ts, but for the ones that hold emoji together. */
const unseenLetters =
  '[\\u0001-\\u001f\\u007f-\\u00a0\\u00ad\\u061c\\u115f\\u1160\\u200b\\u200e\\u200f\\u2028-\\u202f\\u2060-\\u206f\\u2800\\u3000\\u3164\\ufeff\\uffa0]'

const forgotParticipants = `
  not had_participants and exists (select from event_participants where event_id = events.id)`

/** The invariants that the services keep, in the order in which repairs build on each other. */
const rules: Rule[] = [
  {
    holds: 'each friendship is known to both sides',
    broken: `
      select user_id || ' ' || friend_id from friendships f
      where not exists (select from friendships o where (o.user_id, o.friend_id) = (f.friend_id, f.user_id))`,
  },
  {
    holds: 'no friend request waits between friends',
    broken: `
      select sender_id || ' ' || recipient_id from friend_requests
      join friendships on (user_id, friend_id) = (sender_id, recipient_id)`,
  },
  {
    holds: 'no two friend requests cross',
    broken: `
      select r.sender_id || ' ' || r.recipient_id from friend_requests r
      join friend_requests o on (o.sender_id, o.recipient_id) = (r.recipient_id, r.sender_id)
      where r.sender_id < r.recipient_id`,
  },
  {
    holds: 'nobody is a friend of, or waits for, somebody whom they blocked or who blocked them',
    broken: `
      select b.user_id || ' ' || b.blocked_id from blocks b
      join friendships f on (f.user_id, f.friend_id) = (b.user_id, b.blocked_id)
      union all
      select b.user_id || ' ' || b.blocked_id from blocks b
      join friend_requests r on (r.sender_id, r.recipient_id) in ((b.user_id, b.blocked_id), (b.blocked_id, b.user_id))`,
  },
  {
    holds: 'no two members have one name, nor two that look alike',
    broken: `
      select min(display_name) from users where ${isNamed} group by display_name_key having count(*) > 1
      union
      select min(display_name) from users where ${isNamed} group by display_name_skeleton having count(*) > 1`,
  },
  {
    holds: 'nobody has a name that is reserved',
    broken: `select display_name from users where ${hasReservedName}`,
    repair: `update users set display_name = free_display_name(display_name) where ${hasReservedName}`,
  },
  {
    holds: 'names are of one line, and of letters that can be seen',
    broken: `select display_name from users where display_name ~ '${unseenLetters}'`,
  },
  {
    holds: 'emails are in lower case, as sign-in looks for them',
    broken: 'select id::text from users where email <> lower(email)',
  },
  {
    holds: 'ids of version 8 are those of bots, which somebody owns',
    broken: `
      select id::text from users where (substr(id::text, 15, 1) = '8') <> (bot_owner is not null)
      union all
      select b.id::text from users b join users o on o.id = b.bot_owner
      where o.bot_owner is not null or (o.erased_at is not null and b.erased_at is null and b.deletion_at is null)`,
  },
  {
    holds: 'bots sign in by one token each, and by nothing else',
    broken: `
      select b.id::text from users b where bot_owner is not null and (
        (select count(*) from tokens where user_id = b.id and not is_webhook) > 1
        or exists (select from tokens where user_id = b.id and not scopes <@ array[${botScopes.map((scope) => `'${scope}'`).join(', ')}])
        or exists (select from sessions where user_id = b.id)
        or exists (select from accounts where user_id = b.id)
        or exists (select from passkeys where user_id = b.id))
      union all
      select user_id::text from tokens join users on users.id = user_id where is_webhook and bot_owner is null`,
  },
  {
    holds: "bots are nobody's friends, and take part in no event themselves",
    broken: `
      select b.id::text from users b where bot_owner is not null and (
        exists (select from friendships where b.id in (user_id, friend_id))
        or exists (select from friend_requests where b.id in (sender_id, recipient_id))
        or exists (select from conversation_members where user_id = b.id)
        or exists (select from event_participants where user_id = b.id)
        or exists (select from event_organizers where user_id = b.id))`,
  },
  {
    holds: 'sessions and ways to sign in belong to members',
    broken: `
      select 'session ' || s.id from sessions s left join users u on u.id = s.user_id where u.id is null
      union all
      select 'account ' || a.id from accounts a left join users u on u.id = a.user_id where u.id is null`,
  },
  {
    holds: 'nobody who is suspended has a session',
    broken: `
      select distinct user_id::text from sessions join users on users.id = user_id where suspended_until > now()`,
  },
  {
    holds: 'nobody who is blocked has a session',
    broken: `
      select distinct user_id::text from sessions join users on users.id = user_id where blocked_at is not null`,
  },
  {
    holds: 'nobody whose account is about to be removed has a session',
    broken: `
      select distinct user_id::text from sessions join users on users.id = user_id where deletion_at is not null`,
  },
  {
    holds: 'nobody whose account was removed has anything but messages and events',
    broken: memberColumns('deleted', 'handled')
      .map(
        ({ table, column }) =>
          `select '${table} of ' || ${column} from ${table} join users on users.id = ${column} where erased_at is not null`,
      )
      .join(' union all '),
  },
  {
    // Other addresses came with an import, and are not shown.
    holds: "members' photos are where their addresses say, and no others are kept",
    broken: `
      select users.id::text from users left join photos on user_id = users.id
      where (photo_url like '/api/photos/%' or photos.id is not null)
        and photo_url is distinct from '/api/photos/' || photos.id`,
  },
  {
    holds: "events' numbers of participants are right",
    broken: wrongParticipantCounts,
    repair: recountParticipants,
  },
  {
    holds: "events' numbers of who waits are right",
    broken: wrongWaitingCounts,
    repair: recountWaiting,
  },
  {
    // The right to delete an event depends on it.
    holds: 'each event with participants or with people who wait is known to have had some',
    broken: `select id::text from events where ${forgotParticipants}`,
    repair: `update events set had_participants = true where ${forgotParticipants}`,
  },
  {
    holds: "each event's updates are numbered from 1 to its count, without a hole",
    broken: `
      select e.id::text from events e
      left join (
        select event_id, count(*) as count, min(number) as first, max(number) as last
        from event_updates group by event_id
      ) u on u.event_id = e.id
      where (coalesce(u.count, 0), coalesce(u.first, 1), coalesce(u.last, 0)) <> (e.update_number, 1, e.update_number)`,
  },
  {
    holds: 'no owner of an event is among its other organizers',
    broken: `
      select event_id || ' ' || user_id from event_organizers
      join events on id = event_id where organizer_id = user_id`,
  },
  {
    holds: "each conversation's messages are numbered from 1 to its head, without a hole",
    broken: `
      select c.id from conversations c
      left join (
        select conversation_id, count(*) as count, min(sequence) as first, max(sequence) as last
        from messages group by conversation_id
      ) m on m.conversation_id = c.id
      where (coalesce(m.count, 0), coalesce(m.first, 1), coalesce(m.last, 0)) <> (c.head, 1, c.head)`,
  },
  {
    holds: "no message's change is above its conversation's count",
    broken: `
      select m.id::text from messages m join conversations c on c.id = m.conversation_id
      where m.change not between 1 and c.changes`,
    repair: `
      update conversations set changes = latest.change
      from (select conversation_id, max(change) as change from messages where change is not null group by 1) as latest
      where conversation_id = conversations.id and changes < latest.change`,
  },
  {
    holds: "messages' counts of reactions are right",
    broken: wrongReactionCounts,
    repair: recountReactions,
  },
  { holds: 'who wrote is listed', broken: wrongAuthorLists, repair: relistAuthors },
  {
    holds: "conversations' numbers of authors are right",
    broken: wrongAuthorCounts,
    repair: recountAuthors,
  },
  {
    holds: 'each private conversation has the two members that its id names',
    broken: `
      select c.id from conversations c
      left join conversation_members m on m.conversation_id = c.id
      where c.kind = 'private'
      group by c.id
      having count(m.user_id) <> 2
        or bool_or(m.user_id = m.partner_id)
        or c.id <> min(m.user_id::text collate "C") || '_' || max(m.user_id::text collate "C")
        or c.id <> min(m.partner_id::text collate "C") || '_' || max(m.partner_id::text collate "C")`,
  },
  {
    holds: 'in private conversations only their members wrote',
    broken: `
      select m.id::text from messages m join conversations c on c.id = m.conversation_id
      where c.kind = 'private' and not exists (
        select from conversation_members o where (o.conversation_id, o.user_id) = (m.conversation_id, m.sender_id)
      )`,
  },
  {
    holds: 'rooms have their conversations, and conversations of this kind their rooms',
    broken: `
      select coalesce(id, conversation_id) from (select id from conversations where kind = 'room') as c
      full join rooms on conversation_id = id where id is null or conversation_id is null`,
  },
  { holds: "rooms' numbers of members are right", broken: wrongRoomMembers, repair: recountRoomMembers },
  { holds: "teams' numbers of members are right", broken: wrongTeamMembers, repair: recountTeamMembers },
  {
    holds: 'each team has a captain who is in it, and no more members than it may have',
    broken: `
      select id::text from teams where members > maximum or not exists (
        select from memberships where conversation_id = teams.conversation_id and user_id = captain_id
      )`,
  },
  {
    holds: 'nobody asks or is invited into a team that they are in',
    broken: `
      select team_id || ' ' || user_id from team_candidates
      where exists (
        select from memberships
        where conversation_id = 'squadra-' || team_id and memberships.user_id = team_candidates.user_id
      )`,
    repair: `
      delete from team_candidates using memberships
      where conversation_id = 'squadra-' || team_id and memberships.user_id = team_candidates.user_id`,
  },
  {
    holds: 'nobody has read further than there are messages',
    broken: `
      select conversation_id || ' ' || user_id from (
        select conversation_id, user_id, last_read from conversation_members
        union all select conversation_id, user_id, read_up_to from memberships
      ) as reading join conversations c on c.id = conversation_id where last_read > head`,
  },
  {
    holds: 'nothing but messages that all read waits for whom they mention',
    broken: `
      select user_id || ' ' || conversation_id || ' ' || sequence from message_mentions
      join messages using (conversation_id, sequence)
      where removed_at is not null or ${isNotReadByAll}`,
    repair: `
      delete from message_mentions using messages
      where (messages.conversation_id, messages.sequence) = (message_mentions.conversation_id, message_mentions.sequence)
        and (removed_at is not null or ${isNotReadByAll})`,
  },
  {
    holds: 'no device gets pushes without a session',
    broken: `
      select session_id from push_subscriptions
      where not exists (select from sessions where sessions.id = session_id)`,
    repair: `
      delete from push_subscriptions where not exists (select from sessions where sessions.id = session_id)`,
  },
  {
    holds: 'messages are known to have files where they have some',
    broken: `
      select id::text from messages where has_files <> exists (
        select from files where (files.conversation_id, files.sequence) = (messages.conversation_id, messages.sequence)
      ) or (has_files and removed_at is not null)`,
    repair: `
      update messages set has_files = not has_files where has_files <> exists (
        select from files where (files.conversation_id, files.sequence) = (messages.conversation_id, messages.sequence)
      )`,
  },
  { holds: 'unread marks are right', broken: wrongUnread, repair: renewUnread },
  { holds: 'the last message that lists show is the newest', broken: wrongPreviews, repair: renewPreviews },
  {
    holds: 'both members see a chat at the time of its newest message',
    broken: wrongPreviewTimes,
    repair: renewPreviewTimes,
  },
]

export const check: Command = {
  usage: '[--repair] [--bytes]',
  summary: 'look whether what is stored is consistent; exit code 1 when it is not',
  words: { from: 0, to: 0 },
  flags: {
    repair: 'put right what follows from other rows: counts, unread marks, previews',
    bytes: 'read every file, and compare its bytes with its SHA-256',
  },
  async run({ settings, database, pool, flags, print }) {
    const broken = await inTransaction(pool, snapshot, (client) => findBroken(client, print))
    const store = await openFiles({ settings, database })
    const lost = store ? await checkFiles({ pool, database, store }, flags, print) : 0
    const repairable = broken.filter((rule) => rule.repair)
    if (!flags.has('repair') || repairable.length === 0) {
      const count = broken.length + lost
      print(
        count === 0
          ? 'Everything is consistent.'
          : `Broken: ${count} of ${rules.length + (store ? (flags.has('bytes') ? 3 : 2) : 0)}.`,
      )
      return count === 0 ? 0 : 1
    }
    await inTransaction(pool, '', async (client) => {
      // Writers wait until the repair is done.
      await client.query('lock table conversations, events in share row exclusive mode')
      for (const { repair = '' } of rules) if (repair) await client.query(repair)
    })
    print('Repaired; once more:')
    const left = await inTransaction(pool, snapshot, (client) => findBroken(client, print))
    return left.length + lost === 0 ? 0 : 1
  },
}

/** Compares the store of files with the rows. Answers how many of its rules are broken, not counting one that it repaired. */
async function checkFiles(
  { pool, database, store }: { pool: pg.Pool; database: Database; store: OpenStore },
  flags: ReadonlySet<string>,
  print: (line: string) => void,
): Promise<number> {
  const { missing, changed, orphans } = await whileNoFileIsDeleted(pool, () =>
    findWrongObjects(pool, database, store, flags.has('bytes')),
  )
  printRule(print, 'each file of a message is in the store, as large as it is known to be', missing)
  if (flags.has('bytes')) printRule(print, 'each file in the store has the bytes that it came with', changed)
  printRule(print, 'each object in the store of more than a day is one of a file or an upload', orphans)
  const lost = Number(missing.length > 0) + Number(changed.length > 0)
  if (!flags.has('repair')) return lost + Number(orphans.length > 0)
  for (const key of orphans) await store.delete(key)
  if (orphans.length > 0) print(`Deleted: ${orphans.length} objects`)
  return lost
}

function printRule(print: (line: string) => void, holds: string, broken: string[]): void {
  const examples = broken.slice(0, 3).join(', ')
  print(
    broken.length > 0
      ? `WRONG  ${holds}: not ${broken.length} times, such as ${examples}`
      : `right  ${holds}`,
  )
}

async function findBroken(client: pg.ClientBase, print: (line: string) => void): Promise<Rule[]> {
  const found: Rule[] = []
  for (const rule of rules) {
    const { rows } = await client.query<{ example: string; count: number }>(
      `select example, count(*) over () as count from (${rule.broken}) as broken (example) limit 3`,
    )
    const [first] = rows
    if (first) {
      found.push(rule)
      print(
        `WRONG  ${rule.holds}: not ${first.count} times, such as ${rows.map(({ example }) => example).join(', ')}`,
      )
    } else print(`right  ${rule.holds}`)
  }
  return found
}
