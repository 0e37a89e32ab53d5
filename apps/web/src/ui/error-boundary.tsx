import { Component, type ReactNode } from 'react'
import { commonTexts } from '../platform/common.texts.it.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './error-boundary.module.css'

/** In place of children that failed, says so and offers to load the page again. React knows this of classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <BrokenScreen /> : this.props.children
  }
}

/** A screen failed, or its script is gone because a newer version was installed: loading the page again helps. */
function BrokenScreen() {
  return (
    <main className={styles.broken}>
      <h1 className="visually-hidden">Errore</h1>
      <EmptyState broken text={commonTexts.failed}>
        <Button onClick={() => location.reload()}>{commonTexts.retry}</Button>
      </EmptyState>
    </main>
  )
}
