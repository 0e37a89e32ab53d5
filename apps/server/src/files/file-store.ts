import type { PictureSize } from '@covo/contract/files/files.rules'

/** From the first to the last byte, both included, counted from 0. */
export type ByteRange = { first: number; last: number }

/** The folder of files that are being written: the nightly sweep takes what a process that died left there. */
export const draftsFolder = 'drafts'

/** Where the bytes of files are: objects by their keys, such as `7f/{id}-file`. No key holds a name that somebody typed. */
export type FileStore = {
  /** Stores an object as a whole, in the place of one of the same key, or rejects and stores nothing. */
  put(key: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>
  /** The bytes of an object, or of a part of it; null where there is none. */
  get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /** In bytes; null where there is none. */
  size(key: string): Promise<number | null>
  /** Nothing happens where there is none. */
  delete(key: string): Promise<void>
  /** Lists all objects, in any order, and the temporary files of objects that are being written. */
  list(): AsyncIterable<{ key: string; changedAt: Date }>
}

/** A store that is elsewhere did not do what it was asked for. */
export class StoreFailure extends Error {
  /** Whether it answers and refuses, as it will again: its address, its key or what that may do is wrong. */
  readonly isRefusal: boolean

  constructor(message: string, options: ErrorOptions & { isRefusal?: boolean } = {}) {
    super(message, options)
    this.isRefusal = options.isRefusal ?? false
  }
}

/** The key of a part of a file or upload: ids are random, so that the first two digits spread them over folders. */
export function keyOf(id: string, part: 'file' | PictureSize | `part-${number}`): string {
  return `${id.slice(0, 2)}/${id}-${part}`
}

/** The id in a key; null where it has none. */
export function idOfKey(key: string): string | null {
  return /^[\da-f]{2}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-/.exec(key)?.[1] ?? null
}

/** Whether a key is that of a part of an upload. */
export function isPart(key: string): boolean {
  return /-part-\d+$/.test(key)
}
