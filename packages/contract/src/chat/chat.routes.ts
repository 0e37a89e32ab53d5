import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, namedId, problems, signedIn } from '../http.ts'
import { messagePageSize } from './chat.rules.ts'

const conversationId = z
  .string()
  .regex(/^[\w-]{1,80}$/)
  .openapi({ example: 'generale' })
const sequence = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const messageSchema = z
  .object({
    id: z.uuid(),
    conversationId: z.string(),
    /** Dense from 1 in its conversation: a hole means that a message is still to be fetched. */
    sequence: z.number().int(),
    /** Made by the sender's client; a resend with the same one is stored once. */
    clientId: z.uuid(),
    userId: z.uuid(),
    userName: z.string(),
    photoURL: z.string().nullable(),
    text: z.string(),
    timestamp: z.iso.datetime(),
    /** Removed by the operator: its text is empty, its place in the sequence stays. */
    isRemoved: z.literal(true).optional(),
  })
  .openapi('Message')

export type Message = z.infer<typeof messageSchema>

export const messagePageSchema = z
  .object({
    /** In the order of their sequence. */
    messages: z.array(messageSchema),
    /** The sequence of the conversation's newest message, 0 when there is none. */
    head: z.number().int(),
    /** Distinct members who wrote in the whole history. */
    authorCount: z.number().int(),
  })
  .openapi('MessagePage')

export type MessagePage = z.infer<typeof messagePageSchema>

/**
 * A page of a conversation: the newest one; with `before`, the one that ends just before that sequence; with `after`,
 * the one that starts just after it (what a client missed). Without a `limit` it has up to 50 messages, or 200 of those
 * that were missed.
 */
export const listMessagesRoute = createRoute({
  method: 'get',
  path: '/api/chat/{conversationId}/messages',
  tags: ['chat'],
  security: signedIn,
  request: {
    params: z.object({ conversationId }),
    query: z.object({
      before: sequence.optional(),
      after: sequence.optional(),
      limit: z.coerce.number().int().min(1).max(messagePageSize).optional(),
    }),
  },
  responses: {
    200: json('A page of messages', messagePageSchema),
    ...problems('common.unauthenticated', 'chat.conversation_not_found'),
  },
})

/** Stores a message and publishes it to the conversation's readers. The answer comes after the commit. */
export const sendMessageRoute = createRoute({
  method: 'post',
  path: '/api/chat/{conversationId}/messages',
  tags: ['chat'],
  security: signedIn,
  request: {
    params: z.object({ conversationId }),
    ...jsonBody(z.object({ clientId: namedId, text: z.string().max(200_000) })),
  },
  responses: {
    201: json('The stored message; the first one when the client id was used before', messageSchema),
    ...problems(
      'common.unauthenticated',
      'chat.conversation_not_found',
      'chat.partner_gone',
      'chat.not_friends',
      'chat.message_empty',
      'chat.message_too_long',
      'chat.too_fast',
    ),
  },
})

const conversationParams = z.object({ conversationId })

/** Opens the private conversation with a friend, creating it when there is none. */
export const openPrivateChatRoute = createRoute({
  method: 'post',
  path: '/api/chat/private',
  tags: ['chat'],
  security: signedIn,
  request: jsonBody(z.object({ uid: namedId })),
  responses: {
    200: json('The conversation', z.object({ conversationId: z.string() })),
    ...problems('common.unauthenticated', 'chat.not_friends'),
  },
})

const partnerSchema = z
  .object({
    uid: z.uuid(),
    displayName: z.string(),
    photoURL: z.string(),
    /** Whether the viewer may write to them; `gone`: the account was removed. */
    writing: z.enum(['open', 'not_friends', 'gone']),
  })
  .openapi('Partner')

export type Partner = z.infer<typeof partnerSchema>

/** The other member of a private conversation, for its head. */
export const readPartnerRoute = createRoute({
  method: 'get',
  path: '/api/chat/{conversationId}/partner',
  tags: ['chat'],
  security: signedIn,
  request: { params: conversationParams },
  responses: {
    200: json('The partner', partnerSchema),
    ...problems('common.unauthenticated', 'chat.partner_invalid', 'chat.partner_not_found'),
  },
})

/** The member has read the conversation up to a sequence. */
export const markReadRoute = createRoute({
  method: 'post',
  path: '/api/chat/{conversationId}/read',
  tags: ['chat'],
  security: signedIn,
  request: {
    params: conversationParams,
    ...jsonBody(z.object({ sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) })),
  },
  responses: {
    204: { description: 'Noted' },
    ...problems('common.unauthenticated', 'chat.conversation_not_found'),
  },
})

export const unreadChatSchema = z
  .object({
    conversationId: z.string(),
    partner: z.object({ uid: z.uuid(), displayName: z.string(), photoURL: z.string() }),
    /** Empty when it was removed. */
    lastMessage: z.string(),
    lastMessageTimestamp: z.iso.datetime(),
  })
  .openapi('UnreadChat')

export type UnreadChat = z.infer<typeof unreadChatSchema>

export const privateChatSchema = unreadChatSchema
  .extend({
    /** Of the last message in its conversation. */
    sequence: z.number().int(),
    isLastOwn: z.boolean(),
    isUnread: z.boolean(),
  })
  .openapi('PrivateChat')

/** A private conversation as the list shows it to one of its two members. */
export type PrivateChat = z.infer<typeof privateChatSchema>

export const privateChatPageSchema = z
  .object({ chats: z.array(privateChatSchema), nextCursor: z.string().nullable() })
  .openapi('PrivateChatPage')

export type PrivateChatPage = z.infer<typeof privateChatPageSchema>

/** A page of the member's private conversations that have a message, by their last one, the newest first. */
export const listPrivateChatsRoute = createRoute({
  method: 'get',
  path: '/api/chat',
  tags: ['chat'],
  security: signedIn,
  request: { query: z.object({ cursor: z.string().max(400).optional() }) },
  responses: {
    200: json('A page of private conversations', privateChatPageSchema),
    ...problems('common.unauthenticated'),
  },
})

/** The private conversations with something unread, the newest first, at most five, and how many there are in all. */
export const listUnreadChatsRoute = createRoute({
  method: 'get',
  path: '/api/chat/unread',
  tags: ['chat'],
  security: signedIn,
  responses: {
    200: json('Unread chats', z.object({ chats: z.array(unreadChatSchema), total: z.number().int() })),
    ...problems('common.unauthenticated'),
  },
})
