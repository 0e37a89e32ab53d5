import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'

type Look = {
  /** One filled button a view; the rest are outlined, soft or quiet. Actions that can't be undone are `destructive`. */
  variant?: 'primary' | 'soft' | 'secondary' | 'quiet' | 'destructive'
  /** Small in rows and cards, large on the screens of a signed-out visitor. */
  size?: 'small' | 'medium' | 'large'
}

function classOf({ variant = 'secondary', size = 'medium' }: Look, className: string | undefined): string {
  return [styles.button, styles[variant], styles[size], className].filter(Boolean).join(' ')
}

/** While `busy` it keeps its look, does nothing and shows a spinner before its text. */
export function Button({
  variant,
  size,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: Look & { busy?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ ...(variant && { variant }), ...(size && { size }) }, className)}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className={styles.spinner} />}
      {/* A translated page has no text node to put the spinner before. */}
      <span className={styles.content}>{children}</span>
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={classOf({ ...(variant && { variant }), ...(size && { size }) }, className)} />
  )
}
