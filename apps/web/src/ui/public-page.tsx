import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { instanceName } from '../platform/instance.ts'
import { Logo } from './logo.tsx'
import './public-bar.css'
import styles from './public-page.module.css'
import { contentId, Eyebrow, SkipLink, useScreenTitle } from './screen.tsx'

/** A page that anybody may read, below a bar with the instance's name. */
export function PublicPage({
  title,
  route,
  doors,
  around = (heading) => heading,
  isWide = false,
  children,
}: {
  title: string
  route: string
  /** The links at the end of the bar. */
  doors?: ReactNode
  /** Draws what stands beside the heading around it. */
  around?: (heading: ReactNode) => ReactNode
  /** For a page of two columns. */
  isWide?: boolean
  children: ReactNode
}) {
  const headingRef = useScreenTitle(title)
  return (
    <div className={styles.page} data-wide={isWide}>
      <SkipLink />
      <header className="public-bar">
        <Link to="/" className="public-brand">
          <Logo />
          <span>{instanceName}</span>
        </Link>
        {doors}
      </header>
      <main className={styles.main}>
        <Eyebrow route={route} />
        {around(
          <h1 ref={headingRef} id={contentId} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>,
        )}
        {children}
      </main>
    </div>
  )
}
