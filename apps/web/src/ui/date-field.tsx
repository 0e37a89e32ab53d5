import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'
import { TextField } from './field.tsx'

/**
 * The browser's own field of a date, which may speak another language than the page: the date stands below it in words.
 * While the field is empty, the line is kept for the words, and for the error.
 */
export function DateField({
  inWords,
  'aria-describedby': describedBy,
  ...field
}: ComponentProps<typeof TextField> & { inWords: string }) {
  const id = useId()
  return (
    <TextField
      {...field}
      aria-describedby={[inWords && id, describedBy].filter(Boolean).join(' ')}
      below={
        (inWords || !field.error) && (
          <p id={id} className={styles.words}>
            {inWords}
          </p>
        )
      }
    />
  )
}
