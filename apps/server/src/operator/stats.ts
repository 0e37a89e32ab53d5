import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { Command } from './command.ts'
import { bytesOfFile } from './files.ts'
import { inTransaction, snapshot } from './rows.ts'

/** The counts, each with its query. */
const figures = {
  members: 'select count(*) from users where erased_at is null and bot_owner is null',
  'members blocked':
    'select count(*) from users where blocked_at is not null and erased_at is null and bot_owner is null',
  // A session is written at most once a day, and a logout deletes it.
  'members whose session was used in the last 7 days':
    "select count(distinct user_id) from sessions where updated_at > now() - interval '7 days'",
  'members whose session was used in the last 30 days':
    "select count(distinct user_id) from sessions where updated_at > now() - interval '30 days'",
  'members who registered in the last 7 days':
    "select count(*) from users where created_at > now() - interval '7 days' and erased_at is null and bot_owner is null",
  bots: 'select count(*) from users where erased_at is null and bot_owner is not null',
  'messages in the public room': `select count(*) from messages where conversation_id = '${publicRoomId}'`,
  'private messages': `select count(*) from messages join conversations on conversations.id = conversation_id where kind = 'private'`,
  'private chats': "select count(*) from conversations where kind = 'private' and head > 0",
  events: 'select count(*) from events',
  'events to come': 'select count(*) from events where starts_at > now()',
  'files of messages': 'select count(*) from files',
  'size of these files in MB': `select coalesce(round(sum(${bytesOfFile}) / 1e6, 1), 0) from files`,
  'database size in MB': 'select pg_database_size(current_database()) / 1000000',
}

export const stats: Command = {
  usage: '',
  summary:
    'count members, messages, private chats, events and files, and print the size of the files and of the database',
  words: { from: 0, to: 0 },
  async run({ pool, print }) {
    await inTransaction(pool, snapshot, async (client) => {
      for (const [what, query] of Object.entries(figures)) {
        const { rows } = await client.query<{ value: number }>(`select (${query}) as value`)
        print(`${what}: ${rows[0]?.value}`)
      }
    })
    return 0
  },
}
