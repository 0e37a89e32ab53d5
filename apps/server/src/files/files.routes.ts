import {
  cancelUploadRoute,
  downloadOwnFilesRoute,
  finishUploadRoute,
  readFileRoute,
  readPictureRoute,
  readReportedFileRoute,
  startUploadRoute,
  storePartRoute,
} from '@covo/contract/files/files.routes'
import type { PictureSize } from '@covo/contract/files/files.rules'
import type { Context } from 'hono'
import { AppError } from '../platform/app-error.ts'
import { isKnown } from '../platform/http/etag.ts'
import { createRouter, type HttpEnv, viewerOf } from '../platform/http/router.ts'
import { streamedBody } from '../platform/http/streamed-body.ts'
import { attachmentNamed } from './attachment.ts'
import { rangeOf } from './byte-range.ts'
import type { Downloads } from './downloads.ts'
import { keyOf } from './file-store.ts'
import type { FilesService, ReadableFile } from './files.service.ts'
import type { MadePicture } from './picture-maker.child.ts'

/** Each use asks again, so that a right which has ended ends at the next look. */
const asksAgain = 'private, no-cache'

const fileHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': asksAgain,
  'Accept-Ranges': 'bytes',
}

export function filesRoutes(
  files: FilesService,
  downloads: Downloads,
  noteRefusal: (error: unknown) => void,
) {
  const router = createRouter()
  router.onError((error) => {
    noteRefusal(error)
    throw error
  })

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
    context.json(
      await files.finish(
        viewerOf(context).uid,
        context.req.valid('param').uploadId,
        context.req.valid('json')?.asFile,
      ),
      200,
    ),
  )

  router.openapi(cancelUploadRoute, async (context) => {
    await files.cancel(viewerOf(context).uid, context.req.valid('param').uploadId)
    return context.body(null, 204)
  })

  router.openapi(readFileRoute, async (context) => {
    const file = await files.findReadable(viewerOf(context).uid, context.req.valid('param').fileId)
    return await answer(context, objectOf(file))
  })

  router.openapi(readReportedFileRoute, async (context) => {
    const { id, fileId } = context.req.valid('param')
    return await answer(context, objectOf(await files.findReportedFile(viewerOf(context), id, fileId)))
  })

  router.openapi(readPictureRoute, async (context) => {
    const { fileId, size } = context.req.valid('param')
    const file = await files.findReadable(viewerOf(context).uid, fileId)
    if (!file.picture || (size === 'moving' && !file.picture.moving)) throw new AppError('files.not_found')
    return await answer(context, pictureOf(file, file.picture, size))
  })

  router.openapi(downloadOwnFilesRoute, async (context) => {
    const { uid } = viewerOf(context)
    const { outgoing } = context.env
    const headers = (bytes: number) => ({
      'Content-Type': 'application/zip',
      'Content-Length': String(bytes),
      'Content-Disposition': attachmentNamed('covo-file.zip'),
      'Cache-Control': 'no-store',
    })
    // The page looks how large it is before it offers it.
    if (context.req.method === 'HEAD')
      return context.body(null, 200, headers(await downloads.sizeArchive(uid, outgoing)))
    const { bytes, content } = await downloads.openArchive(uid, outgoing)
    return context.body(streamedBody(context, content), 200, headers(bytes))
  })

  /** Answers an object, a range of it, or that the reader has it. */
  async function answer(context: Context<HttpEnv>, { key, tag, size, ...named }: FileObject) {
    const asked = context.env.incoming.headers
    if (isKnown(context, `W/${tag}`))
      return context.body(null, 304, { ETag: tag, 'Cache-Control': asksAgain })
    const isOfThis = asked['if-range'] === undefined || asked['if-range'] === tag
    const range = isOfThis ? rangeOf(asked.range, size) : null
    if (range === 'unsatisfiable') return context.body(null, 416, { 'Content-Range': `bytes */${size}` })
    const { first, last } = range ?? { first: 0, last: size - 1 }
    const headers = {
      ...fileHeaders,
      'Content-Type': named.type,
      'Content-Disposition': named.disposition,
      'Content-Length': String(last - first + 1),
      ETag: tag,
      ...(range && { 'Content-Range': `bytes ${first}-${last}/${size}` }),
    }
    const status = range ? 206 : 200
    if (context.req.method === 'HEAD') return context.body(null, status, headers)
    const { uid } = viewerOf(context)
    const content = await downloads.open(uid, key, { first, last }, context.env.outgoing)
    return context.body(streamedBody(context, content), status, headers)
  }

  return router
}

type FileObject = { key: string; tag: string; size: number; type: string; disposition: string }

/** What is to be saved of a file: of a picture its large size, and of any other its bytes, of which no type is believed. */
function objectOf(file: ReadableFile): FileObject {
  const { id, name, size, sha256, picture } = file
  if (picture) return { ...pictureOf(file, picture, 'large'), disposition: attachmentNamed(`${name}.webp`) }
  return {
    key: keyOf(id, 'file'),
    tag: `"${sha256}"`,
    size,
    type: 'application/octet-stream',
    disposition: attachmentNamed(name),
  }
}

function pictureOf(
  { id, sha256 }: ReadableFile,
  { size, smallSize, moving }: MadePicture,
  pictureSize: PictureSize,
): FileObject {
  const sizes = { large: size, small: smallSize, moving: moving?.size ?? 0 }
  return {
    key: keyOf(id, pictureSize),
    tag: `"${sha256}-${pictureSize}"`,
    size: sizes[pictureSize],
    type: 'image/webp',
    disposition: 'inline; filename="immagine.webp"',
  }
}
