import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** The placeholder of an empty list or screen, or of one that failed to load (`broken`), with one next step. */
export function EmptyState({
  text,
  broken = false,
  children,
}: {
  text: string
  broken?: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles.state} role={broken ? 'alert' : undefined}>
      <svg className={styles.drawing} viewBox="0 0 96 72" aria-hidden="true">
        <path d="M4 62h88M22 62V36a26 26 0 0 1 52 0v26" />
        {broken ? (
          <path className={styles.detail} d="M56 6l-5 9 9 3-4 10" />
        ) : (
          <>
            <path d="M34 62V40a14 14 0 0 1 28 0v22" opacity="0.5" />
            <path className={styles.light} d="M45 52h6v10h-6z" />
          </>
        )}
      </svg>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
