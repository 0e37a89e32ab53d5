/**
 * One of the browser's stores of texts. A browser may refuse it, be full, or hold what an older page or somebody else wrote there: all of
 * that is as if nothing were stored. Nothing else of the program asks for a store.
 */
export type Store = {
  read(key: string): string | null
  /** See `parseStored`. */
  readValue<Value>(key: string, isValue: (stored: unknown) => stored is Value): Value | null
  /** Whether it is kept now. An empty text is removed. */
  keep(key: string, text: string): boolean
  remove(key: string): void
  /** The keys that begin so. */
  keys(prefix: string): string[]
}

function storeOf(find: () => Storage): Store {
  function attempt<Result>(work: (store: Storage) => Result, otherwise: Result): Result {
    try {
      return work(find())
    } catch {
      return otherwise
    }
  }

  const read = (key: string) => attempt((store) => store.getItem(key), null)
  return {
    read,
    readValue: (key, isValue) => parseStored(read(key), isValue),
    keep: (key, text) =>
      attempt((store) => {
        if (text) store.setItem(key, text)
        else store.removeItem(key)
        return true
      }, false),
    remove: (key) => attempt((store) => store.removeItem(key), undefined),
    keys: (prefix) =>
      attempt((store) => Object.keys(store).filter((key) => key.startsWith(prefix)), [] as string[]),
  }
}

/** Of this browser: it outlives the tab. */
// biome-ignore lint/style/noRestrictedGlobals: the one place
export const deviceStore = storeOf(() => localStorage)

/** Of this tab: it outlives a reload. */
// biome-ignore lint/style/noRestrictedGlobals: the one place
export const tabStore = storeOf(() => sessionStorage)

/** A value that was stored as JSON, where it is one of the expected; else null. */
export function parseStored<Value>(
  text: string | null,
  isValue: (stored: unknown) => stored is Value,
): Value | null {
  try {
    const stored: unknown = text ? JSON.parse(text) : null
    return isValue(stored) ? stored : null
  } catch {
    return null
  }
}

type Types = Record<string, 'string' | 'number' | 'boolean' | 'object'>

/** Whether a stored value is an object whose fields have these types; it may have others too. */
export function hasFields(stored: unknown, types: Types): boolean {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return false
  const fields = stored as Record<string, unknown>
  return Object.entries(types).every(([name, type]) => fields[name] !== null && typeof fields[name] === type)
}

/** Whether a stored value is a list of such objects. */
export function areAllWith(stored: unknown, types: Types): boolean {
  return Array.isArray(stored) && stored.every((one) => hasFields(one, types))
}
