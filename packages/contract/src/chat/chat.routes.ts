import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn } from '../http.ts'
import { messagePageSize } from './chat.rules.ts'

const conversationId = z.string().min(1).max(80).openapi({ example: 'generale' })
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
 * the one that starts just after it (what a client missed).
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
      limit: z.coerce.number().int().min(1).max(messagePageSize).default(messagePageSize),
    }),
  },
  responses: {
    200: json('A page of messages', messagePageSchema),
    ...problems('common.unauthenticated', 'chat.conversation_not_found'),
  },
})

/** Stores a message and tells the conversation's readers. The answer comes after the commit. */
export const sendMessageRoute = createRoute({
  method: 'post',
  path: '/api/chat/{conversationId}/messages',
  tags: ['chat'],
  security: signedIn,
  request: {
    params: z.object({ conversationId }),
    ...jsonBody(z.object({ clientId: z.uuid(), text: z.string().max(200_000) })),
  },
  responses: {
    201: json('The stored message; the first one when the client id was used before', messageSchema),
    ...problems(
      'common.unauthenticated',
      'chat.conversation_not_found',
      'chat.message_empty',
      'chat.message_too_long',
      'chat.too_fast',
    ),
  },
})
