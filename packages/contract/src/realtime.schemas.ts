import { z } from '@hono/zod-openapi'
import {
  historyEntrySchema,
  mutedUntilSchema,
  privateChatSchema,
  reactionCounts,
} from './chat/chat.routes.ts'
import { reactionKinds } from './chat/chat.rules.ts'
import { eventSchema } from './events/events.routes.ts'
import { withSmallIds } from './http.ts'

const topic = z.string().min(1).max(120)
/** As a client names one: a topic is named by ids, and these are the same in capitals. */
const namedTopic = topic.overwrite(withSmallIds)

/** The frames that the server accepts from a client, by `type`. */
export const clientFrameSchemas = {
  watch: z
    .object({
      type: z.literal('watch'),
      topic: namedTopic,
      age: z
        .number()
        .min(0)
        .optional()
        .describe(
          'The milliseconds since you asked for the oldest of the data that news of the topic is folded into',
        ),
    })
    .describe('Subscribes the socket to a topic.'),
  unwatch: z.object({ type: z.literal('unwatch'), topic: namedTopic }).describe('Ends a subscription.'),
}

const position = {
  head: z.int().min(0).describe('The newest sequence; 0 for a topic without a history'),
  changes: z.int().min(0).describe('How many changes of its entries there were'),
}

const eventId = z.uuid()
const updateNumber = z.int()

/**
 * The schema of each type of news, for the description of the socket. `realtime.ts` and the slices take their types from here by
 * `import type`, so that no page loads these.
 */
