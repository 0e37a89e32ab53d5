import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useLayoutEffect } from 'react'
import { Mantine } from './mantine.tsx'
import styles from './toasts.module.css'

/**
 * The place of toasts; once on every screen that may show one. Meanwhile an attribute marks the document, for the covered
 * parts to make room: `:has()` from the root would cost every change of the page a search of the whole of it.
 */
export function Toasts() {
  const hasToasts = useNotifications().notifications.length > 0
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-toasts', hasToasts)
    return () => document.documentElement.removeAttribute('data-toasts')
  }, [hasToasts])
  return <Notifications className={styles.toasts ?? ''} />
}

/** The same for a screen that has nothing else of Mantine's. */
export function ToastsAlone() {
  return (
    <Mantine>
      <Toasts />
    </Mantine>
  )
}
