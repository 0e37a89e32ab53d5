import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { TextField } from './field.tsx'
import styles from './search-box.module.css'

/** The longest text that the server searches for. */
const maximumLength = 200

/** The box in which a part of a name, email or title is typed. */
export function SearchBox({
  label,
  className,
  text,
  onChange,
}: {
  label: string
  className?: string | undefined
  text: string
  onChange: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextField
      ref={input}
      type="search"
      className={`${styles.search} ${className ?? ''}`}
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
            aria-label="Cancella il testo"
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
