/** Calls a function at most once: later calls answer the same value. */
export function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
