import type { clientFrameSchemas, NewsOf, newsSchemas } from './realtime.schemas.ts'

/**
 * The whole wire of the socket at `/api/live`. News is a hint: the tables are the truth, and every topic with a
 * history has a sequence by which a client finds out what it missed and fetches it over HTTP.
 *
 * A client connects with `?version=`, receives `live.welcome`, watches the topics that its screens show, and gets for
 * each `live.watching` with the topic's position, 0 for a topic without a history: its data is refetched, unless the answer says
 * that it is current.
 * News for the member alone needs no subscription. The server sends frames that are JSON arrays of news, in order.
 */
export const protocolVersion = 3

export const livePath = '/api/live'

/** Why the server closes a socket (RFC 6455, section 7.4.2: 4000 to 4999 are the application's). */
export const closeCodes = {
  /** The frame could not be understood. */
  protocolError: 4400,
  /** The session ended: logged out, expired or revoked. The client must not reconnect with it. */
  sessionEnded: 4401,
  /** The client speaks another version of the protocol: a page is reloaded, once. */
  versionUnsupported: 4426,
  /** Too many frames in too short a time. */
  tooManyFrames: 4429,
  /** The member has too many sockets open. */
  tooManySockets: 4430,
  /** The server shuts down or the reader was too slow: connect again and catch up. */
  reconnect: 4503,
} as const

/** Milliseconds between two pulses of the server; a client that receives no frame for twice as long reconnects. */
export const pulseIntervalMs = 20_000

/**
 * Milliseconds that a client's frame may be on its way. News of so much longer than the `age` is looked for, and a client that
 * waits longer for `isCurrent` refetches all the same.
 */
export const longestDelay = 10_000

/** `age`: the milliseconds since the client asked for the oldest of the data that it shows. */
export type ClientFrame = (typeof clientFrameSchemas)[keyof typeof clientFrameSchemas]['_output']

/** How far a topic's history goes: its newest sequence, and how many changes of its entries there were. */
export type TopicPosition = { head: number; changes: number }

/** The topic goes on to this position; news of it may have been lost on the way. */
export type LiveHead = NewsOf<'live.head'>

export type News = { [Type in keyof typeof newsSchemas]: NewsOf<Type> }[keyof typeof newsSchemas]

/** News of the socket itself. */
export type LiveNews = Extract<News, { type: `live.${string}` }>

export type SliceNews = Exclude<News, LiveNews>

export type ServerFrame = News[]
