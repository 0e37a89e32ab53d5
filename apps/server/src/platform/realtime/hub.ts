import type { News, TopicPosition } from '@covo/contract/realtime'
import type { Permission, Scope } from '@covo/contract/scopes'
import { AppError } from '../app-error.ts'
import { once } from '../once.ts'
import type { Hidden, Viewer } from '../viewer.ts'
import { createNewsTimes } from './news-times.ts'

const start: TopicPosition = { head: 0, changes: 0 }

/** How far a topic's history goes at least. */
export type Position = { head?: number | undefined; changes?: number | undefined }

/** A kind of topic that a slice offers, named `{prefix}:{id}`. */
export type Topic = {
  prefix: string
  /** Its name in the description of the socket, with a part in braces where there are several. */
  name: string
  /** Its news in words, for that description. */
  description: string
  /** The permission that a token needs for it; without one no token may subscribe. */
  scope?: Scope
  /** How far the topic goes; throws an AppError for a viewer who may not subscribe to it. */
  readPosition: (id: string, viewer: Viewer) => Promise<TopicPosition>
  /** How far topics with a history go, for any subscriber. */
  readPositions?: (ids: string[]) => Promise<ReadonlyMap<string, TopicPosition>>
  /** The topic goes less far for members who do not see some others: they are sent the answer of their `readPosition`. */
  isPersonal?: boolean
  /** For what no message publishes: the news that a new subscriber is sent, of all that the topic is about. */
  readStart?: () => Promise<News>
  /** What changed since the last sweep, which asks while there are subscribers; null: nothing. */
  readMoves?: () => Promise<News | null>
}

/** A topic with one name, to which every member may subscribe; without a history, so that subscribers refetch what they show. */
export function openTopic(name: string, description: string, scope?: Scope): Topic {
  const [prefix = '', onlyId] = name.split(':')
  return {
    prefix,
    name,
    description,
    ...(scope && { scope }),
    async readPosition(id) {
      if (id !== onlyId) throw new AppError('common.not_found')
      return start
    },
  }
}

/** The topic of one member's own news: each of their connections is subscribed to it; no client can ask for it. */
export function memberTopic(uid: string): string {
  return `member:${uid}`
}

/** One socket as the hub sees it. */
export type Connection = {
  readonly viewer: Viewer
  /** The people whom the member does not see. */
  hidden: Hidden
  /** Sends one frame, already serialized. */
  send(frame: string): void
  /** Holds the frames that are sent until `uncork`, and then sends them together. */
  cork(): void
  uncork(): void
  close(code: number): void
}

/** For news that is sent seldom: its subject, and its place among the news of that. */
export type Pace = { key: string; order: number }

/** News for a subscriber who does not see some members, itself where it names none of those; null where it is hidden. */
export type RedactNews = (news: News, hidden: Hidden) => News | null

/** Milliseconds between two news of a pace: four a second. */
const paceMs = 250

/** Whether a token with these scopes gets the news. */
export type IsNewsInScope = (news: News, scopes: ReadonlySet<Permission>) => boolean

/** The ids of members in serialized news, with others of their form. */
const uidPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** The longest that a publisher waits after its news was sent. */
const longestPauseMs = 50

export type Hub = ReturnType<typeof createHub>

/**
 * Keeps the subscriptions of the connections, and sends them news. News of one topic that is published within one turn of the
 * event loop leaves as one frame, which its subscribers share: a frame made for each set of topics would be made for each connection.
 *
 * @param paceOf for news of which the newest alone matters; of one subject at most four are sent a second, the last always
 * @param redactNews the part of news that a subscriber gets who does not see some members; null: nothing
 * @param isInScope which news the connection of a token gets, of the topics that it is subscribed to
 */
