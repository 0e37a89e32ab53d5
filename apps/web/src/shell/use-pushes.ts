import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Milliseconds for the files of the first screen. */
const firstScreen = 3_000

/** Follows the service worker's notifications, where the member has allowed them. */
export function usePushes(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!areAllowed()) return
    let stop: (() => void) | undefined
    const timer = setTimeout(async () => {
      const { followPushes } = await import('./follow-pushes.ts')
      stop = followPushes((path) => void navigate(path))
    }, firstScreen)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [navigate])
}

/** Some browsers refuse even the question in a page within another or without data of sites. */
function areAllowed(): boolean {
  try {
    return Notification.permission === 'granted'
  } catch {
    return false
  }
}
