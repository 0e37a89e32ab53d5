import type { Hash } from 'node:crypto'

/** The same bytes, each given to a hash before it goes on. */
export async function* hashed(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hash: Hash,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes)
    yield bytes
  }
}
