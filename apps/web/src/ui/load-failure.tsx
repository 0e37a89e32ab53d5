import type { ReactNode } from 'react'
import { commonTexts } from '../platform/common.texts.it.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** The placeholder of a list or screen that failed to load: the reason, and a button to retry, if that may help. */
export function LoadFailure({
  text = commonTexts.failed,
  isBusy = false,
  onRetry,
  children,
}: {
  text?: string
  isBusy?: boolean
  onRetry?: (() => unknown) | undefined
  children?: ReactNode
}) {
  return (
    <EmptyState broken text={text}>
      {children}
      {onRetry && (
        <Button busy={isBusy} onClick={() => void onRetry()}>
          {commonTexts.retry}
        </Button>
      )}
    </EmptyState>
  )
}
