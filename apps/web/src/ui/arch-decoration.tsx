import type { ReactNode } from 'react'
import styles from './arch-decoration.module.css'

/** Three arches, lighter as one goes in. Decoration: its content is not read out. */
export function ArchDecoration({
  className,
  children,
}: {
  className?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className={[styles.doorway, className].filter(Boolean).join(' ')} aria-hidden="true">
      <div className={styles.arch}>
        <div className={styles.arch}>{children}</div>
      </div>
    </div>
  )
}
