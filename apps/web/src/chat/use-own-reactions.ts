import { createContext, useContext, useSyncExternalStore } from 'react'
import type { OwnReactionsStore, OwnState } from './own-reactions.ts'

export const OwnReactionsContext = createContext<OwnReactionsStore | null>(null)

/** What the viewer thinks of a message; null where nobody is asked. */
export function useOwnReactions(sequence: number | null): OwnState | null {
  const store = useContext(OwnReactionsContext)
  return useSyncExternalStore(store?.subscribe ?? noSubscription, () =>
    store && sequence !== null ? store.stateOf(sequence) : null,
  )
}

const noSubscription = () => () => {}
