import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './field.module.css'

type TextFieldProps = ComponentProps<'input'> & {
  label?: string
  /** Stands beside the label, and is no part of the field's name. */
  note?: string
  error?: ReactNode
  /** Whether the error is not announced: it comes and goes while somebody types, or another one is. */
  isPassing?: boolean
  /** At the start of the field. */
  icon?: ReactNode
  /** At the end of the field, such as a button. */
  control?: ReactNode
  /** Between the field and its error. */
  below?: ReactNode
}

/**
 * A line of text with its label above and its error, with an icon, below. Plain elements: the first screens of a visitor
 * would otherwise wait for a whole library of inputs.
 */
export function TextField({
  label,
  note,
  error,
  isPassing = false,
  icon,
  control,
  below,
  className,
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) {
  const id = useId()
  const described = [note && `${id}-note`, describedBy, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      {label && (
        <div className={styles.head}>
          <label htmlFor={id}>{label}</label>
          {note && (
            <span id={`${id}-note`} className={styles.note}>
              {note}
            </span>
          )}
        </div>
      )}
      <div className={styles.box}>
        {icon && <span className={styles.icon}>{icon}</span>}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={Boolean(error)}
          aria-describedby={described || undefined}
        />
        {control && <span className={styles.control}>{control}</span>}
      </div>
      {below}
      {error && (
        <p id={`${id}-error`} className={styles.error} role={isPassing ? undefined : 'alert'}>
          <IconAlertCircle aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

/** A password that can be shown. `secret` is its name in the toggle's: 'Mostra {secret}'. */
export function PasswordField({ secret, ...rest }: TextFieldProps & { secret: string }) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      data-password
      control={
        <button
          type="button"
          aria-label={`${isShown ? 'Nascondi' : 'Mostra'} ${secret}`}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon aria-hidden="true" />
        </button>
      }
    />
  )
}
