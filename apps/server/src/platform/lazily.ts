/** Makes a value at the first call, and answers the same one from then on. */
export function lazily<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
