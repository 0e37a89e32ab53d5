import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { textKey } from '@covo/contract/text'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import type { Command } from './command.ts'

/** How many of each kind are shown. */
const shown = 20

/** How many characters of a message are shown. */
const beginning = 80

export const find: Command = {
  usage: 'TEXT',
  summary: `look for members (a part of name, email or uid), messages of the public room and events (a part of their text, or their author's uid); the newest ${shown} of each`,
  words: { from: 1, to: 1 },
  async run({ database, words: [text = ''], print }) {
    const printAll = (what: string, lines: string[]) => {
      print(`${what}: ${lines.length === 0 ? 'none' : ''}`.trim())
      for (const line of lines.slice(0, shown)) print(`  ${line}`)
      if (lines.length > shown) print(`  and more: only the newest ${shown} are shown.`)
    }
    printAll('Members', await findMembers(database, text))
    printAll('Messages of the public room', await findMessages(database, text))
    printAll('Events', await findEvents(database, text))
    return 0
  },
}

async function findMembers(database: Database, text: string): Promise<string[]> {
  const rows = await database
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'blocked_at', 'erased_at', 'deletion_at'])
    .where(
      sql<SqlBool>`(searchable_name like ${containing(textKey(text))} or email like ${containing(text)} or id::text like ${containing(text)})`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(shown + 1)
    .execute()
  return rows.map((row) =>
    lineOf(
      row.id,
      row.display_name,
      emailOrEmpty(row.email),
      row.erased_at ? 'removed' : row.blocked_at ? 'blocked' : row.deletion_at && 'to be removed',
    ),
  )
}

async function findMessages(database: Database, text: string): Promise<string[]> {
  const rows = await database
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'sender_id')
    .select(['messages.id', 'sent_at', 'display_name', 'messages.removed_at'])
    .select(sql<string>`left(text, ${beginning + 1})`.as('text'))
    .where('conversation_id', '=', publicRoomId)
    .where(
      sql<SqlBool>`(lower(normalize(text, NFKC)) like ${containing(textKey(text))} or sender_id::text = ${text.toLowerCase()})`,
    )
    .orderBy('sequence', 'desc')
    .limit(shown + 1)
    .execute()
  return rows.map((row) => {
    const characters = [...row.text]
    const cut = characters.slice(0, beginning).join('') + (characters.length > beginning ? '…' : '')
    return lineOf(row.id, timeOf(row.sent_at), row.display_name, row.removed_at ? 'removed' : cut)
  })
}

async function findEvents(database: Database, text: string): Promise<string[]> {
  const rows = await database
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'organizer_id')
    .select(['events.id', 'starts_at', 'display_name', 'title'])
    .where(
      sql<SqlBool>`(searchable like ${containing(textKey(text))} or events.id::text = ${text.toLowerCase()} or organizer_id::text = ${text.toLowerCase()})`,
    )
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id')
    .limit(shown + 1)
    .execute()
  return rows.map((row) => lineOf(row.id, timeOf(row.starts_at), row.display_name, row.title))
}

function lineOf(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join('  ')
}

function timeOf(instant: Date): string {
  return instant.toISOString().replace(/:\d\d\.\d+Z$/, 'Z')
}
