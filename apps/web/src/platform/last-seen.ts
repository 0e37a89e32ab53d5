import type { DehydratedState } from '@tanstack/react-query'
import { areAllWith, deviceStore, hasFields } from './stores.ts'

/** The answers that a member last saw on this device, for a time without network. A sign-out removes them. */
type LastSeen = { uid: string; build: string; queries: SeenQuery[] }
export type SeenQuery = DehydratedState['queries'][number]

/** For the options of a query whose last answer may be kept on the device. */
export const keptOnDevice = { meta: { isKept: true }, gcTime: Number.POSITIVE_INFINITY }

const key = 'covo.lastSeen'
const longestAge = 7 * 86_400_000
/** Of UTF-16 units, without the small ones. */
const maximumSize = 300_000
const smallSize = 8_000
/** Names this version of the program: another may expect other answers. */
const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''

/** Whether a member is signed in here, as far as is known without the server. */
export function hasLastSeen(): boolean {
  return read()?.queries.some(isRecent) ?? false
}

/** The recent answers, or null where this version of the program saved none. */
export function readLastSeen(): LastSeen | null {
  const seen = read()
  return seen?.build === build ? { ...seen, queries: seen.queries.filter(isRecent) } : null
}

/** Keeps the answers that the member sees now, and as many earlier ones as there is room for. */
export function saveLastSeen(uid: string, current: SeenQuery[]): void {
  const before = readLastSeen()
  const shown = new Set(current.map(({ queryHash }) => queryHash))
  const others = before?.uid === uid ? before.queries.filter(({ queryHash }) => !shown.has(queryHash)) : []
  let size = 0
  const queries = [...current, ...others]
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .filter((query) => {
      const { length } = JSON.stringify(query)
      if (length > smallSize) size += length
      return length <= smallSize || size <= maximumSize
    })
  // Where the browser's store is full, the one before stays.
  deviceStore.keep(key, JSON.stringify({ uid, build, queries } satisfies LastSeen))
}

/** Removes the answer of one query. */
export function forgetSeen(queryHash: string): void {
  const seen = read()
  if (!seen?.queries.some((query) => query.queryHash === queryHash)) return
  const queries = seen.queries.filter((query) => query.queryHash !== queryHash)
  deviceStore.keep(key, JSON.stringify({ ...seen, queries } satisfies LastSeen))
}

/** A small value that is kept beside it, until the member signs out; a new version knows it too. */
export function readNote(name: string): string | null {
  return deviceStore.read(`${key}.${name}`)
}

export function saveNote(name: string, value: string): void {
  deviceStore.keep(`${key}.${name}`, value)
}

/** Calls the listener when another tab changed the kept answers, until the returned function is called. */
export function subscribeToNotes(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

export function forgetLastSeen(): void {
  deviceStore.keys(key).forEach(deviceStore.remove)
}

function read(): LastSeen | null {
  return deviceStore.readValue(key, isLastSeen)
}

function isLastSeen(stored: unknown): stored is LastSeen {
  if (!hasFields(stored, { uid: 'string', build: 'string' })) return false
  const { queries } = stored as { queries?: { state: unknown }[] }
  return (
    areAllWith(queries, { queryHash: 'string', queryKey: 'object', state: 'object' }) &&
    areAllWith(
      queries?.map(({ state }) => state),
      { dataUpdatedAt: 'number', status: 'string' },
    )
  )
}

function isRecent({ state }: SeenQuery): boolean {
  return state.dataUpdatedAt > Date.now() - longestAge
}