export const newsSchemas = {
  'live.welcome': z
    .object({
      type: z.literal('live.welcome'),
      version: z.int(),
      epoch: z
        .string()
        .describe(
          'Names the history of the database, as the header `Covo-Epoch` of answers does: where it differs from what was seen before, discard what is held, and fetch it again.',
        ),
    })
    .describe('The first news of each socket.'),
  'live.pulse': z
    .object({ type: z.literal('live.pulse') })
    .describe('The connection is good: one comes every 20 seconds. Without any frame for 40, connect again.'),
  'live.watching': z
    .object({
      type: z.literal('live.watching'),
      topic,
      isCurrent: z
        .literal(true)
        .optional()
        .describe(
          'Your data of this `age` lacks no news, of the topic or for the member alone, but what the position tells; else refetch it',
        ),
      ...position,
    })
    .describe('The socket is subscribed to the topic, which goes so far: fetch what you lack.'),
  'live.head': z
    .object({ type: z.literal('live.head'), topic, ...position })
    .describe('The topic goes so far; news of it may have been lost on the way: fetch what you lack.'),
  'live.stale': z
    .object({ type: z.literal('live.stale') })
    .describe('Any news may have been missed: fetch everything again.'),
  'live.refused': z
    .object({ type: z.literal('live.refused'), topic })
    .describe('There is no such topic for the member or the token, or the socket has 50.'),
  'account.changed': z
    .object({ type: z.literal('account.changed') })
    .describe("Something of the member's account or settings changed. Sent to them alone."),
  'account.export_changed': z
    .object({ type: z.literal('account.export_changed') })
    .describe("The archive of the member's own data is queued, ready or failed. Sent to them alone."),
  'chat.message_sent': z
    .object({
      type: z.literal('chat.message_sent'),
      message: historyEntrySchema,
      authorCount: z.int(),
      changes: z.int().describe('The changes of the conversation when the message was stored'),
    })
    .describe('A message was stored. Sent to all who watch its conversation, the sender included.'),
  'chat.messages_changed': z
    .object({
      type: z.literal('chat.messages_changed'),
      conversationId: z.string(),
      after: z.int(),
      changes: z.int(),
      changed: z.array(
        z.union([
          historyEntrySchema,
          z.object({ sequence: z.int(), change: z.int(), reactions: reactionCounts }),
        ]),
      ),
    })
    .describe(
      'Messages changed: `changed` has, as they are now, those with a change above `after`, up to `changes`; of those of which the reactions alone changed, these. Sent to all who watch their conversation.',
    ),
  'chat.own_reactions_changed': z
    .object({
      type: z.literal('chat.own_reactions_changed'),
      conversationId: z.string(),
      sequence: z.int(),
      change: z.int().describe('News with a smaller one than is known is old'),
      own: z.array(z.enum(reactionKinds)),
    })
    .describe("The member's own reactions to a message changed. Sent to them alone."),
  'chat.mentions_changed': z
    .object({ type: z.literal('chat.mentions_changed') })
    .describe('Other messages of the public room wait for the member than before. Sent to them alone.'),
  'chat.partner_read': z
    .object({
      type: z.literal('chat.partner_read'),
      conversationId: z.string(),
      sequence: z.int().nullable().describe('null: whether the member may know it has changed'),
    })
    .describe('The partner of a private conversation has read it so far. Sent to the member alone.'),
  'chat.typing': z
    .object({
      type: z.literal('chat.typing'),
      conversationId: z.string(),
      people: z.array(z.object({ uid: z.uuid(), displayName: z.string() })),
      more: z.int().describe('How many others are writing'),
    })
    .describe(
      'Members are writing. A member who is not named again soon has stopped. Sent to all who watch the conversation.',
    ),
  'chat.last_message_changed': z
    .object({ type: z.literal('chat.last_message_changed'), chat: privateChatSchema })
    .describe('A message was stored in a private conversation. Sent to each of the two alone.'),
  'chat.unread_changed': z
    .object({ type: z.literal('chat.unread_changed'), conversationId: z.string(), isUnread: z.boolean() })
    .describe(
      'A private conversation became unread or read, or its last message was removed. Sent to the member alone.',
    ),
  // Nobody takes part in a new one, and its owner knows: `isParticipating` and `canManage` are false.
  'events.created': z
    .object({ type: z.literal('events.created'), event: eventSchema })
    .describe('There is a new event. Sent to `events:all`.'),
  'events.removed': z
    .object({ type: z.literal('events.removed'), eventId })
    .describe('An event was removed. Sent to `events:all`.'),
  'events.changed': z
    .object({
      type: z.literal('events.changed'),
      event: eventSchema.omit({ isParticipating: true, participation: true, canManage: true }),
      updateNumber,
      isWeighty: z.boolean().describe('Whether those who take part are notified'),
    })
    .describe(
      'An event was edited, cancelled, restored or handed over; one with a smaller `version` is old. Sent to `events:all`.',
    ),
  'events.message_sent': z
    .object({ type: z.literal('events.message_sent'), eventId, updateNumber })
    .describe('An organizer wrote to all who take part, who fetch the text. Sent to `events:all`.'),
  'events.organizers_changed': z
    .object({
      type: z.literal('events.organizers_changed'),
      eventId,
      uid: z.uuid(),
      isOrganizer: z.boolean(),
    })
    .describe('Somebody organizes an event from now on, or no more. Sent to `events:all`.'),
  'events.participants_changed': z
    .object({
      type: z.literal('events.participants_changed'),
      eventId,
      participantsCount: z.int(),
      waitingCount: z.int(),
      revision: z.int().describe('News with a smaller one than is known is old'),
    })
    .describe('Another number takes part or waits. Sent to `events:all`.'),
  // It names nobody: the server alone knows which participants others see.
  'events.people_changed': z
    .object({ type: z.literal('events.people_changed'), eventId })
    .describe('A participant shows or hides themselves. Sent to `events:all`.'),
  'events.own_participation_changed': z
    .object({
      type: z.literal('events.own_participation_changed'),
      eventId,
      isParticipating: z.boolean(),
      participation: eventSchema.shape.participation,
      revision: z.int(),
    })
    .describe('The member joined or left, or got a seat that became free. Sent to them alone.'),
  'friends.changed': z
    .object({
      type: z.literal('friends.changed'),
      uid: z.uuid().describe('The other one'),
      relation: z.enum(['none', 'requested', 'friends']),
      acceptedBy: z
        .string()
        .exactOptional()
        .describe("The other one's name, where they accepted the member's own request"),
    })
    .describe('The relation of the member and another changed. Sent to the two alone.'),
  'rooms.changed': z
    .object({ type: z.literal('rooms.changed') })
    .describe(
      'There are other rooms than before, or one has another name, order or state. Sent to `rooms:all`.',
    ),
  'rooms.heads_moved': z
    .object({
      type: z.literal('rooms.heads_moved'),
      heads: z
        .record(z.string(), z.int())
        .describe('The newest sequence of rooms, by the end of their address'),
    })
    .describe(
      'Rooms by subject have newer messages. Sent to all who watch `heads:stanze`, every two seconds at most; to a new subscriber of all rooms.',
    ),
  'rooms.own_changed': z
    .object({
      type: z.literal('rooms.own_changed'),
      conversationId: z.string(),
      isMember: z.boolean().describe('false: the member has left the room, which they may still read'),
      readUpTo: z.int().describe('Less than what is known changes nothing'),
      mutedUntil: mutedUntilSchema.describe('As `listOwnRooms` has it'),
    })
    .describe(
      'The member has entered or left a room, read it up to this sequence, or muted it. Sent to them alone.',
    ),
  'teams.changed': z
    .object({ type: z.literal('teams.changed'), teamId: z.uuid() })
    .describe(
      'A team, who is in it or who asks it changed. Sent to its members, to whom it invites and to who asks it.',
    ),
  // It names nobody: the queries of a moderator's screen are refetched.
  'moderation.changed': z
    .object({ type: z.literal('moderation.changed') })
    .describe('A report, a decision or an appeal came. Sent to `moderation:all`.'),
  // `unread`: lines for them alone; of the updates of their events the list says how many.
  'notifications.changed': z
    .object({ type: z.literal('notifications.changed'), unread: z.int() })
    .describe("The member's notifications changed. Sent to them alone."),
  'profiles.member_changed': z
    .object({
      type: z.literal('profiles.member_changed'),
      uid: z.uuid(),
      displayName: z.string(),
      photoURL: z.string(),
    })
    .describe('A member has a new name or photo. Sent to `members:all`.'),
  'profiles.own_profile_changed': z
    .object({ type: z.literal('profiles.own_profile_changed') })
    .describe('The member saved their own profile. Sent to them alone.'),
}

/** The type of the news of a name. */
export type NewsOf<Type extends keyof typeof newsSchemas> = z.infer<(typeof newsSchemas)[Type]>
