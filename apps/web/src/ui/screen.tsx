import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { instanceName } from '../platform/instance.ts'
import { setPageTitle } from './page-title.ts'
import styles from './screen.module.css'

/**
 * Names the page after the screen and, when the visitor came here from another one, moves the focus to its heading, unless
 * the screen took it elsewhere, or a dialog was opened while the screen was loading.
 */
export function useScreenTitle(title: string | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    setPageTitle(title ? `${title} · ${instanceName}` : instanceName)
  }, [title])

  useEffect(() => {
    // The first screen of a visit begins where the browser puts the focus.
    const focused = document.activeElement
    const isTaken =
      focused?.matches('[role=dialog] *, dialog *') || heading.current?.closest('main')?.contains(focused)
    if (key !== 'default' && !isTaken) heading.current?.focus({ preventScroll: true })
  }, [key])

  return heading
}

/** A screen of the signed-in area: its heading, with its route above as the reader would type it, and its content. */
export function Screen({
  title,
  heading = title,
  route,
  lead,
  className,
  children,
}: {
  title: string
  heading?: ReactNode
  route: string
  lead?: string
  className?: string | undefined
  children: ReactNode
}) {
  const headingRef = useScreenTitle(title)
  return (
    <main className={[styles.screen, className].filter(Boolean).join(' ')}>
      <header className={styles.head}>
        <Eyebrow route={route} />
        <h1 ref={headingRef} tabIndex={-1}>
          {heading}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </main>
  )
}

/** The route over a heading, as decoration. */
export function Eyebrow({ route }: { route: string }) {
  return (
    <p className={styles.eyebrow} aria-hidden="true">
      ~/<span>{route}</span>
    </p>
  )
}
