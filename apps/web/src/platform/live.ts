import { livePath, protocolVersion } from '@covo/contract/realtime'
import ReconnectingWebSocket from 'partysocket/ws'
import { useSyncExternalStore } from 'react'
import { request, subscribeToEpoch } from './api.ts'
import { createLive, type LiveSocket, type LiveState, type SocketEvents } from './live-connection.ts'
import { afterLeaving, endSession, subscribeToSession } from './session.ts'
import { tabStore } from './stores.ts'

/** Milliseconds between the end of a session and the answer of the sign-in that replaced it, at most. */
const cookieDelay = 1_000
const reloadedKey = 'covo.reloaded'

/** The live connection of this page. */
export const live = createLive({
  openSocket,
  onSessionEnded: () => void leaveEndedSession(),
  onVersionUnsupported: reloadOnce,
  onWelcome: () => tabStore.remove(reloadedKey),
})
subscribeToEpoch(live.noteEpoch)

/**
 * Connects, and probes the connection when the page or the network comes back, until the returned function is called.
 * @param dataAge see `live-connection.ts`
 */
export function connectLive(dataAge: () => number | undefined): () => void {
  const disconnect = live.connect(dataAge)
  const probe = () => {
    if (document.visibilityState === 'visible') live.probe()
  }
  addEventListener('online', probe)
  addEventListener('offline', probe)
  document.addEventListener('visibilitychange', probe)
  return () => {
    removeEventListener('online', probe)
    removeEventListener('offline', probe)
    document.removeEventListener('visibilitychange', probe)
    disconnect()
  }
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribeToState, live.state)
}

function openSocket({ onOpen, onMessage, onClose }: SocketEvents): LiveSocket {
  const url = new URL(livePath, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('version', String(protocolVersion))
  const socket = new ReconnectingWebSocket(url.href, [], {
    // Random, so that a server's restart does not bring back everybody at the same instant.
    minReconnectionDelay: 500 + Math.random() * 1500,
    maxReconnectionDelay: 5000 + Math.random() * 3000,
    reconnectionDelayGrowFactor: 1.5,
  })
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => onMessage(data))
  socket.addEventListener('close', ({ code }) => onClose(code))
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (data) => socket.send(data),
    reconnect: () => socket.reconnect(),
    close: () => socket.close(),
  }
}

/** A sign-in in another tab ends the session before it: this tab goes on with the new one, be it another member's. */
async function leaveEndedSession() {
  const isSignedIn = () =>
    request('GET /api/profiles/me').then(
      ({ ok }) => ok,
      () => false,
    )
  let hasChanged = false
  const unsubscribe = subscribeToSession(() => {
    hasChanged = true
  })
  // The socket may close before the answer to a logout of this tab, or to a sign-in, which brings the new cookie.
  await afterLeaving()
  const isReplaced = !hasChanged && ((await isSignedIn()) || (await delay(cookieDelay).then(isSignedIn)))
  unsubscribe()
  // The member has signed out here meanwhile, and may have signed in again.
  if (hasChanged) return
  if (isReplaced) reloadOnce()
  else endSession()
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Once only: a page that is still too old after it, or can't note that it was there, would otherwise reload for ever. */
function reloadOnce() {
  if (tabStore.read(reloadedKey) === null && tabStore.keep(reloadedKey, 'yes')) location.reload()
}
