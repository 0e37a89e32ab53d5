import { gzipSync } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { once } from '../once.ts'
import { isKnown, tagOf } from './etag.ts'
import type { HttpEnv } from './router.ts'

/**
 * Serves a text for everybody that stays the same while the process runs. It is made and compressed once, at the first request:
 * to make a description of the API takes as long as fifty requests.
 */
export function serveDocument(
  app: Pick<Hono<HttpEnv>, 'get'>,
  path: string,
  { type, make }: { type: string; make: () => string | Promise<string> },
): void {
  const document = once(async () => {
    const plain = new TextEncoder().encode(await make())
    return { plain, gzip: new Uint8Array(gzipSync(plain)), tag: tagOf(plain) }
  })
  app.get(path, async (context) => {
    const { plain, gzip, tag } = await document()
    const headers = { ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' }
    if (isKnown(context, tag)) return context.body(null, 304, headers)
    const isGzipped = acceptsGzip(context)
    return context.body(isGzipped ? gzip : plain, 200, {
      ...headers,
      'Content-Type': type,
      ...(isGzipped && { 'Content-Encoding': 'gzip' }),
    })
  })
}

/** Whether the client decompresses gzip (RFC 9110, section 12.5.3). */
export function acceptsGzip({ req }: Context<HttpEnv>): boolean {
  return parseAccept(req.header('Accept-Encoding') ?? '').some(
    ({ type: encoding, q }) => encoding === 'gzip' && q > 0,
  )
}
