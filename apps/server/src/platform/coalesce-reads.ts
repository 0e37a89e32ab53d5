/**
 * Coalesces concurrent reads of the same key: callers that arrive during a read share the next one, so that no caller gets
 * data older than its call, and nothing is cached.
 *
 * @param read reads the value of a key
 */
export function coalesceReads<Result, Key = void>(
  read: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const underWay = new Map<Key, Promise<unknown>>()
  const next = new Map<Key, Promise<Result>>()

  async function readNext(key: Key): Promise<Result> {
    await underWay.get(key)
    // After this turn of the event loop: requests arrive by the dozen.
    await new Promise(setImmediate)
    const result = read(key)
    next.delete(key)
    const settled = result.then(
      () => {},
      () => {},
    )
    underWay.set(key, settled)
    void settled.then(() => underWay.get(key) === settled && underWay.delete(key))
    return await result
  }

  return function readCoalesced(key) {
    const shared = next.get(key) ?? readNext(key)
    next.set(key, shared)
    return shared
  }
}
