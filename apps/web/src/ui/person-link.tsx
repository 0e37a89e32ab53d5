import { nobody } from '@covo/contract/events/events.rules'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { profilePath } from '../screens.ts'
import styles from './person-link.module.css'

/**
 * A member's name, or their avatar beside it, that leads to their profile. The avatar says nothing that the name doesn't:
 * it is for pointers alone (`isDecoration`). That of nobody leads nowhere.
 */
export function PersonLink({
  uid,
  isDecoration = false,
  className,
  children,
}: {
  uid: string
  isDecoration?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  if (uid === nobody.uid) return children
  return (
    <Link
      to={profilePath(uid)}
      className={[isDecoration ? styles.avatar : styles.name, className].filter(Boolean).join(' ')}
      {...(isDecoration && { tabIndex: -1, 'aria-hidden': true })}
    >
      {children}
    </Link>
  )
}
