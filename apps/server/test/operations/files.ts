import { startUpload, storePart, uploadFile } from '@covo/testing/member-actions'
import { greyPng } from '../pictures.ts'
import { type Samples, withScopes } from './sample.ts'
import type { World } from './world.ts'

const others = { stranger: 404, pending: 404, friend: 404, moderator: 404 }
const bytes = Buffer.from('una prova')

/** Of the owner, who has twelve open at most. */
async function newUpload({ app, members, conversationId }: World) {
  await app.database.deleteFrom('uploads').execute()
  const { id } = await startUpload(members.owner, conversationId, { name: 'prova.txt', size: bytes.length })
  return { at: { uploadId: id } }
}

/** Files before a message has them; the start of an upload is among the conversations' samples. */
export const fileSamples: Samples = withScopes('chat', {
  'PUT /api/uploads/{uploadId}/parts/{number}': {
    call: async (world) => {
      const { at } = await newUpload(world)
      return { at: { ...at, number: '0' }, content: { type: 'application/octet-stream', bytes } }
    },
    refuses: others,
  },
  'POST /api/uploads/{uploadId}/finish': {
    call: async (world) => {
      const { at } = await newUpload(world)
      await storePart(world.members.owner, at.uploadId, 0, bytes)
      return { at }
    },
    refuses: others,
  },
  'DELETE /api/uploads/{uploadId}': { call: newUpload },
  'GET /api/files/{fileId}/{size}': {
    call: async ({ app, members, conversationId }) => {
      await app.database.deleteFrom('uploads').execute()
      const picture = { name: 'prova.png', bytes: greyPng(10, 10) }
      const { id } = await uploadFile(members.owner, conversationId, picture)
      return { at: { fileId: id, size: 'small' } }
    },
    refuses: others,
  },
  'GET /api/files/{fileId}': {
    call: async ({ app, members, conversationId }) => {
      await app.database.deleteFrom('uploads').execute()
      const { id } = await uploadFile(members.owner, conversationId, { name: 'prova.txt', bytes })
      return { at: { fileId: id } }
    },
    refuses: others,
  },
})
