import { createRoute, z } from '@hono/zod-openapi'
import { maximumFiles } from '../files/files.rules.ts'
import { messageFileSchema, sentFiles } from '../files/message-files.ts'
import {
  cursor,
  inBody,
  json,
  jsonBody,
  namedId,
  nextCursor,
  notModified,
  numberInAddress,
  problems,
  signedIn,
  withScope,
  withSmallIds,
} from '../http.ts'
import { maximumMessageLength, missedPageSize, reactionKinds } from './chat.rules.ts'
import { maximumSearchLength } from './search.rules.ts'

/** Made of ids, which are the same in capitals. */
export const conversationId = z
  .string()
  .regex(/^[\w-]{1,80}$/)
  .overwrite(withSmallIds)
  .openapi({ example: 'generale' })
const sequence = numberInAddress(0)

/** PostgreSQL has no year 0. */
const instant = z.iso
  .datetime()
  .max(40)
  .refine((time) => time >= '0001')

/** `MutedUntil` */
export const mutedUntilSchema = z
  .string()
  .max(40)
  .refine((until) => until === 'always' || instant.safeParse(until).success)
  .nullable()
  .openapi({ description: "An instant, as '2026-01-31T08:00:00Z', or 'always'", example: 'always' })

const reaction = z.enum(reactionKinds)
export const reactionCounts = z.array(z.object({ reaction, count: z.number().int() }))

export type ReactionCount = z.infer<typeof reactionCounts>[number]

const quoteSchema = z.object({
  sequence: z.number().int(),
  userId: z.uuid(),
  userName: z.string(),
  /** Of its present text (`excerptOf`); empty when it was removed. */
  excerpt: z.string(),
  isRemoved: z.literal(true).optional(),
})

/** Of a message that the viewer does not see: one of its author and the viewer has blocked the other. */
const hiddenQuoteSchema = z.object({ sequence: z.number().int(), isHidden: z.literal(true) })

/** The fields that a hidden entry lacks: they can be read of a union with one. */
type Absent<Fields> = { [Field in keyof Fields]?: undefined }

/** The quote of the message that a reply answers: its present state, never a copy. */
export type Quote = z.infer<typeof quoteSchema> & Absent<Pick<HiddenQuote, 'isHidden'>>
export type HiddenQuote = z.infer<typeof hiddenQuoteSchema> &
  Absent<Omit<z.infer<typeof quoteSchema>, 'sequence'>>

function countDefined(...values: unknown[]): number {
  return values.filter((value) => value !== undefined).length
}

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
    /** Empty of a message that has files alone. */
    text: z.string(),
    /** In the order of showing; left out where there are none. */
    files: z.array(messageFileSchema).optional(),
    timestamp: z.iso.datetime(),
    /** Its text is empty, its place in the sequence stays. */
    isRemoved: z.literal(true).optional(),
    /** By its author, or by the `operator`: a command of the instance's administrator. */
    removedBy: z.enum(['author', 'operator']).optional(),
    /** How often its author edited it, and when for the last time; left out while never. */
    edits: z.number().int().optional(),
    editedAt: z.iso.datetime().optional(),
    /** The people whom its text names, with their present names; left out where it names nobody. */
    mentions: z.array(z.object({ uid: z.uuid(), displayName: z.string() })).optional(),
    /** The message that it replies to; left out where it replies to none. */
    replyTo: (z.union([quoteSchema, hiddenQuoteSchema]) as z.ZodType<Quote | HiddenQuote>).optional(),
    /** In the order of their first use; left out while there are none. */
    reactions: reactionCounts.optional(),
    /** The number of its latest change among all of its conversation; left out while there was none. */
    change: z.number().int().optional(),
  })
  .openapi('Message')

export type Message = z.infer<typeof messageSchema> & { isHidden?: undefined }

