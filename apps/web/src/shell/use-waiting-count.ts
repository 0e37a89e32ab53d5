import { useEffect } from 'react'
import { setWaitingCount } from '../ui/page-title.ts'

/** Shows how many things wait for the member where the page is not before their eyes: in its title and on the app's icon. */
export function useWaitingCount(count: number): void {
  useEffect(() => show(count), [count])
  useEffect(() => () => show(0), [])
}

function show(count: number): void {
  setWaitingCount(count)
  if (!('setAppBadge' in navigator)) return
  // A browser may have no icon to put it on.
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  shown.catch(() => {})
}
