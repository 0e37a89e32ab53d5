import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { Mantine } from './mantine.tsx'
import styles from './toasts.module.css'

/** Where toasts appear; once on every screen that may be shown when something is told. */
export function Toasts() {
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
