import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { commonTexts } from '../platform/common.texts.it.ts'
import { instanceName } from '../platform/instance.ts'
import { setPageTitle } from './page-title.ts'
import styles from './screen.module.css'

/** The heading of each screen below a header. */
export const contentId = 'content'

/** The first stop of Tab: leads past the header and the menu. In sight only while it has the focus. */
export function SkipLink() {
  function skip(event: MouseEvent) {
    // The router would begin a new screen.
    event.preventDefault()
    document.getElementById(contentId)?.focus()
  }
  return (
    <a href={`#${contentId}`} className="skip-link" onClick={skip}>
      {commonTexts.toContent}
    </a>
  )
}

/**
 * Names the page after the screen and, when the visitor came here from another one, moves the focus to its heading, unless
 * the screen took it elsewhere, or a dialog was opened while the screen was loading.
 * @param isScroller whether the screen scrolls, and not the page: keys scroll it only from within, so that the first screen of a
 * visit takes the focus too, where nothing has it
 */
export function useScreenTitle(title: string | null, isScroller = false) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    setPageTitle(title ? `${title} · ${instanceName}` : instanceName)
  }, [title])

  useEffect(() => {
    const focused = document.activeElement
    const isTaken =
      focused?.matches('[role=dialog] *, dialog *') || heading.current?.closest('main')?.contains(focused)
    // The first screen of a visit begins where the browser puts the focus.
    const isWanted = key !== 'default' || (isScroller && focused === document.body)
    if (isWanted && !isTaken) heading.current?.focus({ preventScroll: true })
  }, [key, isScroller])

  return heading
}

/**
 * A screen of the signed-in area: its heading, with its route above as the reader would type it, or a way `back`, and its content.
 * @param around what stands beside the heading, drawn around it
 */
export function Screen({
  title,
  heading = title,
  route = '',
  back,
  around = (content) => content,
  lead,
  className,
  children,
}: {
  title: string
  heading?: ReactNode
  route?: string
  back?: ReactNode
  lead?: string
  around?: (heading: ReactNode) => ReactNode
  className?: string | undefined
  children?: ReactNode
}) {
  const headingRef = useScreenTitle(title, true)
  return (
    <main className={[styles.screen, className].filter(Boolean).join(' ')}>
      <header className={styles.head}>
        {back ?? <Eyebrow route={route} />}
        {around(
          <h1 ref={headingRef} id={contentId} tabIndex={-1}>
            {heading}
          </h1>,
        )}
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
