/**
 * Lets all who ask for the same thing while a read of it is under way share the next one: each is answered by a read
 * that began after they asked, so that nothing is older than a read of their own would have been, and nothing is kept.
 *
 * @param read reads the thing of a name; whatever two names have in common is read for each
 */
export function createSharedReads<Result, Name = void>(
  read: (name: Name) => Promise<Result>,
): (name: Name) => Promise<Result> {
  const underWay = new Map<Name, Promise<unknown>>()
  const next = new Map<Name, Promise<Result>>()

  async function readNext(name: Name): Promise<Result> {
    await underWay.get(name)
    // Not before the turn of the event loop is over: requests come in by the dozen.
    await new Promise(setImmediate)
    const result = read(name)
    next.delete(name)
    const settled = result.then(
      () => {},
      () => {},
    )
    underWay.set(name, settled)
    void settled.then(() => underWay.get(name) === settled && underWay.delete(name))
    return await result
  }

  return function share(name) {
    const shared = next.get(name) ?? readNext(name)
    next.set(name, shared)
    return shared
  }
}
