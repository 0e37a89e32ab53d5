import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useLayoutEffect } from 'react'
import { Mantine } from './mantine.tsx'
import styles from './toasts.module.css'

/**
 * The place of toasts; once on every screen that may show one. Meanwhile the document is marked,
 * for what they cover to make room: looked for by `:has()` from the root, they cost every change of the page a search of
 * the whole of it.
 */
export function Toasts() {
  const isTelling = useNotifications().notifications.length > 0
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-telling', isTelling)
    return () => document.documentElement.removeAttribute('data-telling')
  }, [isTelling])
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
