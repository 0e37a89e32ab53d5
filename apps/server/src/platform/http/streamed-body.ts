import { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Context } from 'hono'
import type { HttpEnv } from './router.ts'

/**
 * A body that is made while it is sent. Where that fails the connection is cut, so that nobody takes the part that came for the
 * whole; nothing of the failure but a line of the log remains.
 */
export function streamedBody(
  context: Context<HttpEnv>,
  parts: AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  async function* send() {
    try {
      yield* parts
    } catch (err) {
      context.get('record')('request.failed', { reason: 'common.internal', err })
      context.env.outgoing.destroy()
    }
  }
  return NodeReadableStream.from(send()) as ReadableStream<Uint8Array>
}
