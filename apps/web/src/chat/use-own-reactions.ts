import { createContext, useContext, useSyncExternalStore } from 'react'
import type { OwnReactionsStore, OwnState } from './own-reactions.ts'

export const OwnReactionsContext = createContext<OwnReactionsStore | null>(null)

/** The viewer's own reactions to a message; null without a store or a stored message. */
export function useOwnReactions(sequence: number | null): OwnState | null {
  const store = useContext(OwnReactionsContext)
  return useSyncExternalStore(store?.subscribe ?? noSubscription, () =>
    store && sequence !== null ? store.stateOf(sequence) : null,
  )
}

const noSubscription = () => () => {}
