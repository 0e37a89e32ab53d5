import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { TextField } from '../ui/field.tsx'
import styles from './friends.module.css'
import { friendsTexts } from './friends.texts.it.ts'

/** The longest text that the server searches for. */
const maximumLength = 200

/** The box in which a part of a name or email is typed. */
export function SearchBox({
  label,
  text,
  onChange,
}: {
  label: string
  text: string
  onChange: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextField
      ref={input}
      type="search"
      className={styles.search ?? ''}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      maxLength={maximumLength}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      icon={<IconSearch aria-hidden="true" />}
      control={
        text && (
          <button
            type="button"
            className={styles.clear}
            aria-label={friendsTexts.clear}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          >
            <IconX aria-hidden="true" />
          </button>
        )
      }
    />
  )
}
