import { IconAlertCircle, IconCheck, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './inline-alert.module.css'

const icons = { error: IconAlertCircle, warn: IconPlugConnectedX, info: IconInfoCircle, done: IconCheck }

/** A line with the state of the panel or form that holds it. Errors are announced at once, the rest when there is a pause. */
export function InlineAlert({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <div className={styles.alert} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}
