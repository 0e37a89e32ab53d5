import { type ReactNode, useId } from 'react'
import styles from './settings.module.css'

/** A card of settings that belong together. */
export function SettingsPanel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

/** One setting: its name and hint at the left, its controls at the right. */
export function Setting({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className={styles.setting}>
      <div className={styles.what}>
        <h3>{title}</h3>
        <p>{hint}</p>
      </div>
      {children}
    </div>
  )
}
