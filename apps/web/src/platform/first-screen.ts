import { useEffect, useSyncExternalStore } from 'react'

/** Milliseconds after which a browser that has no idle moment is taken for idle. */
const idleTimeoutMs = 2000

let isDrawn = false
const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves once the page's first screen is drawn: what it doesn't show is fetched then, and leaves a slow network to it before. */
export const firstScreenDrawn: Promise<void> = promise

/** Whether the page's first screen is drawn. */
export function useIsFirstScreenDrawn(): boolean {
  return useSyncExternalStore(subscribe, () => isDrawn)
}

/**
 * `enabled` of a query for what stands around the screen: once the first screen is drawn. Where that screen has asked for
 * the same and failed, a second fetch would take away its button to retry.
 */
export function useEnabledAfterFirstScreen(): (query: { state: { status: string } }) => boolean {
  const isAllowed = useIsFirstScreenDrawn()
  return ({ state }) => isAllowed || state.status === 'error'
}

/** Stands behind a screen, and takes the page's first screen for drawn when the browser has nothing left to do for it. */
export function ScreenEnd() {
  useEffect(() => {
    void idle().then(() => {
      isDrawn = true
      resolve()
    })
  }, [])
  return null
}

/** Resolves in the browser's next idle moment. Safari has no word of its idleness. */
export function idle(): Promise<unknown> {
  return new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: idleTimeoutMs })
      : setTimeout(resolve, 500),
  )
}

function subscribe(listener: () => void): () => void {
  void promise.then(listener)
  return () => {}
}
