import { randomUUID } from 'node:crypto'
import type { Message } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { befriend, sendMessage } from '@covo/testing/member-actions'
import { type Call, type Sample, type Samples, withScopes } from './sample.ts'
import type { World } from './world.ts'

type Prepare = NonNullable<Sample['call']>

const refuses = { stranger: 404, pending: 404, moderator: 404 }

async function newMessage({ members }: World, conversationId: string, by: 'owner' | 'friend' = 'owner') {
  const answer = await sendMessage(members[by], conversationId, `parola per <@${members.owner.uid}>`)
  const { sequence } = (await answer.json()) as Message
  return { sequence, at: { conversationId, sequence: String(sequence) } }
}

/** A call about a new message of the owner's, or of the friend's that names the owner. */
const ofMessage =
  (parts: Omit<Call, 'at'> = {}, by: 'owner' | 'friend' = 'owner'): Prepare =>
  async (world, conversationId) => ({ ...parts, at: (await newMessage(world, conversationId, by)).at })

const ofConversation =
  (parts: () => Omit<Call, 'at'> = () => ({})): Prepare =>
  (_, conversationId) => ({ ...parts(), at: { conversationId } })

const newReaction: Prepare = async (world, conversationId) => {
  const { sequence, at } = await newMessage(world, conversationId)
  const { owner } = world.members
  await owner.put(`/api/chat/${conversationId}/messages/${sequence}/reactions/up`)
  return { at: { ...at, reaction: 'up' } }
}

/** Operations on a conversation, whose samples take a private chat or the room of an event. */
export const conversationSamples: Samples = withScopes('chat', {
  'GET /api/chat/{conversationId}/messages': { call: ofConversation(), refuses },
  'GET /api/chat/{conversationId}/changes': {
    call: ofConversation(() => ({ query: { after: '0' } })),
    refuses,
  },
  'POST /api/chat/{conversationId}/messages': {
    call: ofConversation(() => ({ body: { clientId: randomUUID(), text: 'ciao' } })),
    refuses,
  },
  'GET /api/chat/{conversationId}/messages/{sequence}': { call: ofMessage(), refuses },
  'PUT /api/chat/{conversationId}/messages/{sequence}': {
    call: ofMessage({ body: { text: 'corretto', edits: 0 } }),
    refuses: { ...refuses, friend: 403 },
  },
  'DELETE /api/chat/{conversationId}/messages/{sequence}': {
    call: ofMessage(),
    refuses: { ...refuses, friend: 403 },
  },
  'PUT /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}': {
    call: async (world, conversationId) => {
      const { at } = await newMessage(world, conversationId)
      return { at: { ...at, reaction: 'up' } }
    },
    refuses,
  },
  'DELETE /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}': {
    call: newReaction,
    refuses,
  },
  'GET /api/chat/{conversationId}/messages/{sequence}/reactions': {
    call: ofMessage({ query: { reaction: 'up' } }),
    refuses,
  },
  'GET /api/chat/{conversationId}/reactions/own': {
    call: ofConversation(() => ({ query: { from: '1', to: '2' } })),
    refuses,
  },
  'POST /api/chat/{conversationId}/mentions/{sequence}/read': { call: ofMessage({}, 'friend'), refuses },
  'POST /api/chat/{conversationId}/typing': { call: ofConversation(), refuses },
  'POST /api/chat/{conversationId}/uploads': {
    call: async ({ app }, conversationId) => {
      // A member has twelve open at most.
      await app.database.deleteFrom('uploads').execute()
      return { at: { conversationId }, body: { clientId: randomUUID(), name: 'parola.txt', size: 9 } }
    },
    refuses,
  },
  'POST /api/chat/{conversationId}/read': {
    call: async (world, conversationId) => {
      const { sequence } = await newMessage(world, conversationId, 'friend')
      return { at: { conversationId }, body: { sequence } }
    },
    refuses,
  },
})

export const chatSamples: Samples = {
  ...conversationSamples,
  // A private chat, which a stranger would open with the owner first, is no event's room.
  ...withScopes('chat', {
    // Unread mentions are those of the public room.
    'POST /api/chat/{conversationId}/mentions/{sequence}/read': {
      call: (world) => ofMessage({}, 'friend')(world, publicRoomId),
    },
    'GET /api/chat/{conversationId}/partner': {
      call: ofConversation(),
      refuses: { stranger: 422, pending: 422, moderator: 422 },
    },
    'GET /api/chat/search': {
      call: (_, conversationId) => ({ query: { query: 'parola', conversationId } }),
      refuses,
    },
    'POST /api/chat/private': {
      call: async ({ members, newcomer }) => {
        const partner = await newcomer()
        await befriend(partner, members.owner)
        return { body: { uid: partner.uid } }
      },
      refuses: { stranger: 403, pending: 403, friend: 403, moderator: 403 },
    },
    // Neither is a private chat muted.
    'PUT /api/chat/{conversationId}/mute': {
      call: ({ roomId }) => ({ at: { conversationId: roomId }, body: { until: 'always' } }),
      refuses,
    },
    'GET /api/chat/mentions': {},
    'GET /api/chat': {},
    'GET /api/chat/unread': {},
    'GET /api/rooms/own': {},
  }),
}
