import { useEffect, useRef } from 'react'
import { describeError } from '../platform/api.ts'

/** Reports every failure of a query once; a query that had failed before is refetched when the screen opens. */
export function useReportedFailure(
  { error, errorUpdatedAt }: { error: Error | null; errorUpdatedAt: number },
  texts: Record<string, string> & { fallback: string },
  onFailure: (failure: string) => void,
) {
  const reportedAt = useRef(errorUpdatedAt)
  useEffect(() => {
    if (!error || errorUpdatedAt <= reportedAt.current) return
    reportedAt.current = errorUpdatedAt
    onFailure(describeError(error, texts))
  }, [error, errorUpdatedAt, texts, onFailure])
}
