import { Component, type ReactNode } from 'react'
import { commonTexts } from '../platform/common.texts.it.ts'
import styles from './error-boundary.module.css'
import { LoadFailure } from './load-failure.tsx'
import { contentId } from './screen.tsx'

/** In place of children that failed, shows what stands for them. React knows this of classes only. */
export class ErrorBoundary extends Component<
  { instead?: ReactNode; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { instead = <BrokenScreen />, children } = this.props
    return this.state.isBroken ? instead : children
  }
}

/**
 * Around a row, a card or a panel: where it can't be drawn, the others of the screen are.
 *
 * @param as the element in its place
 */
export function Contained({
  as: Element = 'div',
  children,
}: {
  as?: 'div' | 'li' | 'td'
  children: ReactNode
}) {
  const text = <p className={styles.missing}>{commonTexts.notShown}</p>
  return <ErrorBoundary instead={<Element>{text}</Element>}>{children}</ErrorBoundary>
}

/** A screen failed, or its script is gone because a newer version was installed: loading the page again helps. */
function BrokenScreen() {
  return (
    <main className={styles.broken}>
      <h1 id={contentId} tabIndex={-1} className="visually-hidden">
        Errore
      </h1>
      <LoadFailure onRetry={() => location.reload()} />
    </main>
  )
}
