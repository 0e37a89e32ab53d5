import {
  type ClientFrame,
  closeCodes,
  livePath,
  protocolVersion,
  pulseInterval,
  type ServerFrame,
  type SliceNews,
} from '@covo/contract/realtime'
import ReconnectingWebSocket from 'partysocket/ws'
import { useSyncExternalStore } from 'react'
import { api } from './api.ts'
import { endSession } from './session.ts'

/** The socket's state as a reader may care about it. */
export type LiveState = 'connecting' | 'online' | 'reconnecting'

/** What a screen wants to hear of a topic that it shows. */
export type TopicWatcher = {
  /** The topic is being watched (again); what lies between the own newest and `head` was missed. */
  onWatching: (head: number) => void
  /** Everything that one frame told, of all topics. */
  onNews: (news: SliceNews[]) => void
}

/** Milliseconds for the answer to a probe. */
const probeTimeout = 5_000
/** Milliseconds within which everybody asks anew for what they show. */
const staleSpread = 2_000
/** Milliseconds that a sign-in's answer takes at most after its predecessor's end was heard. */
const cookieDelay = 1_000
const reloadedKey = 'covo.reloaded'

let socket: ReconnectingWebSocket | null = null
let state: LiveState = 'connecting'
let silence: ReturnType<typeof setTimeout> | undefined
const stateListeners = new Set<() => void>()
const newsListeners = new Set<(news: SliceNews[]) => void>()
const watchers = new Map<string, Set<TopicWatcher>>()

/** Connects until the returned function is called. One connection serves the whole page. */
export function connectLive(): () => void {
  const url = new URL(livePath, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('version', String(protocolVersion))
  const opened = new ReconnectingWebSocket(url.href, [], {
    // Apart, so that a server's restart does not bring back everybody at the same instant.
    minReconnectionDelay: 500 + Math.random() * 1500,
    maxReconnectionDelay: 5000 + Math.random() * 3000,
    reconnectionDelayGrowFactor: 1.5,
  })
  socket = opened
  opened.addEventListener('open', handleOpen)
  opened.addEventListener('close', ({ code }) => handleClose(opened, code))
  opened.addEventListener('message', ({ data }: MessageEvent<string>) => handleFrame(data))
  addEventListener('online', probe)
  addEventListener('offline', probe)
  document.addEventListener('visibilitychange', probe)
  return () => {
    removeEventListener('online', probe)
    removeEventListener('offline', probe)
    document.removeEventListener('visibilitychange', probe)
    clearTimeout(silence)
    socket = null
    opened.close()
    setState('connecting')
  }
}

/** Hears of a topic until the returned function is called. */
export function watchTopic(topic: string, watcher: TopicWatcher): () => void {
  const others = watchers.get(topic) ?? new Set()
  watchers.set(topic, others.add(watcher))
  tell({ type: 'watch', topic })
  return () => {
    others.delete(watcher)
    if (others.size > 0) return
    watchers.delete(topic)
    tell({ type: 'unwatch', topic })
  }
}

/** Hears everything that comes, what was not asked for too, until the returned function is called. */
export function listenToNews(listener: (news: SliceNews[]) => void): () => void {
  newsListeners.add(listener)
  return () => newsListeners.delete(listener)
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribeToLiveState, liveState)
}

export function liveState(): LiveState {
  return state
}

export function subscribeToLiveState(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

function setState(next: LiveState) {
  if (next === state) return
  state = next
  for (const listener of stateListeners) listener()
}

function tell(frame: ClientFrame) {
  // What is asked while there is no connection is asked on its opening.
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
}

function handleOpen() {
  expectFrameWithin(2 * pulseInterval)
  for (const topic of watchers.keys()) tell({ type: 'watch', topic })
}

function handleClose(closed: ReconnectingWebSocket, code: number) {
  clearTimeout(silence)
  if (socket !== closed) return
  setState('reconnecting')
  if (code === closeCodes.sessionEnded) {
    closed.close()
    void leaveEndedSession()
  }
  if (code === closeCodes.versionUnsupported) {
    closed.close()
    reloadOnce()
  }
}

function handleFrame(data: string) {
  expectFrameWithin(2 * pulseInterval)
  setState('online')
  const sliceNews: SliceNews[] = []
  for (const news of JSON.parse(data) as ServerFrame) {
    switch (news.type) {
      case 'live.welcome':
        sessionStorage.removeItem(reloadedKey)
        break
      case 'live.stale':
        askAnew()
        break
      case 'live.pulse':
      case 'live.refused':
        break
      case 'live.watching':
      case 'live.head':
        for (const watcher of watchers.get(news.topic) ?? []) watcher.onWatching(news.head)
        break
      default:
        sliceNews.push(news)
    }
  }
  if (sliceNews.length === 0) return
  for (const listener of newsListeners) listener(sliceNews)
  for (const watcher of [...watchers.values()].flatMap((some) => [...some])) watcher.onNews(sliceNews)
}

function expectFrameWithin(milliseconds: number) {
  clearTimeout(silence)
  silence = setTimeout(() => {
    setState('reconnecting')
    socket?.reconnect()
  }, milliseconds)
}

/** Watching a topic again tells how far it goes; not everybody at the same instant. */
function askAnew() {
  setTimeout(() => {
    for (const topic of watchers.keys()) tell({ type: 'watch', topic })
  }, Math.random() * staleSpread)
}

/** Finds out whether the connection outlived a sleep or a change of network, which no close event reports. */
function probe() {
  if (document.visibilityState === 'hidden' || !socket) return
  const [topic] = watchers.keys()
  if (socket.readyState !== WebSocket.OPEN) socket.reconnect()
  else if (topic) {
    tell({ type: 'watch', topic })
    expectFrameWithin(probeTimeout)
  }
}

/** A sign-in in another tab ends the session before it: this tab goes on with the new one, be it another member's. */
async function leaveEndedSession() {
  const isSignedIn = () =>
    api.api.profiles.me.$get().then(
      ({ ok }) => ok,
      () => false,
    )
  // The socket may close before the sign-in's answer brings the new cookie.
  if ((await isSignedIn()) || (await delay(cookieDelay).then(isSignedIn))) reloadOnce()
  else endSession()
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Once only: a page that is still too old after it would otherwise reload for ever. */
function reloadOnce() {
  if (sessionStorage.getItem(reloadedKey)) return
  sessionStorage.setItem(reloadedKey, 'yes')
  location.reload()
}
