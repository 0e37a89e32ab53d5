import { lazy, Suspense } from 'react'
import type { ReportProps } from './report-dialog.tsx'

// Seldom needed: no screen waits for it.
const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
)

/** The dialog in which something is reported, as long as `isOpen`. */
export function Report({ isOpen, ...props }: ReportProps & { isOpen: boolean }) {
  return (
    isOpen && (
      <Suspense>
        <ReportDialog {...props} />
      </Suspense>
    )
  )
}
