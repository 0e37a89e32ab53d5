import { type ComponentProps, useId } from 'react'
import styles from './settings.module.css'

type SettingChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'aria-labelledby' | 'aria-describedby'> & {
  name: string
  hint: string
}

/** A checkbox with a second line that describes it. Mantine's would read that line out as part of its name. */
export function SettingChoice({ name, hint, ...input }: SettingChoiceProps) {
  const id = useId()
  return (
    <label className={styles.setting}>
      <span className={styles.what}>
        <strong id={id}>{name}</strong>
        <span id={`${id}-hint`}>{hint}</span>
      </span>
      <input {...input} type="checkbox" aria-labelledby={id} aria-describedby={`${id}-hint`} />
    </label>
  )
}
