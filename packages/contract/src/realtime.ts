import type { AccountChanged } from './account/account.news.ts'
import type {
  LastMessageChanged,
  MentionsChanged,
  MessageSent,
  MessagesChanged,
  OwnReactionsChanged,
  PartnerRead,
  Typing,
  UnreadChanged,
} from './chat/chat.news.ts'
import type {
  EventChanged,
  EventCreated,
  EventMessageSent,
  EventOrganizersChanged,
  EventRemoved,
  OwnParticipationChanged,
  ParticipantsChanged,
  PeopleChanged,
} from './events/events.news.ts'
import type { ExportChanged } from './exports/exports.news.ts'
import type { FriendsChanged } from './friends/friends.news.ts'
import type { ModerationChanged } from './moderation/moderation.news.ts'
import type { NotificationsChanged } from './notifications/notifications.news.ts'
import type { MemberChanged, OwnProfileChanged } from './profiles/profiles.news.ts'

/**
 * The whole wire of the socket at `/api/live`. News is a hint: the tables are the truth, and every topic with a
 * history has a sequence by which a client finds out what it missed and fetches it over HTTP.
 *
 * A client connects with `?version=`, receives `live.welcome`, watches the topics that its screens show, and gets for
 * each `live.watching` with the topic's position, 0 for a topic without a history: its data is refetched, unless the answer says
 * that it is current.
 * News for the member alone needs no subscription. The server sends frames that are JSON arrays of news, in order.
 */
export const protocolVersion = 2

export const livePath = '/api/live'

/** Why the server closes a socket (RFC 6455, section 7.4.2: 4000 to 4999 are the application's). */
export const closeCodes = {
  /** The frame could not be understood. */
  protocolError: 4400,
  /** The session ended: logged out, expired or revoked. The client must not reconnect with it. */
  sessionEnded: 4401,
  /** The page is older than the server: reload it. */
  versionUnsupported: 4426,
  /** Too many frames in too short a time. */
  tooManyFrames: 4429,
  /** The member has too many sockets open. */
  tooManySockets: 4430,
  /** The server shuts down or the reader was too slow: connect again and catch up. */
  reconnect: 4503,
} as const

/** Milliseconds between two pulses of the server; a client that receives no frame for twice as long reconnects. */
export const pulseInterval = 20_000

/**
 * Milliseconds that a client's frame may be on its way. News of so much longer than the `age` is looked for, and a client that
 * waits longer for `isCurrent` refetches all the same.
 */
export const longestDelay = 10_000

/** `age`: the milliseconds since the client asked for the oldest of the data that it shows. */
export type ClientFrame =
  | { type: 'watch'; topic: string; age?: number | undefined }
  | { type: 'unwatch'; topic: string }

/** How far a topic's history goes: its newest sequence, and how many changes of its entries there were. */
export type TopicPosition = { head: number; changes: number }

/** The topic goes on to this position; news of it may have been lost on the way. */
export type LiveHead = { type: 'live.head'; topic: string } & TopicPosition

export type LiveNews =
  | { type: 'live.welcome'; version: number }
  | { type: 'live.pulse' }
  /** `isCurrent`: data of the frame's `age` lacks no news, of the topic or for the member alone, but what the position tells. */
  | ({ type: 'live.watching'; topic: string; isCurrent?: true | undefined } & TopicPosition)
  | LiveHead
  /** Any news may have been missed: the client refetches what it shows. */
  | { type: 'live.stale' }
  | { type: 'live.refused'; topic: string }

/** The news of the slices; each type is documented in its slice. */
export type SliceNews =
  | MemberChanged
  | OwnProfileChanged
  | AccountChanged
  | ExportChanged
  | NotificationsChanged
  | EventCreated
  | EventRemoved
  | EventChanged
  | EventMessageSent
  | EventOrganizersChanged
  | PeopleChanged
  | ParticipantsChanged
  | OwnParticipationChanged
  | FriendsChanged
  | ModerationChanged
  | MessageSent
  | MessagesChanged
  | OwnReactionsChanged
  | MentionsChanged
  | LastMessageChanged
  | UnreadChanged
  | PartnerRead
  | Typing

export type News = LiveNews | SliceNews

export type ServerFrame = News[]
