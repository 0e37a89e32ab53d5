import {
  cancelUploadRoute,
  finishUploadRoute,
  readFileRoute,
  startUploadRoute,
  storePartRoute,
} from '@covo/contract/files/files.routes'
import { isKnown } from '../platform/http/etag.ts'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { streamedBody } from '../platform/http/streamed-body.ts'
import { attachmentNamed } from './attachment.ts'
import { rangeOf } from './byte-range.ts'
import type { Downloads } from './downloads.ts'
import type { FilesService } from './files.service.ts'

/** Each use asks again, so that a right which has ended ends at the next look. */
const asksAgain = 'private, no-cache'

/** Whatever a member uploaded is to be saved: no type of theirs is believed. */
const savedHeaders = {
  'Content-Type': 'application/octet-stream',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': asksAgain,
  'Accept-Ranges': 'bytes',
}

export function filesRoutes(files: FilesService, downloads: Downloads) {
  const router = createRouter()

  router.openapi(startUploadRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    const given = context.req.valid('json')
    const { upload, isNew } = await files.startUpload(viewerOf(context).uid, conversationId, given)
    return context.json(upload, isNew ? 201 : 200)
  })

  router.openapi(storePartRoute, async (context) => {
    const { uploadId, number } = context.req.valid('param')
    const bytes = new Uint8Array(await context.req.arrayBuffer())
    await files.storePart(viewerOf(context).uid, uploadId, number, bytes)
    return context.body(null, 204)
  })

  router.openapi(finishUploadRoute, async (context) =>
    context.json(await files.finish(viewerOf(context).uid, context.req.valid('param').uploadId), 200),
  )

  router.openapi(cancelUploadRoute, async (context) => {
    await files.cancel(viewerOf(context).uid, context.req.valid('param').uploadId)
    return context.body(null, 204)
  })

  router.openapi(readFileRoute, async (context) => {
    const { uid } = viewerOf(context)
    const { id, name, size, sha256 } = await files.findReadable(uid, context.req.valid('param').fileId)
    const tag = `"${sha256}"`
    const asked = context.env.incoming.headers
    if (isKnown(context, `W/${tag}`))
      return context.body(null, 304, { ETag: tag, 'Cache-Control': asksAgain })
    const isOfThis = asked['if-range'] === undefined || asked['if-range'] === tag
    const range = isOfThis ? rangeOf(asked.range, size) : null
    if (range === 'unsatisfiable') return context.body(null, 416, { 'Content-Range': `bytes */${size}` })
    const { first, last } = range ?? { first: 0, last: size - 1 }
    const headers = {
      ...savedHeaders,
      'Content-Disposition': attachmentNamed(name),
      'Content-Length': String(last - first + 1),
      ETag: tag,
      ...(range && { 'Content-Range': `bytes ${first}-${last}/${size}` }),
    }
    const status = range ? 206 : 200
    if (context.req.method === 'HEAD') return context.body(null, status, headers)
    const content = await downloads.open(uid, id, { first, last }, context.env.outgoing)
    return context.body(streamedBody(context, content), status, headers)
  })

  return router
}
