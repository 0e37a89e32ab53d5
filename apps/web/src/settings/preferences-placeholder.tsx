import { useId, useRef } from 'react'
import { hideToast, showToast } from '../ui/toast.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'

/** Three switches that remember nothing. */
export function PreferencesPlaceholder() {
  const confirmation = useRef('')

  function confirmChange() {
    // Each further change is confirmed for three seconds of its own.
    hideToast(confirmation.current)
    confirmation.current = showToast('done', settingsTexts.preferencesChanged, 3000)
  }

  return settingsTexts.preferenceList.map(({ name, hint }) => (
    <Preference key={name} name={name} hint={hint} onChange={confirmChange} />
  ))
}

/** Mantine's switch would read its second line out as part of its name. */
function Preference({ name, hint, onChange }: { name: string; hint: string; onChange: () => void }) {
  const id = useId()
  return (
    <label className={styles.setting}>
      <span className={styles.what}>
        <strong id={id}>{name}</strong>
        <span id={`${id}-hint`}>{hint}</span>
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own checked state
        role="switch"
        className={styles.switch}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        defaultChecked
        onChange={onChange}
      />
    </label>
  )
}
