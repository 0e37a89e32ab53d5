import type { Upload } from '@covo/contract/files/files.routes'
import { bytesOfPart, countParts, partBytes } from '@covo/contract/files/files.rules'
import type { File } from '@covo/contract/files/message-files'

/** The operations of an upload; each may be repeated. They reject with what `isTemporary` tells. */
type UploadServer = {
  /** Answers which parts are there. */
  start(file: { clientId: string; name: string; size: number }): Promise<Upload>
  storePart(uploadId: string, number: number, bytes: Blob): Promise<void>
  finish(uploadId: string, asFile: boolean): Promise<File>
}

export type UploadOptions = {
  server: UploadServer
  file: { clientId: string; name: string; size: number }
  /** Asked at the end. */
  asFile: () => boolean
  /** Rejects where the bytes are gone. */
  readBytes: (from: number, to: number) => Promise<Blob>
  onStarted: (uploadId: string) => void
  /** How many bytes are there. */
  onReceived: (bytes: number) => void
  /** Whether it waits for the network. */
  onWaiting: (isWaiting: boolean) => void
  isTemporary: (error: unknown) => boolean
  /** Resolves after so many milliseconds, or when the network is back. */
  pause: (milliseconds: number) => Promise<void>
  /** Bounds the parts that are under way in a page, and the files that are being finished. */
  slots: { parts: Slots; finishing: Slots }
  signal: AbortSignal
}

/** Milliseconds: before the second attempt, doubled with each further one, and at most. */
const retryDelay = { first: 1_000, longest: 15_000 }

/**
 * Uploads a file, and goes on with the missing parts after each failure of the network. Rejects when the server refuses it, and when it is
 * given up by the signal.
 */
export async function uploadFile(options: UploadOptions): Promise<File> {
  const { server, file, onStarted, onWaiting, isTemporary, pause, slots, signal } = options
  let delay = retryDelay.first
  let partsAtOnce = 2
  for (;;) {
    try {
      const upload = await server.start(file)
      onStarted(upload.id)
      onWaiting(false)
      await storeParts(options, upload, partsAtOnce, () => {
        delay = retryDelay.first
      })
      const done = await slots.finishing.run(() => {
        signal.throwIfAborted()
        return server.finish(upload.id, options.asFile())
      })
      signal.throwIfAborted()
      return done
    } catch (error) {
      signal.throwIfAborted()
      if (!isTemporary(error)) throw error
      onWaiting(true)
      // On a slow connection two parts at once may both take too long.
      partsAtOnce = 1
      await pause(delay * (0.75 + Math.random() / 2))
      signal.throwIfAborted()
      delay = Math.min(delay * 2, retryDelay.longest)
    }
  }
}

async function storeParts(
  { server, file: { size }, readBytes, onReceived, slots, signal }: UploadOptions,
  { id, received }: Upload,
  atOnce: number,
  onStored: () => void,
): Promise<void> {
  const present = new Set(received)
  const missing = Array.from({ length: countParts(size) }, (_, number) => number).filter(
    (number) => !present.has(number),
  )
  const countPresent = () =>
    onReceived([...present].reduce((sum, number) => sum + bytesOfPart(size, number), 0))
  countPresent()
  let isFailed = false

  async function storeNext(): Promise<void> {
    for (let number = missing.shift(); number !== undefined && !isFailed; number = missing.shift()) {
      const part = number
      try {
        await slots.parts.run(async () => {
          signal.throwIfAborted()
          const from = part * partBytes
          await server.storePart(id, part, await readBytes(from, from + bytesOfPart(size, part)))
        })
      } catch (error) {
        isFailed = true
        throw error
      }
      present.add(part)
      countPresent()
      onStored()
    }
  }

  await Promise.all(Array.from({ length: atOnce }, storeNext))
}

export type Slots = { run<Result>(work: () => Promise<Result>): Promise<Result> }

/** Runs at most so many at once; the others in their order. */
export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
