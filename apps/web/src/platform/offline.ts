import { useSyncExternalStore } from 'react'
import { live } from './live.ts'

/** The service worker gave the page, because the server didn't. */
let isServerMissing = document.documentElement.dataset.session === 'unknown'

live.subscribeToState(() => {
  if (live.state() === 'online') isServerMissing = false
})

/** Whether only last seen data is shown. A lost connection alone, which is soon back, doesn't count. */
export function isOffline(): boolean {
  return isServerMissing || !navigator.onLine
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline)
}

function subscribe(listener: () => void): () => void {
  const leaveLiveState = live.subscribeToState(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    leaveLiveState()
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
