import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Milliseconds for what the first screen loads. */
const firstScreen = 3_000

/** Takes care of what the service worker shows, where the member let it show something. */
export function usePushes(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return
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
