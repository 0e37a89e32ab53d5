import { TextInput, type TextInputProps } from '@mantine/core'
import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import styles from './field.module.css'

/** A line of text with its label above and its error, with an icon, below. */
export function TextField({ error, ...rest }: TextInputProps) {
  return <TextInput {...rest} error={withIcon(error)} />
}

/**
 * A password that can be shown. `secret` is what the toggle's name calls it: 'Mostra {secret}'.
 * Mantine's own input toggles on mouse events, which a screen reader's press does not send.
 */
export function PasswordField({ error, secret, ...rest }: TextInputProps & { secret: string }) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...rest}
      type={isShown ? 'text' : 'password'}
      error={withIcon(error)}
      classNames={{ input: styles.password ?? '' }}
      rightSectionWidth={44}
      rightSection={
        <button
          type="button"
          className={styles.toggle}
          aria-label={`${isShown ? 'Nascondi' : 'Mostra'} ${secret}`}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </button>
      }
    />
  )
}

function withIcon(error: ReactNode): ReactNode {
  if (!error) return null
  return (
    <>
      <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" className={styles.icon} />
      {error}
    </>
  )
}