/** The place of a message of a room that the viewer does not see: one of its author and the viewer has blocked the other. */
const hiddenMessageSchema = z
  .object({
    conversationId: z.string(),
    sequence: z.number().int(),
    change: z.number().int().optional(),
    isHidden: z.literal(true),
  })
  .openapi('HiddenMessage')

export type HiddenMessage = z.infer<typeof hiddenMessageSchema> &
  Absent<Omit<Message, keyof z.infer<typeof hiddenMessageSchema>>>

/** The entry of a history at one place. */
export type HistoryEntry = Message | HiddenMessage

export const historyEntrySchema = z.union([messageSchema, hiddenMessageSchema]) as z.ZodType<HistoryEntry>

export const messagePageSchema = z
  .object({
    /** In the order of their sequence. */
    messages: z.array(historyEntrySchema),
    /** The sequence of the conversation's newest message, 0 when there is none. */
    head: z.number().int(),
    /** Distinct members who wrote in the whole history. */
    authorCount: z.number().int(),
    /** The changes of the conversation's messages that the page has at least: it may have later ones. */
    changes: z.number().int(),
    /** How far the partner of a private conversation has read; only while both are friends and show it. */
    readUpTo: z.number().int().optional(),
  })
  .openapi('MessagePage')

export type MessagePage = z.infer<typeof messagePageSchema>

export const listMessagesRoute = createRoute({
  operationId: 'listMessages',
  summary: 'Lists messages of a conversation',
  description:
    'Returns the newest messages by default; with `before`, those before that sequence; with `after`, those after it (to catch up); with `around`, those around it. `limit` is at most 200, and by default 50, or 200 with `after`.',
  method: 'get',
  path: '/api/chat/{conversationId}/messages',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  request: {
    params: z.object({ conversationId }),
    query: z
      .object({
        before: sequence.optional(),
        after: sequence.optional(),
        around: numberInAddress(1).optional(),
        limit: numberInAddress(1, missedPageSize).optional(),
      })
      .refine(({ before, after, around }) => countDefined(before, after, around) <= 1),
  },
  responses: {
    200: json('A page of messages', messagePageSchema),
    ...notModified,
    ...problems('common.unauthenticated', 'chat.conversation_not_found', 'chat.message_not_found'),
  },
})

export const changedMessagesSchema = z
  .object({
    /** In the order of their changes, as they are now. */
    changed: z.array(historyEntrySchema),
    /** The number of the change up to which this answer goes. */
    changes: z.number().int(),
    /** Whether more come after `changes`: a message may be among them whose earlier changes count to these. */
    hasMore: z.boolean(),
  })
  .openapi('ChangedMessages')

export type ChangedMessages = z.infer<typeof changedMessagesSchema>

export const listChangesRoute = createRoute({
  operationId: 'listChanges',
  summary: 'Lists messages that were changed after a given change number',
  description: 'Returns at most 200. Request the next ones with the returned `changes`.',
  method: 'get',
  path: '/api/chat/{conversationId}/changes',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  request: { params: z.object({ conversationId }), query: z.object({ after: sequence }) },
  responses: {
    200: json('A page of changed messages', changedMessagesSchema),
    ...notModified,
    ...problems('common.unauthenticated', 'chat.conversation_not_found'),
  },
})

