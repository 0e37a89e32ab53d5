import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { StartupError } from '../platform/startup-error.ts'
import { fileError } from './write-file-atomically.ts'

/*
 * A backup is one gzip file of lines:
 *   {"format":"covo-backup","version":1,"migration":"0011-…","createdAt":"…","tables":{"users":["id",…],…}}
 *   for each table, in the order of the first line: its rows in PostgreSQL's COPY text format, and then `\.`
 *   {"rows":{"users":40,…}}
 *   with `"files":true` in the first line, each object of a file: {"object":"7f/…-file","size":482113} and so many bytes; and then
 *   {"objects":12}
 *   sha256 …   of everything before this line
 */

const backupHeader = z.object({
  format: z.literal('covo-backup'),
  version: z.literal(1),
  migration: z.string(),
  createdAt: z.iso.datetime(),
  tables: z.record(z.string(), z.array(z.string())),
  files: z.boolean().default(false),
})

export type BackupHeader = z.infer<typeof backupHeader>

export const backupTrailer = z.object({ rows: z.record(z.string(), z.number()) })

/** After the rows of a table; COPY's text format has no row like it. */
export const endOfRows = '\\.\n'

/** A value as a line of a backup. */
export function lineOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

const checksumLength = 'sha256 '.length + 64 + 1

/** Adds the last line, the checksum of the content. */
export async function* withChecksum(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.from(`sha256 ${hash.digest('hex')}\n`)
}

/** Reads all of a backup; StartupError when it isn't one, or not as it was written. */
export async function verifyBackup(path: string): Promise<BackupHeader> {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const chunk of contentOf(path)) {
    const bytes = Buffer.concat([held, chunk])
    const end = Math.max(0, bytes.length - checksumLength)
    hash.update(bytes.subarray(0, end))
    held = bytes.subarray(end)
  }
  if (held.toString() !== `sha256 ${hash.digest('hex')}\n`)
    throw new StartupError(`The file ${path} is not a whole backup of Covo: its checksum doesn't fit.`)
  const header = await openBackup(path).readLine()
  const parsed = backupHeader.safeParse(JSON.parse(header))
  if (!parsed.success) throw new StartupError(`The file ${path} is not a backup that this release can read.`)
  return parsed.data
}

/** A backup to be read from its beginning, piece by piece. */
export function openBackup(path: string) {
  const chunks = contentOf(path)
  let buffer: Buffer = Buffer.alloc(0)

  async function readMore(): Promise<void> {
    const { value, done } = await chunks.next()
    if (done) throw new StartupError(`The file ${path} ends too early.`)
    buffer = Buffer.concat([buffer, value])
  }

  async function readLine(): Promise<string> {
    let end = buffer.indexOf('\n')
    while (end < 0) {
      await readMore()
      end = buffer.indexOf('\n')
    }
    const line = buffer.subarray(0, end).toString()
    buffer = buffer.subarray(end + 1)
    return line
  }

  /** The rows of the table that comes next, several at a time. */
  async function* readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (buffer.subarray(0, endOfRows.length).equals(Buffer.from(endOfRows))) {
        buffer = buffer.subarray(endOfRows.length)
        return
      }
      const end = buffer.indexOf(`\n${endOfRows}`)
      const wholeLines = (end < 0 ? buffer.lastIndexOf('\n') : end) + 1
      if (wholeLines > 0) yield buffer.subarray(0, wholeLines)
      buffer = buffer.subarray(wholeLines)
      if (end < 0) await readMore()
    }
  }

  /** The next bytes, so many. */
  async function* readBytes(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (buffer.length === 0) await readMore()
      const bytes = buffer.subarray(0, left)
      buffer = buffer.subarray(bytes.length)
      left -= bytes.length
      yield bytes
    }
  }

  return { readLine, readRows, readBytes }
}

async function* contentOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const content = createGunzip()
  file.on('error', (error) => content.destroy(error)).pipe(content)
  try {
    for await (const chunk of content) yield chunk
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new StartupError(`The file ${path} is not a whole backup of Covo (${error.message}).`)
    throw fileError(error, path)
  } finally {
    file.destroy()
  }
}
