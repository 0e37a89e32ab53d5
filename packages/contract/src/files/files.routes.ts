import { createRoute, z } from '@hono/zod-openapi'
import { conversationId } from '../chat/chat.routes.ts'
import {
  json,
  jsonBody,
  namedId,
  notModified,
  numberInAddress,
  problems,
  signedIn,
  withScope,
} from '../http.ts'
import { maximumFileBytes, partBytes, pictureSizes } from './files.rules.ts'
import { fileSchema } from './message-files.ts'

const tags = ['files']
const bytes = z.string().openapi({ format: 'binary' })
const uploadParams = z.object({ uploadId: namedId })

const asFile = z.boolean().openapi({
  description: 'Keeps a picture byte for byte, with the hidden data that it may hold, as any other file',
})

const uploadSchema = z
  .object({
    id: z.uuid(),
    /** Cleaned: one line, without letters that file systems refuse. */
    name: z.string(),
    size: z.number().int(),
    /** Bytes of each part but the last. */
    partBytes: z.number().int(),
    /** The numbers of the parts that are there, from 0. */
    received: z.array(z.number().int()),
  })
  .openapi('Upload')

export type Upload = z.infer<typeof uploadSchema>

export const startUploadRoute = createRoute({
  operationId: 'startUpload',
  summary: 'Starts the upload of a file to a conversation',
  description: `A file of up to ${maximumFileBytes} bytes is uploaded in parts of ${partBytes} bytes. An upload that no message has is deleted after 24 hours. Idempotent by \`clientId\`: the same one again answers which parts are there.`,
  method: 'post',
  path: '/api/chat/{conversationId}/uploads',
  tags,
  security: withScope(signedIn, 'chat:write'),
  request: {
    params: z.object({ conversationId }),
    ...jsonBody(
      z.object({
        clientId: namedId,
        name: z.string().max(2000),
        size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
        asFile: asFile.optional(),
      }),
      { clientId: '7c3b1c0e-6f0a-4c1d-9b53-0d5a4e1f2a3b', name: 'relazione.pdf', size: 482_113 },
    ),
  },
  responses: {
    200: json('The upload that was started with this `clientId`', uploadSchema),
    201: json('The new upload', uploadSchema),
    ...problems(
      'common.unauthenticated',
      'account.email_unverified',
      'chat.conversation_not_found',
      'chat.partner_gone',
      'chat.not_friends',
      'chat.read_only',
      'rooms.not_member',
      'files.empty',
      'files.too_big',
      'files.too_many_open',
      'files.too_many_today',
      'files.full',
      'files.busy',
      'files.unavailable',
    ),
  },
})

export const storePartRoute = createRoute({
  operationId: 'storePart',
  summary: 'Uploads a part of a file',
  description: 'Parts come in any order; one that is sent again takes the place of the former.',
  method: 'put',
  path: '/api/uploads/{uploadId}/parts/{number}',
  tags,
  security: withScope(signedIn, 'chat:write'),
  request: {
    params: uploadParams.extend({ number: numberInAddress(0, Math.ceil(maximumFileBytes / partBytes) - 1) }),
    body: { required: true, content: { 'application/octet-stream': { schema: bytes } } },
  },
  responses: {
    204: { description: 'Stored' },
    ...problems(
      'common.unauthenticated',
      'files.upload_not_found',
      'files.part_wrong',
      'files.full',
      'files.unavailable',
    ),
  },
})

export const finishUploadRoute = createRoute({
  operationId: 'finishUpload',
  summary: 'Joins the parts of an upload to a file',
  description:
    'A JPEG, PNG, WebP or GIF becomes a picture: new bytes in two sizes, and an animation where it is one that is not too large, without what the file held besides. The answer to a repetition is the same.',
  method: 'post',
  path: '/api/uploads/{uploadId}/finish',
  tags,
  security: withScope(signedIn, 'chat:write'),
  request: {
    params: uploadParams,
    body: {
      content: {
        'application/json': { schema: z.object({ asFile: asFile.optional() }), example: { asFile: true } },
      },
    },
  },
  responses: {
    200: json('The file', fileSchema),
    ...problems(
      'common.unauthenticated',
      'files.upload_not_found',
      'files.incomplete',
      'files.picture_unreadable',
      'files.full',
      'files.busy',
      'files.unavailable',
    ),
  },
})

