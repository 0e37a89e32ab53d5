import { isSeen } from '../names.ts'
import { accepted, refused } from '../parsed.ts'
import { cleanText, isLongerThan } from '../text.ts'

/** The one conversation that every member may read and write. */
export const publicRoomId = 'generale'

/** `room`: of a subject, which every member reads; `event`: of those who take part in an event or organize it; `team`: of its members. */
export type ConversationKind = 'public' | 'room' | 'event' | 'team' | 'private'

/** The kind of conversation that an id names. The conversation need not exist. */
export function conversationKind(conversationId: string): ConversationKind {
  if (conversationId === publicRoomId) return 'public'
  if (slugOfRoom(conversationId) !== null) return 'room'
  if (eventOfRoom(conversationId) !== null) return 'event'
  return teamOfRoom(conversationId) === null ? 'private' : 'team'
}

const roomPattern = /^stanza-([a-z\d-]+)$/

/** The id of a room, by the end of its address. */
export function roomId(slug: string): string {
  return `stanza-${slug}`
}

/** The end of the address of the room that an id names; null where it names another conversation. */
export function slugOfRoom(conversationId: string): string | null {
  return roomPattern.exec(conversationId)?.[1] ?? null
}

/** Whether every member reads a conversation; there its messages wait for those whom they mention or answer, as marks. */
export function isReadByAll(conversationId: string): boolean {
  const kind = conversationKind(conversationId)
  return kind === 'public' || kind === 'room'
}

const eventRoomPattern = /^evento-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The id of an event's room. */
export function eventRoomId(eventId: string): string {
  return `evento-${eventId}`
}

/** The event whose room an id names; null where it names another conversation. */
export function eventOfRoom(conversationId: string): string | null {
  return eventRoomPattern.exec(conversationId)?.[1] ?? null
}

const teamRoomPattern = /^squadra-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The id of a team's room. */
export function teamRoomId(teamId: string): string {
  return `squadra-${teamId}`
}

/** The team whose room an id names; null where it names another conversation. */
export function teamOfRoom(conversationId: string): string | null {
  return teamRoomPattern.exec(conversationId)?.[1] ?? null
}

/** The id of two members' private conversation: their uids, sorted and joined (specification, point 9). */
export function privateConversationId(one: string, other: string): string {
  return [one, other].toSorted().join('_')
}

/** The two uids of a private conversation's id. */
export function membersOf(conversationId: string): [string, string] {
  const [one = '', other = ''] = conversationId.split('_')
  return [one, other]
}

/** The other of the two uids of a private conversation's id; null when `uid` is not one of two. */
export function partnerOf(conversationId: string, uid: string): string | null {
  const [low, high, ...rest] = conversationId.split('_')
  if (!low || !high || low >= high || rest.length > 0) return null
  if (uid === low) return high
  return uid === high ? low : null
}

/** Chats that the home shows at most (specification, point 9). */
export const maximumUnreadChats = 5

/** Rooms of events that the list of a member's own has at most. */
export const maximumOwnRooms = 5

/** Until when a member mutes a room: an instant, which may have passed, or always; null where they don't. */
export type MutedUntil = string | null

/** Whether a room is muted at a time, in milliseconds since 1970. */
export function isMuted(until: MutedUntil, now: number): boolean {
  return until === 'always' || (until !== null && Date.parse(until) > now)
}

/** Conversations of one page of their list. */
export const privateChatPageSize = 20

/** Grapheme clusters, after trimming. */
export const maximumMessageLength = 2000
/** Bytes of UTF-8, sent to each reader at most. Most characters of most scripts take less than four. */
export const maximumMessageBytes = 8000
/** Milliseconds after its sending in which its author may edit a message. */
export const editWindowMs = 24 * 60 * 60 * 1000
/** Kinds of reactions, in the order in which they are offered. More may follow at the end. */
export const reactionKinds = ['up', 'heart', 'laugh', 'eyes', 'done', 'flag'] as const
export type ReactionKind = (typeof reactionKinds)[number]
/** People whom one message mentions at most. */
export const maximumMentions = 10
/** Unread mentions that one answer names; it counts all. */
export const maximumUnreadMentions = 50
/** How far apart the messages may be whose own reactions one request asks for. */
export const maximumOwnReactionsRange = 1000
/** People of one page of those who reacted. */
export const reactingPageSize = 50

/** Milliseconds without news of a writer after which they count as not writing. */
export const typingLifetimeMs = 6000
/** Milliseconds between two requests of somebody who is writing, at least. */
export const typingIntervalMs = 4000

/** Messages of one page of history. */
export const messagePageSize = 50
/** Missed messages of one page: a member who comes back reads all of them, and mostly with everybody else. */
export const missedPageSize = 200

/** Specification, point 5, public message: the text is sent trimmed and is not empty, nor of letters that nobody can see. A message with files needs none. */
export function parseMessage(typed: string, hasFiles = false) {
  const text = cleanText(typed)
  // First: to see whether a text can be seen takes time with its length.
  if (isLongerThan(text, maximumMessageLength, maximumMessageBytes))
    return refused('chat.message_too_long', null)
  if (isSeen(text)) return accepted(text)
  return hasFiles ? accepted('') : refused('chat.message_empty', null)
}