export const sendMessageRoute = createRoute({
  operationId: 'sendMessage',
  summary: 'Sends a message',
  description:
    'The message is stored when the response arrives, and is published to the readers of the conversation. Idempotent by `clientId`.',
  method: 'post',
  path: '/api/chat/{conversationId}/messages',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: {
    params: z.object({ conversationId }),
    ...jsonBody(
      z.object({
        clientId: namedId.openapi({
          description:
            'Made by the client. The same one again of the same member in this conversation stores nothing, and is answered by what is stored, whatever the text',
        }),
        text: z
          .string()
          .max(200_000)
          .openapi({
            description: `Stored without blanks around it. Of more than ${maximumMessageLength} characters it is refused as chat.message_too_long`,
          }),
        replyTo: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().openapi({
          description:
            'The sequence of the message in this conversation that it answers, which may have been removed',
        }),
        files: sentFiles.optional().openapi({
          description: `At most ${maximumFiles} uploads to this conversation that the member has finished, in the order of showing. The text may be empty then`,
        }),
      }),
      { clientId: '0b8f7a52-3d1e-4f6a-8c9b-5e4d3c2b1a00', text: 'Ciao a tutti!' },
    ),
  },
  responses: {
    200: json('The message that is already stored with this `clientId`', messageSchema),
    201: json('The new message', messageSchema),
    ...problems(
      'common.unauthenticated',
      'chat.conversation_not_found',
      'chat.partner_gone',
      'chat.not_friends',
      'chat.read_only',
      'rooms.not_member',
      'chat.message_empty',
      'chat.message_too_long',
      'chat.too_fast',
      'chat.too_many_links',
      'chat.reply_target_not_found',
      'chat.too_many_mentions',
      'chat.mention_invalid',
      'files.too_many',
      'files.incomplete',
      inBody('files.not_found'),
    ),
  },
})

const messageParams = z.object({
  conversationId,
  sequence: numberInAddress(1),
})

export const readMessageRoute = createRoute({
  operationId: 'readMessage',
  summary: 'Returns a message in its current state',
  description: 'Not found if the caller cannot see it.',
  method: 'get',
  path: '/api/chat/{conversationId}/messages/{sequence}',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  request: { params: messageParams },
  responses: {
    200: json('The message', messageSchema),
    ...notModified,
    ...problems('common.unauthenticated', 'chat.conversation_not_found', 'chat.message_not_found'),
  },
})

export const editMessageRoute = createRoute({
  operationId: 'editMessage',
  summary: 'Edits a message of the member',
  description:
    'Possible for 24 hours after sending. `edits` is the number of edits that the caller has seen. If text and files are already the stored ones, the request succeeds whatever `edits` is, so a retry is safe.',
  method: 'put',
  path: '/api/chat/{conversationId}/messages/{sequence}',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: {
    params: messageParams,
    ...jsonBody(
      z.object({
        text: z.string().max(200_000),
        edits: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
        files: sentFiles.optional().openapi({
          description: 'Those of its files that it keeps. Without this field all stay as they are',
        }),
      }),
      { text: 'Ci vediamo alle 18:30', edits: 0 },
    ),
  },
  responses: {
    200: json('The message in its current state', messageSchema),
    ...problems(
      'common.unauthenticated',
      'chat.conversation_not_found',
      'chat.partner_gone',
      'chat.message_not_found',
      'chat.not_own_message',
      'chat.message_removed',
      'chat.edit_too_late',
      'chat.message_empty',
      'chat.message_too_long',
      'chat.too_many_mentions',
      'chat.mention_invalid',
      'chat.edit_conflict',
      'chat.too_many_changes',
      'chat.too_fast',
      'chat.too_many_links',
      'chat.not_friends',
      'chat.read_only',
      'rooms.not_member',
      'files.too_many',
      inBody('files.not_found'),
    ),
  },
})

export const removeMessageRoute = createRoute({
  operationId: 'removeMessage',
  summary: 'Deletes the text of a message of the member',
  description: 'The message keeps its place, without its text. Cannot be undone. Idempotent.',
  method: 'delete',
  path: '/api/chat/{conversationId}/messages/{sequence}',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: { params: messageParams },
  responses: {
    204: { description: 'Removed' },
    ...problems(
      'common.unauthenticated',
      'chat.conversation_not_found',
      'chat.message_not_found',
      'chat.not_own_message',
      'chat.too_many_changes',
    ),
  },
})

const changedReactionsSchema = z
  .object({
    /** The number of the message's latest change; left out while there was none. */
    change: z.number().int().optional(),
    reactions: reactionCounts,
    /** The viewer's own kinds. */
    own: z.array(reaction),
  })
  .openapi('ChangedReactions')

export type ChangedReactions = z.infer<typeof changedReactionsSchema>

