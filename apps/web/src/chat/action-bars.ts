import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'

export type ActionBars = ReturnType<typeof createActionBars>

export const ActionBarsContext = createContext<ActionBars | null>(null)

/**
 * The bars of actions of the messages that are in the document. All of them are one stop of Tab: the one that had the focus
 * last, or else the newest.
 */
export function createActionBars() {
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
    stop(): string | null {
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

/** Whether the bar of a message is the stop of Tab. */
export function useIsStop(key: string, place: number): boolean {
  const bars = useContext(ActionBarsContext)
  useEffect(() => bars?.add(key, place), [bars, key, place])
  return useSyncExternalStore(bars?.subscribe ?? noSubscription, () => bars?.stop() === key)
}

const noSubscription = () => () => {}
