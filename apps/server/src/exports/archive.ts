import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Database } from '../platform/database/database.ts'
import { pageEnd, pageStart, sectionOf } from './archive-page.ts'
import { readPhoto } from './own-data.store.ts'
import { type OwnData, ownDataFiles, type Value } from './own-data.ts'

/**
 * The ZIP archive of a member's own data, made while it is read: of each file a page of rows is in memory. A failure to read the
 * data destroys the stream.
 */
export function openArchive(database: Database, uid: string): Readable {
  const zip = new ZipFile()
  const archive = zip.outputStream as Readable
  let source: Readable | undefined
  // The library watches no source for failures: its output would never end.
  const end = (error: unknown) => archive.destroy(error as Error)
  zip.on('error', end)
  archive.on('close', () => source?.destroy())
  const add = (name: string, content: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, (hand) => {
      source = Readable.from(bytesOf(content()), { objectMode: false }).on('error', end)
      hand(null, source)
    })
  add('index.html', () => pageOf(database, uid))
  for (const file of ownDataFiles) add(`${file.name}.json`, () => jsonOf(file, file.read(database, uid)))
  readPhoto(database, uid).then((photo) => {
    if (photo) zip.addBuffer(photo, 'foto.webp', { compress: false })
    zip.end()
  }, end)
  return archive
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* pageOf(database: Database, uid: string): AsyncGenerator<string> {
  yield pageStart(ownDataFiles, new Date())
  for (const file of ownDataFiles) yield* sectionOf(file, file.read(database, uid))
  yield pageEnd
}

async function* jsonOf(
  { isOne, fields }: OwnData,
  pages: AsyncIterable<Record<string, Value>[]>,
): AsyncGenerator<string> {
  const names = Object.keys(fields)
  let between = ''
  if (!isOne) yield '[\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield between + rows.map((row) => JSON.stringify(row, names)).join(',\n')
    between = ',\n'
  }
  yield isOne ? '\n' : '\n]\n'
}