const reactionRoute = {
  path: '/api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}' as const,
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: { params: messageParams.extend({ reaction }) },
  responses: {
    200: json('The current reactions to the message', changedReactionsSchema),
    ...problems(
      'common.unauthenticated',
      'chat.conversation_not_found',
      'chat.partner_gone',
      'chat.message_not_found',
      'chat.message_removed',
      'chat.too_many_reactions',
      'chat.not_friends',
      'chat.read_only',
      'rooms.not_member',
    ),
  },
}

export const setReactionRoute = createRoute({
  operationId: 'setReaction',
  summary: 'Adds a reaction to a message',
  description:
    "Returns the counts of all reactions and the member's own ones, and publishes the counts to the readers of the conversation. Idempotent.",
  method: 'put',
  ...reactionRoute,
})

export const takeReactionBackRoute = createRoute({
  operationId: 'takeReactionBack',
  summary: 'Removes a reaction from a message',
  description: 'Returns the same as `setReaction`. Idempotent.',
  method: 'delete',
  ...reactionRoute,
})

const reactingPageSchema = z
  .object({
    /** The first to react first. */
    people: z.array(z.object({ uid: z.uuid(), displayName: z.string(), photoURL: z.string() })),
    next: nextCursor,
  })
  .openapi('ReactingPage')

export type ReactingPage = z.infer<typeof reactingPageSchema>

export const listReactingRoute = createRoute({
  operationId: 'listReacting',
  summary: 'Lists the members who reacted to a message with one kind of reaction',
  description:
    '50 per page. Members who are hidden by a block are left out. `next` is the cursor of the next page.',
  method: 'get',
  path: '/api/chat/{conversationId}/messages/{sequence}/reactions',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  request: { params: messageParams, query: z.object({ reaction, after: cursor }) },
  responses: {
    200: json('A page of people', reactingPageSchema),
    ...problems('common.unauthenticated', 'chat.conversation_not_found', 'chat.message_not_found'),
  },
})

const ownReactionsSchema = z
  .object({
    own: z.array(
      z.object({ sequence: z.number().int(), change: z.number().int(), reactions: z.array(reaction) }),
    ),
  })
  .openapi('OwnReactions')

export type OwnReactions = z.infer<typeof ownReactionsSchema>

export const listOwnReactionsRoute = createRoute({
  operationId: 'listOwnReactions',
  summary: "Lists the member's own reactions to a range of messages",
  description: 'The range has at most 1,000 messages. Messages without an own reaction are left out.',
  method: 'get',
  path: '/api/chat/{conversationId}/reactions/own',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  request: { params: z.object({ conversationId }), query: z.object({ from: sequence, to: sequence }) },
  responses: {
    200: json('The reactions', ownReactionsSchema),
    ...problems('common.unauthenticated', 'chat.conversation_not_found'),
  },
})

const unreadMentionsSchema = z
  .object({
    total: z.number().int(),
    /** How many in each conversation that has any, by its id. */
    byRoom: z.record(z.string(), z.number().int()),
    /** At most 50, of each conversation the oldest. */
    oldest: z.array(z.object({ conversationId: z.string(), sequence: z.number().int() })),
  })
  .openapi('UnreadMentions')

export type UnreadMentions = z.infer<typeof unreadMentionsSchema>

export const listMentionsRoute = createRoute({
  operationId: 'listMentions',
  summary: 'Lists unread mentions and replies in the public room and rooms by subject',
  description:
    'Returns at most 50, how many there are in each room, and the total. A message leaves the list when it is read or removed.',
  method: 'get',
  path: '/api/chat/mentions',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  responses: {
    200: json('The unread mentions and replies', unreadMentionsSchema),
    ...problems('common.unauthenticated'),
  },
})

