/*
 * Derived columns, stored so that lists needn't count. Each statement corrects one of them, and updates wrong rows only.
 */

export const recountParticipants = `
  update events set participant_count = counted.present, revision = revision + 1
  from (
    select id, (select count(*) from event_participants where event_id = events.id and state = 'joined') as present from events
  ) counted
  where counted.id = events.id and participant_count <> present`

export const recountWaiting = `
  update events set waiting_count = counted.present, revision = revision + 1
  from (
    select id, (select count(*) from event_participants where event_id = events.id and state = 'waiting') as present
    from events
  ) counted
  where counted.id = events.id and waiting_count <> present`

export const relistAuthors = `
  with wrote as (select distinct conversation_id, sender_id as user_id from messages),
  gone as (
    delete from conversation_authors a
    where not exists (select from wrote w where (w.conversation_id, w.user_id) = (a.conversation_id, a.user_id))
  )
  insert into conversation_authors (conversation_id, user_id) select conversation_id, user_id from wrote
  on conflict do nothing`

export const recountAuthors = `
  update conversations set author_count = counted.present
  from (
    select id, (select count(*) from conversation_authors where conversation_id = c.id) as present
    from conversations c
  ) counted
  where counted.id = conversations.id and author_count <> present`

/** The newest message of each private conversation, as lists show it: with a time as JavaScript has it. */
const newest = `
  select c.id, m.text, date_trunc('milliseconds', m.sent_at) as sent_at from conversations c
  left join messages m on m.conversation_id = c.id and m.sequence = c.head
  where c.kind = 'private'`

export const renewPreviews = `
  update conversations set last_message = newest.text, last_message_at = newest.sent_at
  from (${newest}) newest
  where newest.id = conversations.id
    and (last_message, last_message_at) is distinct from (newest.text, newest.sent_at)`

export const renewPreviewTimes = `
  update conversation_members set last_message_at = c.last_message_at from conversations c
  where c.id = conversation_id and conversation_members.last_message_at is distinct from c.last_message_at`

/** Whether the partner wrote something after what the member has read. */
const isUnread = `exists (
  select from messages m
  where m.conversation_id = conversation_members.conversation_id
    and m.sequence > last_read and m.sender_id <> user_id and m.removed_at is null
)`

export const renewUnread = `
  update conversation_members set is_unread = not is_unread where is_unread <> ${isUnread}`

/** Without bots. */
const membersPresent = `(
  select count(*) from memberships join users on users.id = user_id
  where conversation_id = rooms.conversation_id and bot_owner is null
)`

export const recountRoomMembers = `update rooms set members = ${membersPresent} where members <> ${membersPresent}`

export const wrongRoomMembers = `select slug from rooms where members <> ${membersPresent}`

const teamMembers = `(select count(*) from memberships where conversation_id = teams.conversation_id)`

export const recountTeamMembers = `update teams set members = ${teamMembers} where members <> ${teamMembers}`

export const wrongTeamMembers = `select id::text from teams where members <> ${teamMembers}`

export const wrongParticipantCounts = `
  select id::text from events
  where participant_count
    <> (select count(*) from event_participants where event_id = events.id and state = 'joined')`

export const wrongWaitingCounts = `
  select id::text from events
  where waiting_count <> (select count(*) from event_participants where event_id = events.id and state = 'waiting')`

export const wrongAuthorLists = `
  (select conversation_id || ' ' || user_id from conversation_authors
   except select conversation_id || ' ' || sender_id from messages)
  union all
  (select conversation_id || ' ' || sender_id from messages
   except select conversation_id || ' ' || user_id from conversation_authors)`

export const wrongAuthorCounts = `
  select id from conversations
  where author_count <> (select count(*) from conversation_authors where conversation_id = conversations.id)`

export const wrongPreviews = `
  select c.id from conversations c join (${newest}) newest on newest.id = c.id
  where (c.last_message, c.last_message_at) is distinct from (newest.text, newest.sent_at)`

export const wrongPreviewTimes = `
  select conversation_id || ' ' || user_id from conversation_members m join conversations c on c.id = conversation_id
  where m.last_message_at is distinct from c.last_message_at`

export const wrongUnread = `
  select conversation_id || ' ' || user_id from conversation_members where is_unread <> ${isUnread}`

/** The counts of each message's reactions, in the order of their first use. */
const reactionCounts = `
  select conversation_id, sequence,
    jsonb_agg(jsonb_build_object('reaction', reaction, 'count', count) order by first) as reactions
  from (
    select conversation_id, sequence, reaction, count(*), min(reacted_at) as first
    from message_reactions group by conversation_id, sequence, reaction
  ) as kinds group by conversation_id, sequence`

/** The order is not compared: the first to react may have taken it back. */
const sameCounts = `
  coalesce(m.reactions, '[]') @> coalesce(counted.reactions, '[]')
  and coalesce(counted.reactions, '[]') @> coalesce(m.reactions, '[]')`

export const wrongReactionCounts = `
  select m.id::text from messages m
  left join (${reactionCounts}) as counted on counted.conversation_id = m.conversation_id and counted.sequence = m.sequence
  where (m.reactions is not null or counted.reactions is not null) and not (${sameCounts})`

export const recountReactions = `
  update messages set reactions = counted.reactions
  from messages m
  left join (${reactionCounts}) as counted on counted.conversation_id = m.conversation_id and counted.sequence = m.sequence
  where messages.id = m.id
    and (m.reactions is not null or counted.reactions is not null) and not (${sameCounts})`
