import { conversationKind } from '@covo/contract/chat/chat.rules'
import type { Command } from './command.ts'
import { inTransaction, snapshot } from './rows.ts'

/** Members who are listed: those with the most bytes. */
const listed = 20

/** Of a picture all its sizes. */
export const bytesOfFile = `coalesce(
  (picture->>'size')::bigint + (picture->>'smallSize')::bigint + coalesce((picture->'moving'->>'size')::bigint, 0), size
)`

const places: Record<ReturnType<typeof conversationKind>, string> = {
  public: 'in the public room',
  room: 'in rooms',
  private: 'in private chats',
  event: 'in chats of events',
  team: 'in chats of teams',
}

export const files: Command = {
  usage: '',
  summary:
    'print how many bytes the files of messages have, by kind of conversation, and which members sent the most',
  words: { from: 0, to: 0 },
  async run({ pool, print }) {
    await inTransaction(pool, snapshot, async (client) => {
      const conversations = await client.query<{ id: string; count: number; bytes: number }>(
        `select conversation_id as id, count(*) as count, sum(${bytesOfFile})::bigint as bytes from files group by 1`,
      )
      const kinds = Object.groupBy(conversations.rows, ({ id }) => conversationKind(id))
      for (const [kind, place] of Object.entries(places)) {
        const rows = kinds[kind as keyof typeof places] ?? []
        const [count, size] = [sumOf(rows, 'count'), sumOf(rows, 'bytes')]
        print(`${place}: ${count} files, ${megabytesOf(size)} MB`)
      }
      const { rows } = await client.query<{ id: string; name: string; count: number; bytes: number }>(
        `select users.id, display_name as name, count(*) as count, sum(${bytesOfFile})::bigint as bytes
         from files join messages using (conversation_id, sequence) join users on users.id = sender_id
         group by users.id order by bytes desc, users.id limit ${listed}`,
      )
      for (const row of rows)
        print(`${row.id}  ${row.name}: ${row.count} files, ${megabytesOf(Number(row.bytes))} MB`)
    })
    return 0
  },
}

function sumOf(rows: { count: number; bytes: number }[], field: 'count' | 'bytes'): number {
  return rows.reduce((sum, row) => sum + Number(row[field]), 0)
}

function megabytesOf(size: number): string {
  return (size / 1e6).toFixed(1)
}
