import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** The files of a ZIP archive as text, by their names, in their order; fails where one is damaged. */
export async function readZip(archive: Buffer): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(archive, { lazyEntries: false })
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => entries.push(entry))
  await new Promise((resolve, reject) => zip.once('end', resolve).once('error', reject))
  const open = promisify<Entry, NodeJS.ReadableStream>((entry, done) =>
    zip.openReadStream(entry, (error, stream) => done(error, stream)),
  )
  const files = new Map<string, string>()
  for (const entry of entries) files.set(entry.fileName, await text(await open(entry)))
  return files
}
