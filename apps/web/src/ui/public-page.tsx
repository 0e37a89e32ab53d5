import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { instanceName } from '../platform/instance.ts'
import { Logo } from './logo.tsx'
import styles from './public-page.module.css'
import { Eyebrow, useScreenTitle } from './screen.tsx'

/** A page that anybody may read, below a bar with the instance's name. */
export function PublicPage({
  title,
  route,
  doors,
  children,
}: {
  title: string
  route: string
  /** The links at the end of the bar. */
  doors?: ReactNode
  children: ReactNode
}) {
  const headingRef = useScreenTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <Logo className={styles.mark} />
          {instanceName}
        </Link>
        {doors}
      </header>
      <main className={styles.main}>
        <Eyebrow route={route} />
        <h1 ref={headingRef} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {children}
      </main>
    </div>
  )
}
