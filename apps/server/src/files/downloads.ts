import type { ServerResponse } from 'node:http'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { ByteRange } from './file-store.ts'
import type { OpenStore } from './open-store.ts'
import { openOwnFiles } from './own-files.ts'

/** Downloads of a member, and of a process, whose bytes flow at once. */
const maximumPerMember = 6
const maximumInAll = 200
/** Milliseconds after which a reader that takes nothing is cut off. */
const readTimeoutMs = 20_000

export type Downloads = ReturnType<typeof createDownloads>

type DownloadsDependencies = {
  database: Database
  limits: Pick<Limits, 'take'>
  store: Pick<OpenStore, 'get' | 'size'>
}

/** The bytes of files on their way to readers, of whom none may hold the others up. */
export function createDownloads({ database, limits, store }: DownloadsDependencies) {
  const flowing = new Map<string, number>()
  let total = 0
  const archiving = new Set<string>()

  /**
   * The bytes of an object, for a member's answer. What has begun goes on while it is read.
   * @throws AppError `files.busy` where too many flow; `files.not_found` where the object has gone
   */
  async function open(
    uid: string,
    key: string,
    range: ByteRange,
    outgoing: ServerResponse,
  ): Promise<AsyncIterable<Uint8Array>> {
    await admit(uid, outgoing)
    const own = flowing.get(uid) ?? 0
    if (own >= maximumPerMember || total >= maximumInAll) throw new AppError('files.busy', { seconds: 5 })
    flowing.set(uid, own + 1)
    total += 1
    // Also of an answer that nobody reads any more, or whose body was never asked for.
    outgoing.once('close', () => {
      const left = (flowing.get(uid) ?? 1) - 1
      if (left > 0) flowing.set(uid, left)
      else flowing.delete(uid)
      total -= 1
    })
    const content = await store.get(key, range)
    if (!content) throw new AppError('files.not_found')
    return readInTime(content, outgoing)
  }

  /** An archive of the files that a member has sent, of which one at a time is read. */
  async function openArchive(uid: string, outgoing: ServerResponse) {
    await admit(uid, outgoing)
    if (archiving.has(uid)) throw new AppError('common.rate_limited', { seconds: 5 })
    archiving.add(uid)
    outgoing.once('close', () => archiving.delete(uid))
    const { bytes, content } = await openOwnFiles(database, store, uid)
    if (outgoing.destroyed) content.destroy()
    outgoing.once('close', () => content.destroy())
    return { bytes, content: readInTime(content, outgoing) }
  }

  /** How many bytes that archive has. Asking is not reading: a page may ask again while an earlier answer is on its way. */
  async function sizeArchive(uid: string, outgoing: ServerResponse): Promise<number> {
    await admit(uid, outgoing)
    const { bytes, content } = await openOwnFiles(database, store, uid)
    content.destroy()
    return bytes
  }

  /** Counts a read, and refuses a reader who has left already: nothing would end what it holds, since its answer closes no more. */
  async function admit(uid: string, outgoing: ServerResponse): Promise<void> {
    const seconds = await limits.take('fileReads', uid)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    if (outgoing.destroyed) throw new AppError('common.invalid_request')
  }

  async function* readInTime(content: AsyncIterable<Uint8Array>, outgoing: ServerResponse) {
    for await (const bytes of content) {
      const timeout = setTimeout(() => outgoing.destroy(), readTimeoutMs)
      try {
        yield bytes
      } finally {
        clearTimeout(timeout)
      }
    }
  }

  return { open, openArchive, sizeArchive }
}