export const noteTypingRoute = createRoute({
  operationId: 'noteTyping',
  summary: 'Tells the readers of a conversation that the member is typing',
  description:
    'Nothing is stored. Nothing is published if the member has turned this off, or calls too often.',
  method: 'post',
  path: '/api/chat/{conversationId}/typing',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: { params: z.object({ conversationId }) },
  responses: {
    204: { description: 'Received' },
    ...problems('common.unauthenticated', 'chat.conversation_not_found'),
  },
})

export const readMentionRoute = createRoute({
  operationId: 'readMention',
  summary: 'Marks a mention or reply as read',
  description:
    'Removes the message from `listMentions` on all devices of the member. Other messages are not affected.',
  method: 'post',
  path: '/api/chat/{conversationId}/mentions/{sequence}/read',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: { params: messageParams },
  responses: {
    204: { description: 'Stored' },
    ...problems('common.unauthenticated', 'chat.conversation_not_found'),
  },
})

const conversationParams = z.object({ conversationId })

export const openPrivateChatRoute = createRoute({
  operationId: 'openPrivateChat',
  summary: 'Opens the private conversation with a friend; creates it if necessary',
  description:
    'Idempotent: returns the same id each time. When the friendship ends, the conversation becomes read-only.',
  method: 'post',
  path: '/api/chat/private',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: jsonBody(z.object({ uid: namedId }), { uid: '6f1c1a2e-4c0b-4a57-9d5e-2f6b8c7d9e01' }),
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
    writing: z.enum(['open', 'not_friends', 'blocked_by_me', 'gone']),
  })
  .openapi('Partner')

export type Partner = z.infer<typeof partnerSchema>

export const readPartnerRoute = createRoute({
  operationId: 'readPartner',
  summary: 'Returns the other member of a private conversation',
  description: 'Has the current name and photo, and whether the caller can write to them.',
  method: 'get',
  path: '/api/chat/{conversationId}/partner',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  request: { params: conversationParams },
  responses: {
    200: json('The partner', partnerSchema),
    ...problems('common.unauthenticated', 'chat.partner_invalid', 'chat.partner_not_found'),
  },
})

export const markReadRoute = createRoute({
  operationId: 'markRead',
  summary: 'Marks a conversation as read up to a sequence',
  description:
    'The position never moves back. In a private conversation the other member sees it if both show read receipts; in the room of an event it is private. For the public room nothing is stored, nor of more reports than a member may make.',
  method: 'post',
  path: '/api/chat/{conversationId}/read',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: {
    params: conversationParams,
    ...jsonBody(z.object({ sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }), {
      sequence: 42,
    }),
  },
  responses: {
    204: { description: 'Stored' },
    ...problems('common.unauthenticated', 'chat.conversation_not_found'),
  },
})

export const muteConversationRoute = createRoute({
  operationId: 'muteConversation',
  summary: 'Mutes a room until an instant, or always',
  description:
    'For rooms that the member is in and those of their events. Messages there make no mark; mentions and replies still do. `null` ends it.',
  method: 'put',
  path: '/api/chat/{conversationId}/mute',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:write'),
  request: {
    params: conversationParams,
    ...jsonBody(z.object({ until: mutedUntilSchema }), { until: 'always' }),
  },
  responses: {
    204: { description: 'Stored' },
    ...problems('common.unauthenticated', 'chat.conversation_not_found', 'common.rate_limited'),
  },
})

