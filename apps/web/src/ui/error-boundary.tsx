import { Component, type ReactNode } from 'react'
import styles from './error-boundary.module.css'
import { LoadFailure } from './load-failure.tsx'

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
      <LoadFailure onRetry={() => location.reload()} />
    </main>
  )
}
