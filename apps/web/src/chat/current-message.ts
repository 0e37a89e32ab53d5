import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'

export type CurrentMessage = ReturnType<typeof createCurrentMessage>

export const CurrentMessageContext = createContext<CurrentMessage | null>(null)

/**
 * The messages in the document, of which one is current: the one that had the focus last, or else the newest. Its bar of
 * actions is the stop of Tab, for all of them.
 */
export function createCurrentMessage() {
  const shown = new Map<string, number>()
  const listeners = new Set<() => void>()
  let chosen: string | null = null

  function publish() {
    for (const listener of listeners) listener()
  }

  return {
    /** @param place grows from message to message */
    add(key: string, place: number): () => void {
      shown.set(key, place)
      publish()
      return () => {
        shown.delete(key)
        publish()
      }
    },
    choose(key: string) {
      chosen = key
      publish()
    },
    key(): string | null {
      if (chosen !== null && shown.has(chosen)) return chosen
      let newest: string | null = null
      for (const [key, place] of shown) if (newest === null || place > (shown.get(newest) ?? 0)) newest = key
      return newest
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a message with a bar of actions is the current one. */
export function useIsCurrent(key: string, place: number): boolean {
  const current = useContext(CurrentMessageContext)
  useEffect(() => current?.add(key, place), [current, key, place])
  return useSyncExternalStore(current?.subscribe ?? noSubscription, () => current?.key() === key)
}

const noSubscription = () => () => {}
