import {
  readPhotoRoute,
  readSizedPhotoRoute,
  removePhotoRoute,
  savePhotoRoute,
} from '@covo/contract/profiles/photo.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { PhotoService } from './photo.service.ts'

/** A photo is a picture and nothing else, also where it is opened by its address. */
const photoHeaders = {
  'Content-Type': 'image/webp',
  'Content-Disposition': 'inline; filename="foto.webp"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  // Another photo has another address.
  'Cache-Control': 'private, max-age=31536000, immutable',
}

export function photoRoutes(photos: PhotoService) {
  const router = createRouter()

  router.openapi(savePhotoRoute, async (context) => {
    const bytes = Buffer.from(await context.req.arrayBuffer())
    const saved = await photos.savePhoto(viewerOf(context).uid, bytes)
    context.get('record')('photo.saved')
    return context.json(saved, 200)
  })

  router.openapi(removePhotoRoute, async (context) => {
    const saved = await photos.removePhoto(viewerOf(context).uid)
    context.get('record')('photo.removed')
    return context.json(saved, 200)
  })

  router.openapi(readPhotoRoute, async (context) => {
    const { photoId } = context.req.valid('param')
    return context.body(new Uint8Array(await photos.readPhoto(photoId, '256')), 200, photoHeaders)
  })

  router.openapi(readSizedPhotoRoute, async (context) => {
    const { photoId, size } = context.req.valid('param')
    return context.body(new Uint8Array(await photos.readPhoto(photoId, size)), 200, photoHeaders)
  })

  return router
}
