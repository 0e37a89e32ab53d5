import { type ReactNode, useId } from 'react'
import styles from './settings.module.css'

/** A card of settings that belong together, as rows. */
export function SettingsPanel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

type SettingProps = {
  as?: 'div' | 'li' | 'label'
  /** Its name, and what explains it. */
  what?: ReactNode
  children?: ReactNode
}

/** A row of the settings: what it is at the left, its controls at the right, or below where a window is narrow. */
export function Setting({ as: Element = 'div', what, children }: SettingProps) {
  // A label holds no blocks.
  const What = Element === 'label' ? 'span' : 'div'
  return (
    <Element className={styles.setting}>
      <What className={styles.what}>{what}</What>
      {children}
    </Element>
  )
}
