import {
  type ClientFrame,
  closeCodes,
  longestDelay,
  pulseIntervalMs,
  type ServerFrame,
  type SliceNews,
  type TopicPosition,
} from '@covo/contract/realtime'

/** The socket's state as a reader may care about it. */
export type LiveState = 'connecting' | 'online' | 'reconnecting'

/** A socket that connects again by itself after each close that is not its own. */
export type LiveSocket = {
  isOpen(): boolean
  send(data: string): void
  reconnect(): void
  close(): void
}

/** `isCurrent`: the page's data of the topic lacks no news but what the position tells. */
export type WatchedPosition = TopicPosition & { isCurrent?: true | undefined }

/** The callbacks of a socket. */
export type SocketEvents = {
  onOpen(): void
  onMessage(data: string): void
  onClose(code: number): void
}

type LiveOptions = {
  openSocket: (events: SocketEvents) => LiveSocket
  /** The server closed the socket because the session ended. */
  onSessionEnded: () => void
  /** The server is newer than this page. */
  onVersionUnsupported: () => void
  onWelcome: () => void
}

/** Milliseconds for the answer to a probe. */
const probeTimeout = 5_000
/** Milliseconds within which all clients of a server subscribe again, so that they don't all do it at the same instant. */
const resubscribeSpread = 2_000

export type Live = ReturnType<typeof createLive>

/** The subscriptions of one page: topics that its screens show, and everything that comes on its only socket. */
export function createLive({ openSocket, onSessionEnded, onVersionUnsupported, onWelcome }: LiveOptions) {
  const stateListeners = new Set<() => void>()
  const staleListeners = new Set<() => void>()
  const newsListeners = new Set<(news: readonly SliceNews[]) => void>()
  const watchers = new Map<string, Set<(position: WatchedPosition) => void>>()
  /** When the subscriptions that are not answered yet were sent. */
  const sentAt = new Map<string, number>()
  let socket: LiveSocket | null = null
  let state: LiveState = 'connecting'
  let silence: ReturnType<typeof setTimeout> | undefined
  let dataAge: () => number | undefined = () => undefined
  let isStale = false
  let epoch: string | null = null

  function setState(next: LiveState) {
    if (next === state) return
    state = next
    for (const listener of stateListeners) listener()
  }

  function send(frame: ClientFrame) {
    // Without a connection it is sent when the socket opens.
    if (socket?.isOpen()) socket.send(JSON.stringify(frame))
  }

  function watch(topic: string) {
    if (!sentAt.has(topic)) sentAt.set(topic, Date.now())
    send({ type: 'watch', topic, age: isStale ? undefined : dataAge() })
  }

  function subscribeToAll() {
    sentAt.clear()
    for (const topic of watchers.keys()) watch(topic)
  }

  function expectFrameWithin(milliseconds: number) {
    clearTimeout(silence)
    silence = setTimeout(() => {
      setState('reconnecting')
      socket?.reconnect()
    }, milliseconds)
  }

  function handleClose(closed: LiveSocket, code: number) {
    clearTimeout(silence)
    if (socket !== closed) return
    setState('reconnecting')
    if (code === closeCodes.sessionEnded) {
      closed.close()
      onSessionEnded()
    }
    if (code === closeCodes.versionUnsupported) {
      closed.close()
      onVersionUnsupported()
    }
  }

  /** Whether a subscription was answered within the delay for which the server looks back. */
  function isAnsweredInTime(topic: string): boolean {
    const sent = sentAt.get(topic) ?? 0
    sentAt.delete(topic)
    return Date.now() - sent <= longestDelay
  }

  function publishPosition(topic: string, position: WatchedPosition) {
    for (const onPosition of watchers.get(topic) ?? []) onPosition(position)
  }

  /** Refetches what is shown: news may have been missed, or sequences reused by another history of the database. */
  function refetchAll() {
    isStale = true
    // The answer to a subscription says how far its topic goes.
    setTimeout(() => {
      subscribeToAll()
      for (const listener of staleListeners) listener()
    }, Math.random() * resubscribeSpread)
  }

  /** Takes the name of the database's history; of another one, what this page holds may be missing. */
  function noteEpoch(next: string) {
    if (epoch !== null && next !== epoch) refetchAll()
    epoch = next
  }

  function handleFrame(data: string) {
    expectFrameWithin(2 * pulseIntervalMs)
    setState('online')
    const sliceNews: SliceNews[] = []
    for (const news of JSON.parse(data) as ServerFrame) {
      switch (news.type) {
        case 'live.welcome':
          onWelcome()
          noteEpoch(news.epoch)
          break
        case 'live.stale':
          refetchAll()
          break
        case 'live.pulse':
          break
        case 'live.refused':
          sentAt.delete(news.topic)
          break
        case 'live.watching':
          publishPosition(news.topic, isAnsweredInTime(news.topic) ? news : { ...news, isCurrent: undefined })
          break
        case 'live.head':
          publishPosition(news.topic, news)
          break
        default:
          sliceNews.push(news)
      }
    }
    if (sliceNews.length > 0) for (const listener of newsListeners) listener(sliceNews)
  }

  return {
    /**
     * Connects until the returned function is called. One connection serves the whole page.
     * @param ageOfData milliseconds since the oldest data of this page was asked for; undefined where that is too long ago
     */
    connect(ageOfData: () => number | undefined): () => void {
      dataAge = ageOfData
      const opened = openSocket({
        onOpen() {
          expectFrameWithin(2 * pulseIntervalMs)
          subscribeToAll()
        },
        onMessage: handleFrame,
        onClose: (code) => handleClose(opened, code),
      })
      socket = opened
      return () => {
        clearTimeout(silence)
        socket = null
        opened.close()
        setState('connecting')
      }
    },

    /** Finds out whether the connection outlived a sleep or a change of network, which no close event reports. */
    probe() {
      const [topic] = watchers.keys()
      if (!socket) return
      if (!socket.isOpen()) socket.reconnect()
      else if (topic) {
        watch(topic)
        expectFrameWithin(probeTimeout)
      }
    },

    /**
     * Subscribes to a topic until the returned function is called. `onPosition` is called when the topic is watched (again),
     * and whenever news of it may have been lost: entries between the known ones and the position were missed.
     */
    watchTopic(topic: string, onPosition: (position: WatchedPosition) => void): () => void {
      const others = watchers.get(topic) ?? new Set()
      watchers.set(topic, others.add(onPosition))
      watch(topic)
      return () => {
        others.delete(onPosition)
        if (others.size > 0) return
        watchers.delete(topic)
        send({ type: 'unwatch', topic })
      }
    },

    /** All news, of every topic, and that for the member alone, which needs no subscription; one frame at a time. */
    subscribeToNews(listener: (news: readonly SliceNews[]) => void): () => void {
      newsListeners.add(listener)
      return () => newsListeners.delete(listener)
    },

    noteEpoch,

    /** Any news may have been missed, for a longer time than the server looks back. */
    subscribeToStale(listener: () => void): () => void {
      staleListeners.add(listener)
      return () => staleListeners.delete(listener)
    },

    state: () => state,

    subscribeToState(listener: () => void): () => void {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
  }
}
