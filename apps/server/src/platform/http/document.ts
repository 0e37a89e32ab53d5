import { gzipSync } from 'node:zlib'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { parseAccept } from 'hono/utils/accept'
import { lazily } from '../lazily.ts'
import { isKnown, tagOf } from './etag.ts'
import type { HttpEnv } from './router.ts'

/**
 * Serves a description that stays the same while the process runs. It is made and compressed once, at the first request, which
 * takes as long as fifty others.
 */
export function serveDocument(app: OpenAPIHono<HttpEnv>, path: string, make: () => object): void {
  const document = lazily(() => {
    const plain = new TextEncoder().encode(JSON.stringify(make()))
    return { plain, gzip: new Uint8Array(gzipSync(plain)), tag: tagOf(plain) }
  })
  app.get(path, (context) => {
    const { plain, gzip, tag } = document()
    const headers = { ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' }
    if (isKnown(context, tag)) return context.body(null, 304, headers)
    const isGzipped = parseAccept(context.req.header('Accept-Encoding') ?? '').some(
      ({ type, q }) => type === 'gzip' && q > 0,
    )
    return context.body(isGzipped ? gzip : plain, 200, {
      ...headers,
      'Content-Type': 'application/json',
      ...(isGzipped && { 'Content-Encoding': 'gzip' }),
    })
  })
}
