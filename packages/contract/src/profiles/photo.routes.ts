import { createRoute, z } from '@hono/zod-openapi'
import { json, namedId, problems, signedIn, withExtensions, withScope } from '../http.ts'
import { photoSizes, photoTypes } from './photo.rules.ts'
import { ownProfileSchema } from './profiles.routes.ts'

const tags = ['profiles']
const path = '/api/profiles/me/photo'
const bytes = z.string().openapi({ format: 'binary' })

export const savePhotoRoute = createRoute({
  operationId: 'savePhoto',
  summary: "Sets the member's photo",
  description:
    'Replaces the previous photo, whose URL stops working. The type is determined from the first bytes, not from `Content-Type`. Published to everybody.',
  method: 'put',
  path,
  tags,
  security: signedIn,
  ...withExtensions,
  request: {
    body: {
      required: true,
      content: Object.fromEntries(photoTypes.map((type) => [type, { schema: bytes }])),
    },
  },
  responses: {
    200: json('The updated profile', ownProfileSchema),
    ...problems(
      'common.unauthenticated',
      'account.email_unverified',
      'profiles.photo_unreadable',
      'profiles.photo_size',
      'profiles.photo_busy',
      'profiles.too_many_changes',
    ),
  },
})

export const removePhotoRoute = createRoute({
  operationId: 'removePhoto',
  summary: "Removes the member's photo",
  description: 'Published to everybody. Idempotent.',
  method: 'delete',
  path,
  tags,
  security: signedIn,
  ...withExtensions,
  responses: {
    200: json('The updated profile', ownProfileSchema),
    ...problems('common.unauthenticated', 'profiles.too_many_changes'),
  },
})

const photo = {
  200: { description: 'The photo', content: { 'image/webp': { schema: bytes } } },
  ...problems('common.unauthenticated', 'common.not_found'),
}

export const readPhotoRoute = createRoute({
  operationId: 'readPhoto',
  summary: "Returns a member's photo in its larger size",
  description: 'The response never changes: a new photo has a new URL.',
  method: 'get',
  path: '/api/photos/{photoId}',
  tags,
  security: withScope(signedIn, 'profile:read'),
  request: { params: z.object({ photoId: namedId }) },
  responses: photo,
})

export const readSizedPhotoRoute = createRoute({
  operationId: 'readSizedPhoto',
  summary: "Returns a member's photo in the given size, in pixels per side",
  description: 'The response never changes: a new photo has a new URL.',
  method: 'get',
  path: '/api/photos/{photoId}/{size}',
  tags,
  security: withScope(signedIn, 'profile:read'),
  request: { params: z.object({ photoId: namedId, size: z.enum(photoSizes) }) },
  responses: photo,
})
