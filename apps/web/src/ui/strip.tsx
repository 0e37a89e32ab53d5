import { IconAlertCircle, IconCheck, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './strip.module.css'

const icons = { error: IconAlertCircle, warn: IconPlugConnectedX, info: IconInfoCircle, done: IconCheck }

/** A line with the state of the panel or form that holds it. Errors are announced at once, the rest when there is a pause. */
export function Strip({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <div className={styles.strip} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}