export function createHub(
  paceOf: (topic: string, news: string) => Pace | null = () => null,
  redactNews: RedactNews = (news) => news,
  isInScope: IsNewsInScope = () => false,
) {
  const watchers = new Map<string, Set<Connection>>()
  const topicsOf = new Map<Connection, Set<string>>()
  /** The position that was last sent to the subscribers of a topic with a history. */
  const positions = new Map<string, TopicPosition>()
  const connectionsOf = new Map<string, Set<Connection>>()
  const personal = new Set<string>()
  /** The subjects of news that was sent less than a pace ago, with their newest news that waits. */
  const paced = new Map<string, { order: number; waiting: string | null }>()
  let pending = new Map<string, string[]>()
  const times = createNewsTimes()
  let isFlushScheduled = false
  let sending = Promise.withResolvers<void>()

  function flush(): void {
    isFlushScheduled = false
    const { resolve } = sending
    sending = Promise.withResolvers()
    const startedAt = performance.now()
    try {
      sendPending()
    } finally {
      const pause = Math.min(performance.now() - startedAt, longestPauseMs)
      if (pause < 1) resolve()
      else setTimeout(resolve, pause)
    }
  }

  function sendPending(): void {
    const published = pending
    pending = new Map()
    const corked = new Set<Connection>()
    for (const [topic, news] of published) {
      const redact = personal.has(topic) ? () => [] : createRedaction(news)
      const frames = new Map<string[], string>()
      for (const connection of watchers.get(topic) ?? []) {
        const shown = connection.hidden.size === 0 ? news : redact(connection.hidden)
        const { scopes } = connection.viewer
        const seen = scopes ? shown.filter((text) => isInScope(JSON.parse(text) as News, scopes)) : shown
        if (seen.length === 0) continue
        const frame = frames.get(seen) ?? `[${seen.join(',')}]`
        frames.set(seen, frame)
        if (published.size > 1 && !corked.has(connection)) {
          corked.add(connection)
          connection.cork()
        }
        connection.send(frame)
      }
    }
    for (const connection of corked) connection.uncork()
  }

  /**
   * Answers the news as one subscriber gets it, cached per set of hidden members whom it names: subscribers with the same set
   * share one frame. It is the given array itself where that set is empty.
   */
  function createRedaction(news: string[]): (hidden: Hidden) => string[] {
    const named = once(() => news.map((text) => ({ text, uids: new Set(text.match(uidPattern)) })))
    const everybody = once(() => new Set(named().flatMap(({ uids }) => [...uids])))
    const shown = new Map<string, string[]>()
    return function redact(hidden) {
      const unseen = everybody().intersection(hidden)
      if (unseen.size === 0) return news
      const key = [...unseen].toSorted().join()
      const seen =
        shown.get(key) ??
        named().flatMap(({ text, uids }) => (uids.isDisjointFrom(unseen) ? [text] : without(unseen, text)))
      shown.set(key, seen)
      return seen
    }
  }

  /** A serialized news as who does not see these members gets it; nothing where it is hidden. */
  function without(unseen: Hidden, text: string): string[] {
    const shown = redactNews(JSON.parse(text) as News, unseen)
    return shown ? [JSON.stringify(shown)] : []
  }

  return {
    add(connection: Connection): void {
      topicsOf.set(connection, new Set())
      const { sessionId } = connection.viewer
      connectionsOf.set(sessionId, (connectionsOf.get(sessionId) ?? new Set()).add(connection))
    },

    remove(connection: Connection): void {
      for (const topic of topicsOf.get(connection) ?? []) unwatch(connection, topic)
      topicsOf.delete(connection)
      const { sessionId } = connection.viewer
      const connections = connectionsOf.get(sessionId)
      connections?.delete(connection)
      if (connections?.size === 0) connectionsOf.delete(sessionId)
    },

    /** Whether the connection is still open. */
    has: (connection: Connection): boolean => topicsOf.has(connection),

    /** @param isPersonal whether who does not see some members is sent the topic's positions by the sweep alone */
    watch(connection: Connection, topic: string, isPersonal = false): void {
      if (isPersonal) personal.add(topic)
      topicsOf.get(connection)?.add(topic)
      const connections = watchers.get(topic) ?? new Set()
      watchers.set(topic, connections.add(connection))
    },

    unwatch,

    /** Topics that a connection is subscribed to; used to bound them. */
    watchedBy(connection: Connection): number {
      return topicsOf.get(connection)?.size ?? 0
    },

    /**
     * Broadcasts `live.head` to a topic's subscribers if it is further than what was last sent to them; returns the further
     * one. A new subscriber's read must not raise the known position silently: the others would miss undelivered entries.
     */
    advance(topic: string, position: TopicPosition): TopicPosition {
      const known = positions.get(topic)
      const next = furthest(known, position)
      if (!known) notePosition(topic, next)
      else if (known.head < next.head || known.changes < next.changes)
        publish(topic, JSON.stringify({ type: 'live.head', topic, ...next }), next)
      return next
    },

    /** A history may go less far than it did: the next position of each topic is sent again. */
    forgetPositions(): void {
      for (const topic of positions.keys()) positions.set(topic, start)
    },

    /** The ids of the topics of a kind with a history that have subscribers. */
    knownTopics(prefix: string): string[] {
      const known = [...positions.keys()].filter((topic) => topic.startsWith(`${prefix}:`))
      return known.map((topic) => topic.slice(prefix.length + 1))
    },

    publish,

    /** When news of the topics without a history was published. */
    times,

    /**
     * Resolves when what was published so far has been sent, and after a pause as long as that took: a publisher that waits
     * leaves its readers time to receive, and what is published meanwhile shares a frame.
     */
    async whenSent(): Promise<void> {
      if (isFlushScheduled) await sending.promise
    },

    /** The ids of the topics of a kind that have subscribers. */
    watchedTopics(prefix: string): string[] {
      const watched = [...watchers.keys()].filter((topic) => topic.startsWith(`${prefix}:`))
      return watched.map((topic) => topic.slice(prefix.length + 1))
    },

    /** The subscribers of a topic. */
    watchersOf: (topic: string): Connection[] => [...(watchers.get(topic) ?? [])],

    /** Ends a subscription to which there is no right any more. */
    refuse(connection: Connection, topic: string): void {
      unwatch(connection, topic)
      connection.send(frameOf({ type: 'live.refused', topic }))
    },

    /** The subscribers of a topic who do not see some members. */
    hidingWatchers: (topic: string): Connection[] =>
      [...(watchers.get(topic) ?? [])].filter(({ hidden }) => hidden.size > 0),

    /** Hides people from a member's connections from now on, which refetch what they show where others were hidden before. */
    hide(uid: string, hidden: Hidden): void {
      for (const connection of watchers.get(memberTopic(uid)) ?? []) {
        const isSame = hidden.size === connection.hidden.size && hidden.isSubsetOf(connection.hidden)
        connection.hidden = hidden
        if (!isSame) connection.send(frameOf({ type: 'live.stale' }))
      }
    },

    countConnections: () => topicsOf.size,

    /** The uids of those who have a connection, but for programs with a token: it is not they who are there. */
    connectedMembers: () =>
      new Set([...topicsOf.keys()].filter(({ viewer }) => !viewer.scopes).map(({ viewer }) => viewer.uid)),

    /** Sends every connection a frame. */
    broadcast(frame: string): void {
      for (const connection of [...topicsOf.keys()]) connection.send(frame)
    },

    /** Closes every socket of a session, or of a token. */
    closeSession(sessionId: string, code: number): void {
      for (const connection of [...(connectionsOf.get(sessionId) ?? [])]) connection.close(code)
    },
  }

  function unwatch(connection: Connection, topic: string): void {
    topicsOf.get(connection)?.delete(topic)
    const connections = watchers.get(topic)
    connections?.delete(connection)
    if (connections?.size !== 0) return
    watchers.delete(topic)
    positions.delete(topic)
    personal.delete(topic)
  }

  /**
   * Sends the subscribers of a topic one news, as JSON; `position` where it is of the topic's history. Call it after the
   * commit: news must not outrun the change that it is about.
   */
  function publish(topic: string, news: string, position?: Position): void {
    if (!position) times.note(topic)
    if (!watchers.has(topic)) return
    const pace = paceOf(topic, news)
    if (pace && isHeldBack(topic, news, pace)) return
    if (position) notePosition(topic, position)
    const waiting = pending.get(topic) ?? []
    waiting.push(news)
    pending.set(topic, waiting)
    if (isFlushScheduled) return
    isFlushScheduled = true
    setImmediate(flush)
  }

  function isHeldBack(topic: string, news: string, { key, order }: Pace): boolean {
    const last = paced.get(key)
    if (!last) {
      paced.set(key, { order, waiting: null })
      setTimeout(() => endPace(topic, key), paceMs).unref()
      return false
    }
    // Of another process, older news may come later.
    if (order > last.order) paced.set(key, { order, waiting: news })
    return true
  }

  function endPace(topic: string, key: string): void {
    const news = paced.get(key)?.waiting
    paced.delete(key)
    if (news) publish(topic, news)
  }

  function notePosition(topic: string, position: Position): void {
    if (watchers.has(topic)) positions.set(topic, furthest(positions.get(topic), position))
  }
}

function furthest(known = start, { head = 0, changes = 0 }: Position): TopicPosition {
  return { head: Math.max(known.head, head), changes: Math.max(known.changes, changes) }
}

/** A frame for one connection alone. */
export function frameOf(...news: News[]): string {
  return JSON.stringify(news)
}
