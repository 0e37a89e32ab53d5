import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type pg from 'pg'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import type { Command } from './command.ts'
import { inTransaction, pagesOf, snapshot } from './rows.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

type Document = { path: string; document: Record<string, unknown> }

export const exportDocuments: Command = {
  usage: 'FILE',
  summary:
    'write the whole community as documents, one a line, for another program or for import; no passwords',
  words: { from: 1, to: 1 },
  async run({ pool, words: [path = ''], print }) {
    const counts: Record<string, number> = {}
    await inTransaction(pool, snapshot, (client) =>
      writeFileAtomically(path, (file) => pipeline(Readable.from(linesOf(client, counts)), file)),
    )
    for (const [name, count] of Object.entries(counts)) print(`${name}: ${count}`)
    print(`Written: ${path}`)
    return 0
  },
}

/** Fills in `counts`, the number of each collection's documents, on the way. */
async function* linesOf(client: pg.ClientBase, counts: Record<string, number>): AsyncGenerator<string> {
  for (const [name, query] of Object.entries(queries)) {
    counts[name] = 0
    for await (const page of pagesOf<Document>(client, query)) {
      counts[name] += page.length
      yield page.map((row) => `${JSON.stringify(withVisibleEmail(row))}\n`).join('')
    }
  }
}

function withVisibleEmail({ path, document }: Document): Document {
  const { email } = document
  return {
    path,
    document: typeof email === 'string' ? { ...document, email: emailOrEmpty(email) } : document,
  }
}

/** An instant to the microsecond, as JSON has it. */
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Fields that documents have only where there is something to say. */
const onlyIf = (condition: string, name: string, value: string) =>
  `case when ${condition} then jsonb_build_object('${name}', ${value}) else '{}' end`

/** The later changes of a message, and the id of the message that it replies to. */
const messageMore = [
  onlyIf('m.removed_at is not null', 'removedAt', instant('m.removed_at')),
  onlyIf('m.removed_by is not null', 'removedBy', 'm.removed_by'),
  onlyIf('m.edits > 0', 'edits', 'm.edits'),
  onlyIf('m.edited_at is not null', 'editedAt', instant('m.edited_at')),
  onlyIf(
    'm.reply_to is not null',
    'replyTo',
    '(select id from messages where conversation_id = m.conversation_id and sequence = m.reply_to)',
  ),
  onlyIf(
    'm.reactions is not null',
    'reactions',
    `(select jsonb_agg(
        jsonb_build_object('userId', user_id, 'reaction', reaction, 'timestamp', ${instant('reacted_at')})
        order by reacted_at, user_id, reaction
      ) from message_reactions where conversation_id = m.conversation_id and sequence = m.sequence)`,
  ),
].join(' || ')

/** The documents of the specification's point 3; `sequence`, `messageMore` and `blockedAt` are ours besides. */
const queries = {
  users: `
    select 'users/' || id as path, jsonb_build_object(
      'uid', id, 'displayName', display_name, 'email', email, 'photoURL', coalesce(photo_url, ''),
      'bio', bio, 'telefono', phone, 'citta', city, 'professione', profession,
      'dataNascita', coalesce(birth_date::text, ''), 'interessi', skills, 'links', links,
      'friends', array(select friend_id from friendships where user_id = u.id order by 1),
      'friendRequests', jsonb_build_object(
        'incoming', array(select sender_id from friend_requests where recipient_id = u.id order by 1),
        'outgoing', array(select recipient_id from friend_requests where sender_id = u.id order by 1)
      ),
      'createdAt', ${instant('created_at')}, 'updatedAt', ${instant('updated_at')}
    ) || ${onlyIf('blocked_at is not null', 'blockedAt', instant('blocked_at'))}
    || ${onlyIf('erased_at is not null', 'erasedAt', instant('erased_at'))} as document
    from users u order by id`,
  events: `
    select 'events/' || e.id as path, jsonb_build_object(
      'title', title, 'description', description, 'dateTime', ${instant('starts_at')},
      'deadline', ${instant('ends_at')}, 'link', link, 'category', category, 'duration', duration,
      'timeZone', time_zone, 'isAllDay', is_all_day, 'venue', venue, 'address', address,
      'mapLink', map_link, 'capacity', capacity, 'joinDeadline', ${instant('join_deadline')},
      'ctftimeId', ctftime_id,
      'organizerId', organizer_id, 'organizerName', display_name,
      'status', e.status, 'cancelReason', cancel_reason, 'version', version,
      'organizerUids', array(select user_id from event_organizers where event_id = e.id order by 1),
      'participantUids',
        array(select user_id from event_participants where event_id = e.id and state = 'joined' order by 1),
      'waitingUids',
        array(select user_id from event_participants where event_id = e.id and state = 'waiting' order by queue_number),
      'createdAt', ${instant('e.created_at')}, 'updatedAt', ${instant('e.updated_at')}
    ) as document
    from events e join users on users.id = organizer_id order by e.id`,
  chats: `
    select 'chats/' || c.id as path, jsonb_build_object(
      'participants', array(select user_id from conversation_members where conversation_id = c.id order by 1),
      'createdAt', (select ${instant('sent_at')} from messages where conversation_id = c.id and sequence = 1),
      'lastMessage', last_message, 'lastMessageTimestamp', ${instant('last_message_at')},
      'unreadFor',
        array(select user_id from conversation_members where conversation_id = c.id and is_unread order by 1)
    ) as document
    from conversations c where kind = 'private' order by c.id`,
  'private messages': `
    select 'chats/' || conversation_id || '/messages/' || m.id as path, jsonb_build_object(
      'id', m.id, 'chatId', conversation_id, 'senderId', sender_id, 'text', text,
      'timestamp', ${instant('sent_at')}, 'sequence', sequence
    ) || ${messageMore} as document
    from messages m join conversations c on c.id = m.conversation_id
    where kind = 'private' order by conversation_id, sequence`,
  messages: `
    select 'messages/' || m.id as path, jsonb_build_object(
      'id', m.id, 'text', text, 'userId', sender_id, 'userName', display_name, 'photoURL', photo_url,
      'timestamp', ${instant('sent_at')}, 'sequence', sequence
    ) || ${messageMore} as document
    from messages m join users u on u.id = sender_id
    where conversation_id = '${publicRoomId}' order by sequence`,
}
