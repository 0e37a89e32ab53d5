import { type ComponentProps, useId } from 'react'
import styles from './settings.module.css'
import { Setting } from './settings-panel.tsx'

type SettingChoiceProps = Pick<
  ComponentProps<'input'>,
  'role' | 'checked' | 'defaultChecked' | 'disabled' | 'onChange'
> & {
  name: string
  hint: string
}

/** A checkbox with a second line that describes it. Mantine's would read that line out as part of its name. */
export function SettingChoice({ name, hint, ...input }: SettingChoiceProps) {
  const id = useId()
  return (
    <Setting
      as="label"
      what={
        <>
          <strong id={id}>{name}</strong>
          <span id={`${id}-hint`}>{hint}</span>
        </>
      }
    >
      <input
        {...input}
        type="checkbox"
        className={input.role === 'switch' ? styles.switch : styles.box}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
      />
    </Setting>
  )
}
