import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

/** A quiet button that shows an icon alone, as large as a finger where its place says nothing else. */
export function IconButton({
  className,
  ...rest
}: ComponentProps<'button'> & {
  /** Its name. */
  'aria-label': string
}) {
  return (
    <button type="button" {...rest} className={className ? `${styles.button} ${className}` : styles.button} />
  )
}