export const cancelUploadRoute = createRoute({
  operationId: 'cancelUpload',
  summary: 'Deletes an upload that no message has',
  description: 'Idempotent.',
  method: 'delete',
  path: '/api/uploads/{uploadId}',
  tags,
  security: withScope(signedIn, 'chat:write'),
  request: { params: uploadParams },
  responses: {
    204: { description: 'There is no such upload any more' },
    ...problems('common.unauthenticated', 'files.unavailable'),
  },
})

const savedTypes = {
  'application/octet-stream': { schema: bytes },
  'image/webp': { schema: bytes },
}

export const readFileRoute = createRoute({
  operationId: 'readFile',
  summary: 'Returns the bytes of a file',
  description:
    'To be saved, never shown; of a picture, its large size. A request for one range of bytes is answered by it.',
  method: 'get',
  path: '/api/files/{fileId}',
  tags,
  security: withScope(signedIn, 'chat:read'),
  request: { params: z.object({ fileId: namedId }) },
  responses: {
    200: { description: 'The file', content: savedTypes },
    206: { description: 'The range that the request names', content: savedTypes },
    ...notModified,
    416: { description: 'The file has no such range' },
    ...problems('common.unauthenticated', 'files.not_found', 'files.busy', 'files.unavailable'),
  },
})

export const readReportedFileRoute = createRoute({
  operationId: 'readReportedFile',
  summary: 'Returns the bytes of a file of a reported message',
  description: 'As `readFile`, for moderators, also of a file that was removed since then.',
  method: 'get',
  path: '/api/moderation/reports/{id}/files/{fileId}',
  tags: ['moderation'],
  security: signedIn,
  request: { params: z.object({ id: namedId, fileId: namedId }) },
  responses: {
    200: { description: 'The file', content: savedTypes },
    206: { description: 'The range that the request names', content: savedTypes },
    ...notModified,
    416: { description: 'The file has no such range' },
    ...problems(
      'common.unauthenticated',
      'common.not_found',
      'moderation.second_factor_needed',
      'files.not_found',
      'files.busy',
      'files.unavailable',
    ),
  },
})

export const readPictureRoute = createRoute({
  operationId: 'readPicture',
  summary: 'Returns a picture in a size, to be shown',
  description:
    'Of files that are no pictures there are none, and `moving` of those alone that have `movingMs`.',
  method: 'get',
  path: '/api/files/{fileId}/{size}',
  tags,
  security: withScope(signedIn, 'chat:read'),
  request: { params: z.object({ fileId: namedId, size: z.enum(pictureSizes) }) },
  responses: {
    200: { description: 'The picture', content: { 'image/webp': { schema: bytes } } },
    206: { description: 'The range that the request names', content: { 'image/webp': { schema: bytes } } },
    ...notModified,
    416: { description: 'The picture has no such range' },
    ...problems('common.unauthenticated', 'files.not_found', 'files.busy', 'files.unavailable'),
  },
})

export const downloadOwnFilesRoute = createRoute({
  operationId: 'downloadOwnFiles',
  summary: 'Downloads the files that the member has sent',
  description: 'A ZIP archive, made while it is read: one at a time.',
  method: 'get',
  path: '/api/account/export/files',
  tags: ['account'],
  security: signedIn,
  responses: {
    200: { description: 'The archive', content: { 'application/zip': { schema: bytes } } },
    ...problems('common.unauthenticated', 'files.unavailable'),
  },
})
