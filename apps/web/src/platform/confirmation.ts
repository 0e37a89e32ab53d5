import { useSyncExternalStore } from 'react'
import { subscribeToSession } from './session.ts'

type Asked = { answer: Promise<boolean>; end: (isConfirmed: boolean) => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

/**
 * Has the member show who they are, in the dialog of the signed-in area; requests that need it at once share one. Answers
 * whether they did.
 */
export function askForConfirmation(): Promise<boolean> {
  if (asked) return asked.answer
  if (listeners.size === 0) return Promise.resolve(false)
  const { promise: answer, resolve: end } = Promise.withResolvers<boolean>()
  asked = { answer, end }
  notify()
  return answer
}

/** The dialog ended. */
export function endConfirmation(isConfirmed: boolean): void {
  asked?.end(isConfirmed)
  asked = null
  notify()
}

export function useIsConfirmationAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asked !== null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

subscribeToSession((session) => {
  if (session === 'out') endConfirmation(false)
})
