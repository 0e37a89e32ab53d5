import { useNotifications } from '@mantine/notifications'
import type { ComponentType } from 'react'
import { useLoaded } from '../platform/use-loaded.ts'

/**
 * The place of toasts, whose script is loaded once `isNeeded`, and by the next toast where that failed.
 *
 * @param load imports the toasts
 */
export function ToastPlace({ isNeeded, load }: { isNeeded: boolean; load: () => Promise<ComponentType> }) {
  const Toasts = useLoaded(isNeeded, load, useNotifications().notifications.length)
  return Toasts && <Toasts />
}
