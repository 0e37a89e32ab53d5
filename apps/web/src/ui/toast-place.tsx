import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

/**
 * The place of toasts, whose script is loaded once `isNeeded`. A failure to load it takes nothing else from the screen: the
 * next toast loads it again, and the network's return.
 *
 * @param load imports the toasts
 */
export function ToastPlace({ isNeeded, load }: { isNeeded: boolean; load: () => Promise<ComponentType> }) {
  const [Toasts, setToasts] = useState<ComponentType>()
  const waiting = useNotifications().notifications.length
  const isLoaded = Toasts !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast more loads again
  useEffect(() => {
    if (!isNeeded || isLoaded) return
    const loadToasts = () =>
      load().then(
        (loaded) => setToasts(() => loaded),
        () => {},
      )
    void loadToasts()
    addEventListener('online', loadToasts)
    return () => removeEventListener('online', loadToasts)
  }, [isNeeded, isLoaded, load, waiting])
  return Toasts && <Toasts />
}
