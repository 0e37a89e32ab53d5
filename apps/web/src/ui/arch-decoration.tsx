import type { ReactNode } from 'react'
import styles from './arch-decoration.module.css'

/** Three arches, lighter as one goes in. Decoration: its content is not read out, but where it says something (`isReadOut`). */
export function ArchDecoration({
  className,
  isReadOut = false,
  children,
}: {
  className?: string | undefined
  isReadOut?: boolean
  children?: ReactNode
}) {
  return (
    <div
      className={[styles.doorway, className].filter(Boolean).join(' ')}
      aria-hidden={!isReadOut || undefined}
    >
      <div className={styles.arch}>
        <div className={styles.arch}>{children}</div>
      </div>
    </div>
  )
}