export const unreadChatSchema = z
  .object({
    conversationId: z.string(),
    partner: z.object({ uid: z.uuid(), displayName: z.string(), photoURL: z.string() }),
    /** The beginning of its plain text, in which a spoiler is '[spoiler]'; empty when it was removed. */
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
  .object({ chats: z.array(privateChatSchema), nextCursor })
  .openapi('PrivateChatPage')

export type PrivateChatPage = z.infer<typeof privateChatPageSchema>

export const listPrivateChatsRoute = createRoute({
  operationId: 'listPrivateChats',
  summary: "Lists the member's private conversations, by last message, newest first",
  description:
    'Conversations without messages are left out. Each has its other member, its last message and whether it is unread. `nextCursor` is the cursor of the next page.',
  method: 'get',
  path: '/api/chat',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  request: { query: z.object({ cursor }) },
  responses: {
    200: json('A page of private conversations', privateChatPageSchema),
    ...problems('common.unauthenticated'),
  },
})

export const listUnreadChatsRoute = createRoute({
  operationId: 'listUnreadChats',
  summary: 'Lists unread private conversations, newest first',
  description: 'Returns at most five, and the total. `listPrivateChats` lists all conversations.',
  method: 'get',
  path: '/api/chat/unread',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  responses: {
    200: json('Unread chats', z.object({ chats: z.array(unreadChatSchema), total: z.number().int() })),
    ...problems('common.unauthenticated'),
  },
})

const ownRoomsSchema = z
  .object({
    rooms: z.array(
      z.object({
        conversationId: z.string(),
        /** Null of a room by subject. */
        eventId: z.uuid().nullable(),
        /** Of the event, or the room's name. */
        title: z.string(),
        /**
         * The newest message after the position that the viewer sees and that is not their own, else the position. Who has no
         * position yet has those after they joined.
         */
        head: z.number().int(),
        /** Up to which sequence they have read; null where they never did. */
        readUpTo: z.number().int().nullable(),
        /** How far the room goes: read the list again where its topic `head:{conversationId}` goes further. */
        newest: z.number().int(),
        mutedUntil: mutedUntilSchema,
      }),
    ),
  })
  .openapi('OwnRooms')

export type OwnRooms = z.infer<typeof ownRoomsSchema>

export const listOwnRoomsRoute = createRoute({
  operationId: 'listOwnRooms',
  summary: "Lists the open rooms of the member's five nearest events, and those that they are in",
  description:
    'Events that the member takes part in or organizes: running ones first, then upcoming ones by start, then ended ones. Then the open rooms that the member has entered, in their order. A room has unread messages if `head` is greater than `readUpTo`, or greater than 0 if `readUpTo` is null. `markRead` raises `readUpTo`. `muteConversation` sets `mutedUntil`, which may have passed.',
  method: 'get',
  path: '/api/rooms/own',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  responses: {
    200: json('The rooms', ownRoomsSchema),
    ...problems('common.unauthenticated'),
  },
})

const foundMessagesSchema = z
  .object({
    results: z.array(
      z.object({
        conversationId: z.string(),
        sequence: z.number().int(),
        userId: z.uuid(),
        userName: z.string(),
        timestamp: z.iso.datetime(),
        /** Around the first hit (`excerptAround`). */
        excerpt: z.string(),
      }),
    ),
    /** Continues the search in older messages; null where there are none. */
    next: z.string().nullable(),
  })
  .openapi('FoundMessages')

export type FoundMessages = z.infer<typeof foundMessagesSchema>

export const searchMessagesRoute = createRoute({
  operationId: 'searchMessages',
  summary: 'Searches messages',
  description:
    'Returns messages that contain all words of `query`, newest first, in one conversation or, without `conversationId`, in all conversations of the member. `userId` selects the author, `since` (inclusive) and `until` (exclusive) the period. A page has at most 20 messages. If it has fewer and `next` is set, the request reached the limit of messages that it may examine: continue with `next` as `before`.',
  method: 'get',
  path: '/api/chat/search',
  tags: ['chat'],
  security: withScope(signedIn, 'chat:read'),
  request: {
    query: z.object({
      query: z
        .string()
        .max(maximumSearchLength)
        .refine((text) => !text.includes('\0')),
      conversationId: conversationId.optional(),
      userId: namedId.optional(),
      since: instant.optional(),
      until: instant.optional(),
      before: z.string().max(400).optional(),
    }),
  },
  responses: {
    200: json('A page of results', foundMessagesSchema),
    ...problems(
      'common.unauthenticated',
      'chat.query_too_short',
      'chat.conversation_not_found',
      'chat.too_many_searches',
    ),
  },
})
