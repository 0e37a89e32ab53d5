import { createContext } from 'react'
import type { Target } from './conversation.ts'

/** The message of a list that the reader was led to. `focusOnce`: however often its row is drawn. */
export const TargetContext = createContext<{
  target: Target | null
  focusOnce: (target: Target, element: HTMLElement | null) => void
}>({ target: null, focusOnce: () => {} })
