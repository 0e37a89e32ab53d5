/**
 * Coalesces concurrent reads of the same key: callers that arrive during a read share the next one, so that no caller gets
 * data older than its call, and nothing is cached. A read that fails fails those who wait for it too: with a database that is
 * silent each would wait for two timeouts, longer than a connection may be without an answer.
 *
 * @param read reads the value of a key
 */
export function coalesceReads<Result, Key = void>(
  read: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const underWay = new Map<Key, Promise<Result>>()
  const next = new Map<Key, Promise<Result>>()

  async function readNext(key: Key): Promise<Result> {
    try {
      await underWay.get(key)
      // After this turn of the event loop: requests arrive by the dozen.
      await new Promise(setImmediate)
    } finally {
      next.delete(key)
    }
    const result = read(key)
    underWay.set(key, result)
    const forget = () => void (underWay.get(key) === result && underWay.delete(key))
    void result.then(forget, forget)
    return await result
  }

  return function readCoalesced(key) {
    const shared = next.get(key) ?? readNext(key)
    next.set(key, shared)
    return shared
  }
}
