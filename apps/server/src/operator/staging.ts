import type pg from 'pg'
import { readDocuments } from './documents.ts'
import type { ImportReport } from './import-report.ts'
import { copyRows } from './rows.ts'

/** `parent` is the chat of a message, empty for other documents. */
export type IncomingDocument = { id: string; parent: string; document: Record<string, unknown> }

const places = new Set(['users', 'events', 'chats', 'messages', 'chats/messages'])

/** Brings the files' documents into a table of this transaction: they come in any order, and need others first. */
export async function stageDocuments(
  client: pg.ClientBase,
  paths: string[],
  report: ImportReport,
): Promise<void> {
  await client.query(`
    create temp table incoming (
      position bigint generated always as identity,
      collection text not null, parent text not null, id text not null, document json not null
    ) on commit drop`)
  await copyRows(client, 'incoming (collection, parent, id, document)', rowsOf(paths, report))
  await client.query('create index on incoming (collection, parent, id, position)')
  await client.query('analyze incoming')
}

async function* rowsOf(paths: string[], report: ImportReport): AsyncGenerator<string[]> {
  for (const file of paths)
    for await (const { path, document } of readDocuments(file)) {
      const collection = path.filter((_, index) => index % 2 === 0).join('/')
      const id = path.at(-1) ?? ''
      const parent = path.length > 2 ? (path[1] ?? '') : ''
      const isDocument = typeof document === 'object' && document !== null && !Array.isArray(document)
      const place = path.join('/').slice(0, 100)
      if (!places.has(collection)) report.refused('documents', 'of another collection', place)
      else if (!id || !isDocument) report.refused('documents', 'no document with an id', place)
      else yield [collection, parent, id, JSON.stringify(document)].map((text) => text.replaceAll('\0', ''))
    }
}

/** The documents of a collection, in the order of their ids; of one that was given twice, the first. */
export function incomingOf(collection: 'users' | 'events' | 'chats' | 'messages' | 'chats/messages'): string {
  return `
    select distinct on (parent, id) id, parent, document from incoming
    where collection = '${collection}' order by parent, id, position`
}
