import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import styles from './settings.module.css'
import { Setting } from './settings-panel.tsx'

type SettingSelectProps<Value extends string> = {
  label: string
  options: readonly Value[]
  texts: Record<Value, string>
  value: Value
  onChange: (value: Value) => void
}

/** A setting with one of several values. */
export function SettingSelect<Value extends string>({
  label,
  options,
  texts,
  value,
  onChange,
}: SettingSelectProps<Value>) {
  const id = useId()
  return (
    <Setting what={<label htmlFor={id}>{label}</label>}>
      <NativeSelect
        id={id}
        className={styles.select}
        rightSection={<IconChevronDown aria-hidden="true" />}
        data={options.map((one) => ({ value: one, label: texts[one] }))}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      />
    </Setting>
  )
}
